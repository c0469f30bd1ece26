import { fromPromise } from 'xstate'
import { registrationActors } from '#calls/actors/registration.actors.ts'
import {
  getRegistrationFields,
  getRegistrationTypes,
  postRegistration,
  postRegistrationFields,
} from '#calls/registration.calls.ts'
import { withoutCaptchaAnswers } from '#machines/captcha/captcha.rules.ts'
import { formMachine } from '#machines/forms/form/form.machine.ts'
import { fieldsOfAnswer } from '#machines/registration/fields-answer.rules.ts'
import { openingAnswers } from '#machines/registration/prefill.rules.ts'
import { type RegisteredAnswer, registrationMachine } from '#machines/registration/registration.machine.ts'
import { offeredTypes } from '#machines/registration/registration-flow.rules.ts'
import type { Answers, FieldDefinition, RegistrationAnswer } from '#schemas'
import type { App } from '../page/app-context.ts'
import type { KeptAnswers } from '../page/kept-answers.ts'
import { dropKeptAnswers, readKeptAnswers } from '../page/kept-answers.ts'
import { dropKeptLink, readKeptLink } from '../page/kept-link.ts'
import { createRequestKeys } from '../page/request-keys.ts'
import type { ConfirmedPlayer } from '../social/social-calls.ts'
import { dropDrafts, readDraft, writeDraft } from './drafts.ts'
import { withConfirmed } from './social-answers.ts'
import type { SocialState } from './social-port.tsx'

/** What a registration begins with: what its address asks for, and what is loaded beforehand. */
export interface RegistrationStart extends Preloaded, SocialState {
  readonly variant: RegistrationVariant
  readonly requestedType: string | null
  /** The bonus that the address names; the calls hand it on (REG-37). */
  readonly bonus: string | null
  /** Answers that the address brings along. */
  readonly prefilled: KeptAnswers
  /** Today in the brand's time zone, yyyy-MM-dd. */
  readonly today: string
}

/** Outlives the screen: who leaves the form while an answer is on its way and comes back sends the same request. */
const requestKeys = createRequestKeys()

/** How the registration is shown (REG-4): on a page of its own, over another page, or in a frame of another site. */
export type RegistrationVariant = 'page' | 'popup' | 'widget'

/** A provider's pages let nobody frame them, so a widget cannot begin with one. */
const NOT_IN_WIDGETS = ['soc_reg']

/** The fields of a type by the call that the brand's configuration picks (decision 7).
 *  @param bonus the bonus that the address names, which the older call hands on (REG-35)
 *  @param country the one that the player has chosen; empty: the visitor's */
export async function loadFields(
  { call, site }: Pick<App, 'call' | 'site'>,
  type: string,
  bonus: string | null,
  country = '',
): Promise<readonly FieldDefinition[]> {
  const isOld = site.config.registration.fieldsCall === 'old'
  const chosen = country === '' ? {} : { country }
  return fieldsOfAnswer(
    isOld
      ? await call(postRegistrationFields, { query: bonusQuery(bonus), body: { type, ...chosen } })
      : await call(getRegistrationFields, { segments: { type }, query: chosen }),
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

/** The form machine with the I/O of a registration: calls, and drafts in the browser. Its variants are the types, and its fields
 *  are those of the country that the answers choose. */
export function formFor(app: App, start: RegistrationStart) {
  const { bonus, variant: shownAs } = start
  // Browsers close their storage to frames of other sites: a widget keeps nothing.
  const isKept = shownAs !== 'widget'
  let preloaded = start.fields
  let asksForCode = false
  return formMachine.provide({
    actors: {
      loadVariants: fromPromise(async () => offeredTypes(await loadTypes(app, shownAs))),
      loadFields: fromPromise(async ({ input: { variant, scope } }) => {
        const known = preloaded
        preloaded = null
        if (known?.type === variant && scope === '') return known.definitions
        return loadFields(app, variant, bonus, scope)
      }),
      loadDraft: fromPromise(async ({ input: { variant, definitions } }) => {
        const draft = isKept ? readDraft(variant) : null
        asksForCode = definitions.some(({ id }) => id === CODE_FIELD)
        const kept = { ...linkAnswer(), ...readKeptAnswers() }
        const opening = openingAnswers(definitions, { draft, kept, asked: start.prefilled })
        return withConfirmed(definitions, opening, start.confirmed)
      }),
      saveDraft: fromPromise(async ({ input }) => {
        if (isKept) writeDraft(input.variant, input.answers)
      }),
      dropDrafts: fromPromise(async () => {
        if (!isKept) return
        dropDrafts()
        dropKeptAnswers()
        dropKeptLink()
      }),
      submit: fromPromise<unknown, { readonly variant: string; readonly payload: Answers }>(
        async ({ input: { variant: type, payload: fields } }) => {
          const requestKey = requestKeys.keyOf({ type, fields: withoutCaptchaAnswers(fields) })
          const body = { type, fields, requestKey, ...tagFor(asksForCode, fields) }
          const answer = (await app.call(postRegistration, { query: whereOf(app, start), body })) as RegistrationAnswer
          requestKeys.forget()
          return {
            ...answer,
            isSignedIn: answer.isSignedIn ?? answer.password !== undefined,
          } satisfies RegisteredAnswer
        },
      ),
    },
  })
}

/** The field that asks for a friend's code. */
const CODE_FIELD = 'ref_code'

/** What the link that brought the visitor answers. */
function linkAnswer(): KeptAnswers {
  const link = readKeptLink()
  return link ? { [CODE_FIELD]: link.code } : {}
}

/** What is kept of that link goes with the registration, unless the visitor has taken its code out of the form or entered another one
 *  (REF-5). */
function tagFor(asksForCode: boolean, answers: Answers): { readonly friendTag?: string } {
  const link = readKeptLink()
  if (!link || (asksForCode && answers[CODE_FIELD] !== link.code)) return {}
  return { friendTag: link.friendTag }
}

/** The registration machine with its I/O. */
export function registrationFor(app: App, start: RegistrationStart) {
  return registrationMachine.provide({
    actors: {
      loadData: fromPromise<unknown>(async () => registrationActors.loadData(app.call, whereOf(app, start))),
      loadBonuses: fromPromise<readonly unknown[]>(async () => registrationActors.loadBonuses(app.call, start.bonus)),
    },
  })
}

function whereOf({ site }: Pick<App, 'site'>, { variant }: Pick<RegistrationStart, 'variant'>) {
  const isOld = site.config.registration.fieldsCall === 'old'
  return { isWidget: variant === 'widget', ...(isOld ? { section: 'registration' } : {}) }
}
