import type { Validator } from './validation.ts'

/** What a machine is given from outside, as the generated table has it. */
export interface PortSchema {
  /** Judges an object with one value or more: `{input}`, `{ok: {<actor>: output}}`, `{err: {<actor>: error}}`,
   *  `{shows: {<actor>: value}}`. */
  readonly validate: Validator<object>
  /** Every property anywhere in it, so that a mistyped one can be matched to the nearest. */
  readonly properties: readonly string[]
}
