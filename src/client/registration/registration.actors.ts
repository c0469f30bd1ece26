import { fromPromise } from 'xstate'
import {
  getRegistrationFields,
  getRegistrationTypes,
  getWelcomeBonuses,
  postRegistration,
  postRegistrationFields,
} from '#calls/registration.calls.ts'
import { withoutCaptchaAnswers } from '#machines/captcha/captcha.rules.ts'
import { projectAnswers } from '#machines/forms/projection.rules.ts'
import { fieldsOfAnswer } from '#machines/registration/fields-answer.rules.ts'
import { openingAnswers } from '#machines/registration/prefill.rules.ts'
import { registrationMachine } from '#machines/registration/registration.machine.ts'
import type { Answers, FieldDefinition, RegistrationAnswer } from '#schemas'
import type { App } from '../app/app-context.ts'
import { dropKeptAnswers, readKeptAnswers } from '../app/kept-answers.ts'
import type { ConfirmedPlayer } from '../social/social-calls.ts'
import { dropDrafts, readDraft, writeDraft } from './drafts.ts'
import type { RegistrationStart } from './registration-start.ts'
import { createRequestKeys } from './request-keys.ts'
import { withConfirmed } from './social-answers.ts'

/** Outlives the screen: who leaves the form while an answer is on its way and comes back sends the same request. */
const requestKeys = createRequestKeys()

/** How the registration is shown (REG-4): on a page of its own, over another page, or in a frame of another site. */
export type RegistrationVariant = 'page' | 'popup' | 'widget'

/** A provider's pages let nobody frame them, so a widget cannot begin with one. */
const NOT_IN_WIDGETS = ['soc_reg']

/** The fields of a type by the call that the brand's configuration picks (decision 7).
 *  @param bonus the bonus that the address names, which the older call hands on (REG-35) */
export async function loadFields(
  { call, site }: Pick<App, 'call' | 'site'>,
  type: string,
  bonus: string | null,
): Promise<readonly FieldDefinition[]> {
  const isOld = site.config.registration.fieldsCall === 'old'
  return fieldsOfAnswer(
    isOld
      ? await call(postRegistrationFields, { query: bonusQuery(bonus), body: { type } })
      : await call(getRegistrationFields, { segments: { type } }),
  )
}

const bonusQuery = (bonus: string | null) => (bonus ? { bonus } : {})

/** The names of the types that become the tabs (REG-34). */
export async function loadTypes({ call }: Pick<App, 'call'>, variant: RegistrationVariant): Promise<readonly string[]> {
  const { types } = (await call(getRegistrationTypes, {})).data.attributes
  return variant === 'widget' ? types.filter((type) => !NOT_IN_WIDGETS.includes(type)) : types
}

/** What the page brought along, so that the first look needs no further request. */
export interface Preloaded {
  readonly types: readonly string[]
  readonly fields: { readonly type: string; readonly definitions: readonly FieldDefinition[] } | null
  /** Whom a social provider has confirmed in this browser. */
  readonly confirmed: ConfirmedPlayer | null
}

/** The registration machine with its I/O: calls, and drafts in the browser. */
export function registrationFor(app: App, start: RegistrationStart) {
  const { types, bonus, variant } = start
  const isOld = app.site.config.registration.fieldsCall === 'old'
  const where = { isWidget: variant === 'widget', ...(isOld ? { section: 'registration' } : {}) }
  // Browsers close their storage to frames of other sites: a widget keeps nothing.
  const isKept = variant !== 'widget'
  const fieldsByType = new Map(start.fields ? [[start.fields.type, start.fields.definitions]] : [])
  return registrationMachine.provide({
    actors: {
      loadTypes: fromPromise(async () => (types.length ? types : loadTypes(app, variant))),
      loadFields: fromPromise(async ({ input }) => {
        const definitions = fieldsByType.get(input.type) ?? (await loadFields(app, input.type, bonus))
        fieldsByType.set(input.type, definitions)
        return definitions
      }),
      loadDraft: fromPromise(async ({ input }) => {
        const definitions = fieldsByType.get(input.type) ?? []
        const draft = isKept ? (readDraft(input.type) as Answers | null) : null
        const opening = openingAnswers(definitions, { draft, kept: readKeptAnswers(), asked: start.prefilled })
        return withConfirmed(definitions, opening, start.confirmed)
      }),
      saveDraft: fromPromise(async ({ input }) => {
        if (isKept) writeDraft(input.type, input.answers)
      }),
      dropDrafts: fromPromise(async () => {
        if (!isKept) return
        dropDrafts()
        dropKeptAnswers()
      }),
      submit: fromPromise(async ({ input }) => {
        const fields = projectAnswers(input.definitions as readonly FieldDefinition[], input.answers as Answers)
        const requestKey = requestKeys.keyOf({ type: input.type, fields: withoutCaptchaAnswers(fields) })
        const body = { type: input.type, fields, requestKey }
        const answer = (await app.call(postRegistration, { query: where, body })) as RegistrationAnswer
        requestKeys.forget()
        return { ...answer, isSignedIn: answer.isSignedIn ?? answer.password !== undefined }
      }),
      loadData: fromPromise<unknown>(async () => app.call(postRegistration, { query: where, body: {} })),
      loadBonuses: fromPromise<readonly unknown[]>(
        async () => (await app.call(getWelcomeBonuses, { query: bonusQuery(bonus) })).data,
      ),
    },
  })
}
