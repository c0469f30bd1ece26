import { AppError } from '#calls/app-error.ts'
import {
  getRegistrationFields,
  getRegistrationTypes,
  getWelcomeBonuses,
  postRegistration,
  postRegistrationFields,
} from '#calls/registration.calls.ts'
import { relationFields } from '#machines/forms/field-source.rules.ts'
import { registrationType } from '#machines/registration/registration-flow.rules.ts'
import { deriveForVisitor } from '#machines/site/visitor.rules.ts'
import type { Answers, FieldDefinition, RegistrationFieldsAnswerNew } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { StartedSession } from '#server/account/sign-in/sessions.ts'
import { readPhoneAnswers } from '#server/forms/phone-directory.ts'
import type { RegistrationService } from '#server/registration/registration.service.ts'
import type { RegistrationOutcome } from '#server/registration/registration-ports.ts'
import { madeOf } from '#server/site/brands/made-of.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import {
  answeredFields,
  type FormVisitor,
  formFields,
  offeredBonuses,
  offeredTypes,
  registrationData,
  welcomeBonuses,
} from './registration-form.ts'

/** Forms that are kept of a brand: few of its types, languages and countries are asked for at a time. */
const MOST_FORMS = 64

const fieldsAnswers = madeOf<ResolvedSite, RegistrationFieldsAnswerNew>(MOST_FORMS)

/** Who answers the calls of registration. */
export interface RegistrationHandlerPorts {
  readonly registration: RegistrationService<StartedSession>
  readonly endSession: AccountService['signOut']
  /** Whether methods of payment that move no real money are shown. */
  readonly takesTestMoney: boolean
}

/** A registration in a widget signs nobody in: a frame of another site could not keep the session's cookie, and one of a site
 *  next door must not be given it. */
export function registrationHandlers({
  registration,
  endSession,
  takesTestMoney,
}: RegistrationHandlerPorts): AnyHandler[] {
  return [
    answer(getRegistrationTypes, async (_input, scope) => ({
      data: { attributes: { types: offeredTypes(scope.site, scope) } },
    })),
    answer(getRegistrationFields, async ({ segments, query }, scope) => {
      const { language, country, origin } = scope
      // A campaign may begin or end while the form is kept.
      const bonuses = offeredBonuses(scope.site, { country: query.country ?? country }).map(({ id }) => id)
      const key = JSON.stringify([segments.type, language, country, origin, query.country, bonuses])
      return fieldsAnswers(scope.site, key, () => {
        const fields = fieldsOf(scope, segments.type, query.country)
        return Object.freeze({ data: { attributes: { fields }, relation_fields: relationFields(fields) } })
      })
    }),
    answer(postRegistrationFields, async ({ body }, scope) => ({
      fields: fieldsOf(scope, body.type, body.country),
      banners: [],
    })),
    answer(getWelcomeBonuses, async ({ query }, scope) => welcomeBonuses(scope.site, scope, query.bonus)),
    answer(postRegistration, async ({ body, query }, scope) => {
      if (!body.fields) return registrationData(scope.site, scope, takesTestMoney)
      const type = body.type ?? scope.site.config.registration.defaultType
      const { formerToken, ...visitor } = visitorOf(scope)
      const { session, ...outcome } = await registration.submit(
        query.isWidget ? visitor : { ...visitor, formerToken },
        {
          type,
          answers: readAnswers(scope, type, body.fields as Answers),
          key: body.requestKey,
          friendTag: body.friendTag,
        },
      )
      if (session && query.isWidget) await endSession(visitor, session.token)
      else if (session) scope.setSession(session)
      const { codeResendMs } = scope.site.config.auth
      // Without a session the player has been sent a mail, and waits for the next one.
      const wait = session ? {} : { retryAfterSeconds: Math.ceil(codeResendMs / 1000) }
      return { ...outcome, ...wait, isSignedIn: session !== undefined && !query.isWidget }
    }),
  ]
}

function fieldsOf(scope: CallScope, name: string, country: string | undefined): FieldDefinition[] {
  const type = registrationType(name)
  checkOffered(scope.site, type, scope)
  return [...formFields(scope.site, type, scope, country)]
}

/** Phone numbers may come as text: older clients, and pages that could not load the countries, send them as they were typed. */
function readAnswers(scope: CallScope, type: string, answers: Answers): Answers {
  const definitions = answeredFields(scope.site, registrationType(type), scope, answers)
  return readPhoneAnswers(scope.site.config, definitions, answers, scope.country)
}

/** @throws AppError registration.not_allowed, registration.type_unknown */
export function checkOffered(site: ResolvedSite, type: string, visitor: FormVisitor): void {
  const { country, language } = visitor
  const derived = deriveForVisitor(site, { country, language, signedIn: false })
  if (!derived.isRegistrationOffered) throw new AppError('registration.not_allowed')
  if (!offeredTypes(site, visitor).includes(type)) throw new AppError('registration.type_unknown', { type })
}

/** An outcome of a registration as it comes back from JSON. */
export function reviveOutcome(text: string): RegistrationOutcome<StartedSession> {
  const { session, ...rest } = JSON.parse(text) as RegistrationOutcome<StartedSession & { readonly expiresAt: string }>
  return session ? { ...rest, session: { ...session, expiresAt: new Date(session.expiresAt) } } : rest
}
