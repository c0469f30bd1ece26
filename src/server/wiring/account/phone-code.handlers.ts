import { checkPhoneCode, sendPhoneCode } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import type { AccountService } from '#server/account/account.service.ts'
import { normaliseIdentifier } from '#server/account/identifiers.ts'
import { phoneCountries } from '#server/forms/phone-directory.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** What the calls of a phone's confirmation need of the identity around them. */
export interface PhoneCodePorts {
  readonly account: Pick<AccountService, 'sendPhoneCode' | 'confirmPhone' | 'sendSignInCode' | 'signInByCode'>
  /** @throws AppError when the brand does not register by phone, or nobody at all */
  readonly checkOffered: (scope: CallScope) => void
}

/** The calls by which a guest confirms a phone (REG-13, REG-14) or signs in with one (AUTH-15). A browser gets its token with the
 *  first code. */
export function phoneCodeHandlers({ account, checkOffered }: PhoneCodePorts): AnyHandler[] {
  return [
    answer(sendPhoneCode, async ({ body }, scope) => {
      const isSignIn = body.purpose === 'sign_in'
      if (isSignIn) checkSignInOffered(scope)
      else checkOffered(scope)
      checkServed(scope, body.phone)
      const visitor = visitorOf(scope)
      return isSignIn ? account.sendSignInCode(visitor, body.phone) : account.sendPhoneCode(visitor, body.phone)
    }),
    answer(checkPhoneCode, async ({ body }, scope) => {
      if (body.purpose === 'sign_in') {
        checkSignInOffered(scope)
        const session = await account.signInByCode(visitorOf(scope), body.phone, body.code)
        scope.setSession(session)
        return { success: true as const, userId: session.accountId }
      }
      await account.confirmPhone(visitorOf(scope), body.phone, body.code)
      return { success: true as const }
    }),
  ]
}

/** Messages cost money: they go where the brand takes numbers from. @throws AppError registration.invalid at the phone */
function checkServed(scope: CallScope, phone: string): void {
  if (isServedPhone(scope, phone)) return
  const { value } = normaliseIdentifier('phone', phone)
  const error = { code: 'phone.country_unknown', params: { code: value } } as const
  throw new AppError('registration.invalid', {}, { fields: { phone: error } })
}

/** A number as it is kept: 6 to 20 digits after the plus, without any separators. */
const WHOLE_NUMBER = /^\+[1-9]\d{5,19}$/

/** Whether the brand takes a number: it is whole, and begins like those of a country of its list, or of the one that is named. */
export function isServedPhone({ site, language }: CallScope, phone: string, countryCode?: string): boolean {
  const { value } = normaliseIdentifier('phone', phone)
  if (!WHOLE_NUMBER.test(value)) return false
  const countries = phoneCountries(site.config, language)
  if (countryCode !== undefined)
    return countries.some(({ code, phoneCode }) => code === countryCode && value.startsWith(phoneCode))
  const isListed = countries.some(({ phoneCode }) => value.startsWith(phoneCode))
  return isListed || site.config.registration.isManualPhoneCodeAllowed
}

/** @throws AppError sign_in.not_allowed where nobody may sign in by a code */
function checkSignInOffered({ site }: CallScope): void {
  if (site.config.boolean.isAuthAllowed && site.config.auth.isSmsSignInOffered) return
  throw new AppError('sign_in.not_allowed')
}
