import { AppError } from '#calls/app-error.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  finishSignIn,
  finishSocialSignIn,
  getTwoFactorSecret,
  getTwoFactorState,
  proveTwoFactor,
  renewRecoveryCodes,
  sendTwoFactorSms,
} from '#calls/two-factor.calls.ts'
import type { AccountService } from '#server/account/account.service.ts'
import type { StartedSession } from '#server/account/sign-in/sessions.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls of the second factor: switching it on and off, and the second step of a sign-in. */
export function twoFactorHandlers(account: AccountService): AnyHandler[] {
  return [...settingHandlers(account), ...signInHandlers(account)]
}

function settingHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(getTwoFactorState, async (_input, scope) => {
      const { accountId } = playerOf(scope)
      const { isOn, recoveryCodesLeft, hasPhone } = await account.readTwoFactor(scope.site.brandId, accountId)
      return { isOn, recoveryCodesLeft, asksSms: hasPhone && isSmsRequired(scope) }
    }),
    answer(getTwoFactorSecret, async (_input, scope) => {
      const offered = await account.offerSecret(visitorOf(scope), playerOf(scope), scope.site.manifest.name)
      return { qr_code_url: offered.qrCodeUrl, qr_link: offered.qrLink, code: offered.code }
    }),
    answer(sendTwoFactorSms, async (_input, scope) => account.sendTwoFactorSms(visitorOf(scope), playerOf(scope))),
    answer(enableTwoFactor, async ({ body }, scope) => {
      const request = { appCode: body.app_code, smsCode: body.sms_code, isSmsRequired: isSmsRequired(scope) }
      const { session, recoveryCodes } = await account.enableTwoFactor(visitorOf(scope), playerOf(scope), request)
      scope.setSession(session)
      return { recovery_codes: [...recoveryCodes] }
    }),
    answer(proveTwoFactor, async ({ body }, scope) => ({
      hash: await account.proveTwoFactor(visitorOf(scope), playerOf(scope), body.code),
    })),
    answer(disableTwoFactor, async ({ body }, scope) => {
      scope.setSession(await account.disableTwoFactor(visitorOf(scope), playerOf(scope), body.hash))
      return { success: true as const }
    }),
    answer(renewRecoveryCodes, async ({ body }, scope) => ({
      recovery_codes: [...(await account.renewCodes(visitorOf(scope), playerOf(scope), body.hash))],
    })),
  ]
}

function signInHandlers(account: AccountService): AnyHandler[] {
  const enter = async (scope: CallScope, finish: () => Promise<StartedSession>) => {
    if (!scope.site.config.boolean.isAuthAllowed) throw new AppError('sign_in.not_allowed')
    const session = await finish()
    scope.setSession(session)
    return { userId: session.accountId }
  }
  return [
    answer(finishSignIn, async ({ body }, scope) =>
      enter(scope, () => account.finishSignIn(visitorOf(scope), body.auth_id, body.code)),
    ),
    answer(finishSocialSignIn, async ({ body }, scope) =>
      enter(scope, () => account.finishSocialSignIn(visitorOf(scope), body.code)),
    ),
  ]
}

function isSmsRequired({ site }: CallScope): boolean {
  return site.config.boolean.isTwoFactorSmsRequired
}
