import { factorOf, type SecondFactor } from '#machines/account/sign-in/sign-in.rules.ts'
import type { PhoneCodeAnswer } from '#schemas'
import { checkPhoneCode, sendPhoneCode } from '../account.calls.ts'
import { AppError } from '../app-error.ts'
import type { CallPort } from '../call.ts'

/** What the right code of a phone comes to: somebody is signed in, or a second factor is asked for. */
export type SmsSignIn = { readonly userId: number } | { readonly authId: string; readonly factor: SecondFactor }

/** The calls of the machine phone/sms-code where a code signs in (AUTH-15). */
export const smsSignInActors = {
  sendCode: (call: CallPort, { phone }: { readonly phone: string }): Promise<PhoneCodeAnswer> =>
    call(sendPhoneCode, { body: { phone, purpose: 'sign_in' } }),
  checkCode: async (
    call: CallPort,
    { phone, code }: { readonly phone: string; readonly code: string },
  ): Promise<SmsSignIn> => {
    try {
      const { userId = 0 } = await call(checkPhoneCode, { body: { phone, code, purpose: 'sign_in' } })
      return { userId }
    } catch (error) {
      if (error instanceof AppError && error.code === 'sign_in.second_factor')
        return { authId: String(error.params.authId), factor: factorOf(error.params.factor) }
      throw error
    }
  },
} as const
