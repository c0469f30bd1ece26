/** What a player may allow beside the cookies without which the site does not work. */
export interface ConsentChoice {
  readonly functionality: boolean
  readonly marketing: boolean
}

/** The levels of cookie consent (STORE-4). */
export const CONSENT_LEVELS = { disabled: 0, functionality: 1, marketing: 2, all: 3 } as const

/** A level of cookie consent (STORE-4). */
export type ConsentLevel = (typeof CONSENT_LEVELS)[keyof typeof CONSENT_LEVELS]

/** The level that says what a player allowed. */
export function consentLevel({ functionality, marketing }: ConsentChoice): ConsentLevel {
  if (functionality && marketing) return CONSENT_LEVELS.all
  if (marketing) return CONSENT_LEVELS.marketing
  return functionality ? CONSENT_LEVELS.functionality : CONSENT_LEVELS.disabled
}

/** The level that a choice comes to where the brand does not offer every one: itself, else the next that allows nothing which
 *  was not allowed. */
export function offeredLevel(level: ConsentLevel, offered: readonly ConsentLevel[]): ConsentLevel {
  return offered.includes(level) ? level : CONSENT_LEVELS.disabled
}
