import { AppError } from '#calls/app-error.ts'
import { getAccountData, saveAccountFields, saveRequiredDocuments } from '#calls/office.calls.ts'
import {
  closedFields,
  documentsOfCountry,
  missingFields,
  touchedFields,
  withClosedFields,
  withoutClosed,
} from '#machines/account/profile.rules.ts'
import { checkAnswers } from '#machines/forms/check-answers.rules.ts'
import { minimumAgeIn } from '#machines/forms/kinds/date.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { AccountDataAnswer, Answers, FieldDefinition } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import { DOCUMENT_FIELD, type KnownProfile } from '#server/account/office/profile-change.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { withPlaces } from '../pages/place-lists.ts'
import { composedFields, formContext } from './registration-form.ts'

/** The calls of a player's profile. What is saved is judged by the rules of the registration (OFF-21, OFF-22). */
export function profileHandlers(account: AccountService, clock: () => Date): AnyHandler[] {
  const known = async (scope: CallScope) => {
    const profile = await account.readKnownProfile(scope.site.brandId, playerOf(scope).accountId)
    return { ...profile, answers: { ...countryAnswer(scope, profile), ...profile.answers } }
  }
  const save = async (scope: CallScope, form: readonly FieldDefinition[], sent: Answers, more: Answers = {}) => {
    const answers = await judged(scope, { form, sent, profile: await known(scope), now: clock() })
    const fieldIds = [...form.map(({ id }) => id), ...Object.keys(more)]
    await account.changeProfile(visitorOf(scope), playerOf(scope).accountId, {
      fieldIds,
      answers: { ...answers, ...more },
    })
    return accountData(scope, await known(scope), clock())
  }
  return [
    answer(getAccountData, async (_input, scope) => accountData(scope, await known(scope), clock())),
    answer(saveAccountFields, async ({ body }, scope) => save(scope, profileForm(scope), body.fields)),
    answer(saveRequiredDocuments, async ({ body }, scope) => {
      const { document_type: type, fields } = body
      if (!offeredDocuments(scope, await known(scope)).includes(type))
        throw new AppError('request.invalid', { where: 'body/document_type', fault: `${type} is not offered` })
      return save(scope, documentForm(scope, type), fields, { [DOCUMENT_FIELD]: type })
    }),
  ]
}

/** The fields of the profile, in the language of the request. */
function profileForm(scope: CallScope): readonly FieldDefinition[] {
  return composedFields(scope.site, { fields: scope.site.config.office.profileFields }, scope)
}

/** The fields that a document asks for, all of which must be answered. */
function documentForm(scope: CallScope, type: string): readonly FieldDefinition[] {
  const ids = documentFields(scope)[type] ?? []
  const places = ids.map((id, index) => [id, { order: index * 10, required: true }] as const)
  return composedFields(scope.site, { fields: Object.fromEntries(places) }, scope)
}

function documentFields({ site }: CallScope): Readonly<Record<string, readonly string[]>> {
  return site.config.office.requiredDocumentFields
}

function offeredDocuments(scope: CallScope, { country }: KnownProfile): readonly string[] {
  return documentsOfCountry(Object.keys(documentFields(scope)), country)
}

async function accountData(scope: CallScope, profile: KnownProfile, now: Date): Promise<AccountDataAnswer> {
  const { answers, verified } = profile
  const { config } = scope.site
  const closed = closedFields(answers, verified)
  const t = textWriter(scope.language, pageTexts(scope.site, scope.language))
  const form = profileForm(scope)
  const context = formContext(scope.site, homeOf(scope, profile), now)
  const documents = offeredDocuments(scope, profile).map((type) => {
    const fields = documentForm(scope, type)
    const shown = [...withClosedFields(fields, closed)]
    return {
      type,
      title: t(`profile.document_${type}`),
      fields: shown,
      missing: [...missingFields(fields, answers)],
    }
  })
  const ids = new Set([...form, ...documents.flatMap(({ fields }) => fields)].map(({ id }) => id))
  const chosen = answers[DOCUMENT_FIELD]
  return {
    data: {
      id: String(playerOf(scope).accountId),
      type: 'account-data',
      attributes: {
        fields: [...withClosedFields(await withPlaces(config, form, answers), closed)],
        answers: Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id))),
        verified: [...verified],
        today: context.today,
        minimumAge: minimumAgeIn(context.detectedCountry, context),
        documents,
        ...(typeof chosen === 'string' ? { documentType: chosen } : {}),
      },
    },
  }
}

/** The answers that may be kept. @throws AppError profile.invalid with the fields at fault */
async function judged(
  scope: CallScope,
  of: {
    readonly form: readonly FieldDefinition[]
    readonly sent: Answers
    readonly profile: KnownProfile
    readonly now: Date
  },
): Promise<Answers> {
  const { form, sent, profile, now } = of
  const closed = closedFields(profile.answers, profile.verified).filter((id) => form.some((field) => field.id === id))
  const answers = withoutClosed(sent, profile.answers, closed)
  const definitions = await withPlaces(scope.site.config, form, answers)
  const { errors, payload } = checkAnswers(definitions, answers, formContext(scope.site, homeOf(scope, profile), now))
  const touched = touchedFields(sent, profile.answers, closed)
  const faults = {
    ...Object.fromEntries(Object.entries(errors).filter(([id]) => !closed.includes(id))),
    ...Object.fromEntries(touched.map((id) => [id, { code: 'value.refused' as const, params: { label: id } }])),
  }
  if (Object.keys(faults).length > 0) throw new AppError('profile.invalid', {}, { fields: faults })
  return payload
}

/** The visitor whose country is the player's, wherever they are now. */
function homeOf({ language, country }: CallScope, profile: KnownProfile) {
  return { language, country: profile.country ?? country }
}

/** The country of an account whose registration asked for none by a field. */
function countryAnswer({ site }: CallScope, { country }: KnownProfile): Answers {
  const { countries } = site.config.global
  const entry = country !== null && Object.hasOwn(countries, country) ? countries[country] : undefined
  return entry ? { country_id: entry.id } : {}
}
