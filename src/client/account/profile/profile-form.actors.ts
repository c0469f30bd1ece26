import { fromPromise } from 'xstate'
import { formMachine } from '#machines/forms/form/form.machine.ts'
import type { Answers, FieldDefinition } from '#schemas'

/** What a form of the profile is made of: its variants, what each asks, what is known, and sending it. */
export interface ProfileFormParts {
  readonly fieldsOf: (variant: string) => readonly FieldDefinition[]
  readonly known: Answers
  readonly save: (variant: string, answers: Answers) => Promise<unknown>
}

/** The form machine with the I/O of the profile: the fields came with the page, and nothing is kept but by the server. */
export function profileFormOf({ fieldsOf, known, save }: ProfileFormParts) {
  return formMachine.provide({
    actors: {
      loadFields: fromPromise(async ({ input: { variant } }) => fieldsOf(variant)),
      loadDraft: fromPromise(async ({ input: { definitions } }) => {
        const ids = new Set(definitions.map(({ id }) => id))
        return Object.fromEntries(Object.entries(known).filter(([id]) => ids.has(id)))
      }),
      submit: fromPromise<unknown, { readonly variant: string; readonly payload: Answers }>(
        async ({ input: { variant, payload } }) => save(variant, payload),
      ),
    },
  })
}
