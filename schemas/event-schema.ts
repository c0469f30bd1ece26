import type { Validator } from './validation.ts'

/** A value of an event or an answer that is never recorded or shown: always, or when another value of the event is one of some. */
export interface EventSecret {
  /** JSON Pointer into the event or answer. */
  readonly pointer: string
  readonly when?: { readonly pointer: string; readonly isOneOf: readonly unknown[] }
}

/** The events that a machine takes from outside, as the generated table has them. */
export interface EventSchema {
  readonly validate: Validator<{ readonly type: string }>
  /** Type of an event → what may be in it. */
  readonly events: Readonly<
    Record<string, { readonly properties: readonly string[]; readonly secrets: readonly EventSecret[] }>
  >
}
