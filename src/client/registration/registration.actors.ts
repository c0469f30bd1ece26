import { fromPromise } from 'xstate'
import {
  getRegistrationFields,
  getRegistrationTypes,
  getWelcomeBonuses,
  postRegistration,
  postRegistrationFields,
} from '#calls/registration.calls.ts'
import { initialAnswers, projectAnswers } from '#machines/forms/projection.rules.ts'
import { registrationMachine } from '#machines/registration/registration.machine.ts'
import type { Answers, FieldDefinition, RegistrationAnswer } from '#schemas'
import type { App } from '../app/app-context.ts'
import { dropDrafts, readDraft, writeDraft } from './drafts.ts'
import { createRequestKeys } from './request-keys.ts'

/** Outlives the screen: who leaves the form while an answer is on its way and comes back sends the same request. */
const requestKeys = createRequestKeys()

/** The fields of a type by the call that the brand's configuration picks (decision 7). */
export async function loadFields(
  { call, site }: Pick<App, 'call' | 'site'>,
  type: string,
): Promise<readonly FieldDefinition[]> {
  if (site.config.registration.fieldsCall === 'old')
    return (await call(postRegistrationFields, { query: {}, body: { type } })).fields
  const { data } = await call(getRegistrationFields, { segments: { type } })
  return data.attributes.fields
}

/** The names of the types that become the tabs (REG-34). */
export async function loadTypes({ call }: Pick<App, 'call'>): Promise<readonly string[]> {
  return (await call(getRegistrationTypes, {})).data.attributes.types
}

/** What the page brought along, so that the first look needs no further request. */
export interface Preloaded {
  readonly types: readonly string[]
  readonly fields: { readonly type: string; readonly definitions: readonly FieldDefinition[] } | null
}

/** The registration machine with its I/O: calls, and drafts in the browser. */
export function registrationFor(app: App, preloaded: Preloaded, bonus: string | undefined) {
  const fieldsByType = new Map(preloaded.fields ? [[preloaded.fields.type, preloaded.fields.definitions]] : [])
  return registrationMachine.provide({
    actors: {
      loadTypes: fromPromise(async () => (preloaded.types.length ? preloaded.types : loadTypes(app))),
      loadFields: fromPromise(async ({ input }) => {
        const definitions = fieldsByType.get(input.type) ?? (await loadFields(app, input.type))
        fieldsByType.set(input.type, definitions)
        return definitions
      }),
      // What a form opens with lies below what was typed before (FIELD-15, FIELD-20).
      loadDraft: fromPromise(async ({ input }) => ({
        ...initialAnswers(fieldsByType.get(input.type) ?? []),
        ...readDraft(input.type),
      })),
      saveDraft: fromPromise(async ({ input }) => writeDraft(input.type, input.answers)),
      dropDrafts: fromPromise(async () => dropDrafts()),
      submit: fromPromise(async ({ input }) => {
        const fields = projectAnswers(input.definitions as readonly FieldDefinition[], input.answers as Answers)
        const filled = { type: input.type, fields }
        const body = { ...filled, requestKey: requestKeys.keyOf(filled) }
        const answer = (await app.call(postRegistration, { query: {}, body })) as RegistrationAnswer
        requestKeys.forget()
        return { ...answer, isSignedIn: answer.password !== undefined }
      }),
      loadData: fromPromise<unknown>(async () => app.call(postRegistration, { query: {}, body: {} })),
      loadBonuses: fromPromise<readonly unknown[]>(
        async () => (await app.call(getWelcomeBonuses, { query: bonus ? { bonus } : {} })).data,
      ),
    },
  })
}
