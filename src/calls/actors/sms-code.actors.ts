import type { PhoneCodeAnswer } from '#schemas'
import { checkPhoneCode, sendPhoneCode } from '../account.calls.ts'
import type { CallPort } from '../call.ts'

/** The calls of the machine phone/sms-code: what its actors send, and what they give it of the answer. */
export const smsCodeActors = {
  sendCode: (call: CallPort, { phone }: { readonly phone: string }): Promise<PhoneCodeAnswer> =>
    call(sendPhoneCode, { body: { phone } }),
  checkCode: (call: CallPort, { phone, code }: { readonly phone: string; readonly code: string }): Promise<unknown> =>
    call(checkPhoneCode, { body: { phone, code } }),
} as const
