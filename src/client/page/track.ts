/** Facts that analytics counts, by the numbers of the specification (ANA-22). */
export const FACTS = {
  firstDeposit: 1531,
  furtherDeposit: 1532,
  captchaPassed: 10190,
  captchaMissed: 10191,
} as const

/** A fact that analytics counts. */
export interface Fact {
  readonly eventType: (typeof FACTS)[keyof typeof FACTS]
  readonly details: Readonly<Record<string, string>>
}

/** Tells collectors what happened. They listen where they hear of what went wrong: to `livery:report` of the window. */
export function track({ eventType, details }: Fact): void {
  window.dispatchEvent(new CustomEvent('livery:report', { detail: { name: 'fact', eventType, details } }))
}
