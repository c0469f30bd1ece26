/** A text field of the measured form: required, three characters at least. */
export interface BenchField {
  readonly id: string
  readonly title: string
  /** The field is there as long as the answer of this one is {@link SHOWING}. */
  readonly shownBy?: string
}

/** The answer that shows the fields which hang on a trigger. */
export const SHOWING = 'yes'
export const MIN_LENGTH = 3
const ANSWER = 'answer'

/** `count` fields, every fifth hanging on the one before it while there are conditions left: 60 fields with 12 of them. */
export function benchFields(count: number): readonly BenchField[] {
  return Array.from({ length: count }, (_, index) => {
    const field = { id: `f${index}`, title: `Field ${index}` }
    return index % 5 === 4 ? { ...field, shownBy: `f${index - 1}` } : field
  })
}

/** An answer to every field; those of triggers show what hangs on them. */
export function benchAnswers(fields: readonly BenchField[]): Record<string, string> {
  const triggers = new Set(fields.map(({ shownBy }) => shownBy))
  return Object.fromEntries(fields.map(({ id }) => [id, triggers.has(id) ? SHOWING : ANSWER]))
}

/** A form on the page: what it says when it has been sent. */
export interface MountedForm {
  readonly sent: () => number
}

/** Draws a form into an element. */
export type MountForm = (root: HTMLElement, fields: readonly BenchField[]) => MountedForm
