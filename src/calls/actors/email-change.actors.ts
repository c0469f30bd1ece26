import type { SentContactCode } from '#machines/account/contacts/contact-change-setup.machine.ts'
import type { ContactBegunAnswer } from '#schemas'
import type { CallPort } from '../call.ts'
import {
  beginEmailChange,
  checkEmailChangeCode,
  checkEmailChangePassword,
  confirmEmailChange,
  sendEmailChangeCode,
} from '../contacts.calls.ts'
import { sentCode } from './phone-change.actors.ts'

/** The calls of the machine account/email-change: what its actors send, and what they give it of the answer. */
export const emailChangeActors = {
  begin: (call: CallPort, { value }: { readonly value: string }): Promise<ContactBegunAnswer> =>
    call(beginEmailChange, { body: { email: value } }),
  sendCode: async (call: CallPort): Promise<SentContactCode> => sentCode(await call(sendEmailChangeCode, {})),
  allowByCode: (call: CallPort, { code }: { readonly code: string }): Promise<unknown> =>
    call(checkEmailChangeCode, { body: { confirm_code: code } }),
  allowBySecret: (call: CallPort, { secret }: { readonly secret: string }): Promise<unknown> =>
    call(checkEmailChangePassword, { body: { password: secret } }),
  confirm: (call: CallPort, { code }: { readonly code: string }): Promise<unknown> =>
    call(confirmEmailChange, { body: { confirm_code: code } }),
} as const
