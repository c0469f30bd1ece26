import type { SmsWait } from '#machines/account/sign-in/two-factor.machine.ts'
import type { RecoveryCodesAnswer, TwoFactorSecretAnswer } from '#schemas'
import type { CallPort } from '../call.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorSecret,
  proveTwoFactor,
  renewRecoveryCodes,
  sendTwoFactorSms,
} from '../two-factor.calls.ts'

/** The calls of the machine account/two-factor: what its actors send, and what they give it of the answer. */
export const twoFactorActors = {
  loadSecret: (call: CallPort): Promise<TwoFactorSecretAnswer> => call(getTwoFactorSecret, {}),
  sendSms: async (call: CallPort): Promise<SmsWait> => {
    const { retryAfterSeconds } = await call(sendTwoFactorSms, {})
    return { retryAfterSeconds }
  },
  /** An SMS code goes along only when one was entered (TFA-4). */
  enable: (
    call: CallPort,
    { appCode, smsCode }: { readonly appCode: string; readonly smsCode: string },
  ): Promise<RecoveryCodesAnswer> =>
    call(enableTwoFactor, { body: { app_code: appCode, ...(smsCode === '' ? {} : { sms_code: smsCode }) } }),
  disable: async (call: CallPort, { code }: { readonly code: string }): Promise<unknown> => {
    const { hash } = await call(proveTwoFactor, { body: { code } })
    return call(disableTwoFactor, { body: { hash } })
  },
  renewCodes: async (call: CallPort, { code }: { readonly code: string }): Promise<RecoveryCodesAnswer> => {
    const { hash } = await call(proveTwoFactor, { body: { code } })
    return call(renewRecoveryCodes, { body: { hash } })
  },
} as const
