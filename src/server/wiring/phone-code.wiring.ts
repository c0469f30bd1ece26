import { checkPhoneCode, sendPhoneCode } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import type { AccountService } from '#server/account/account.service.ts'
import { normaliseIdentifier } from '#server/account/identifiers.ts'
import { phoneCountries } from '#server/forms/phone-directory.ts'
import { type AnyHandler, answer, type CallScope } from './call-scope.ts'
import { visitorOf } from './visitor-scope.ts'

/** What the calls of a phone's confirmation need of the identity around them. */
export interface PhoneCodePorts {
  readonly account: Pick<AccountService, 'sendPhoneCode' | 'confirmPhone'>
  /** @throws AppError when the brand does not register by phone, or nobody at all */
  readonly checkOffered: (scope: CallScope) => void
}

/** The calls by which a guest confirms a phone (REG-13, REG-14). A browser gets its token with the first code. */
export function phoneCodeHandlers({ account, checkOffered }: PhoneCodePorts): AnyHandler[] {
  return [
    answer(sendPhoneCode, async ({ body }, scope) => {
      checkOffered(scope)
      checkServed(scope, body.phone)
      return account.sendPhoneCode({ ...visitorOf(scope), browser: scope.nameBrowser() }, body.phone)
    }),
    answer(checkPhoneCode, async ({ body }, scope) => {
      await account.confirmPhone(visitorOf(scope), body.phone, body.code)
      return { success: true as const }
    }),
  ]
}

/** Messages cost money: they go where the brand takes numbers from. @throws AppError registration.invalid at the phone */
function checkServed({ site, language }: CallScope, phone: string): void {
  const { value } = normaliseIdentifier('phone', phone)
  const isServed = phoneCountries(site.config, language).some(({ phoneCode }) => value.startsWith(phoneCode))
  if (isServed || site.config.registration.isManualPhoneCodeAllowed) return
  const error = { code: 'phone.country_unknown', params: { code: value } } as const
  throw new AppError('registration.invalid', {}, { fields: { phone: error } })
}
