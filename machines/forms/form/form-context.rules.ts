import type { FieldError, FormCircumstances } from '#schemas'

/** A refused answer before the field's name and the server's text are added: `{ code: 'min_length', params: { value: 8 } }`. */
export type Fault = Pick<FieldError, 'code' | 'params'> & { readonly message?: string }

/** Everything besides the answers that value rules look at: what may be known, and what must be. */
export interface FormContext extends FormCircumstances {
  readonly today: string
  readonly minimumAge: number
}
