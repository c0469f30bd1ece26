import type { SentContactCode, WantedContact } from '#machines/account/contacts/contact-change-setup.machine.ts'
import type { ContactBegunAnswer, ContactCodeAnswer } from '#schemas'
import type { CallPort } from '../call.ts'
import {
  beginPhoneUpdate,
  checkConfirmCode,
  checkUserAnswer,
  confirmCreatedPhoneNumber,
  confirmPhoneUpdate,
  createPhoneNumber,
  sendPhoneUpdateCode,
} from '../contacts.calls.ts'

/** The calls of the machine account/phone-change: what its actors send, and what they give it of the answer. */
export const phoneChangeActors = {
  begin: (call: CallPort, { value }: { readonly value: string }): Promise<ContactBegunAnswer> =>
    call(beginPhoneUpdate, { body: { phone: value } }),
  sendCode: async (call: CallPort, { value, isFirst }: WantedContact): Promise<SentContactCode> =>
    sentCode(
      await (isFirst ? call(createPhoneNumber, { body: { phone_number: value } }) : call(sendPhoneUpdateCode, {})),
    ),
  allowByCode: (call: CallPort, { code }: { readonly code: string }): Promise<unknown> =>
    call(checkConfirmCode, { body: { confirm_code: code } }),
  allowBySecret: (call: CallPort, { secret }: { readonly secret: string }): Promise<unknown> =>
    call(checkUserAnswer, { body: { user_answer: secret } }),
  /** @param takesAppMessages whether later codes may come by messenger; asked of a first phone alone */
  confirm: (
    call: CallPort,
    { value, isFirst, code }: WantedContact & { readonly code: string },
    takesAppMessages = false,
  ): Promise<unknown> =>
    isFirst
      ? call(confirmCreatedPhoneNumber, {
          body: { phone_number: value, confirm_code: code, is_send_sms_to_apps: takesAppMessages },
        })
      : call(confirmPhoneUpdate, { body: { confirm_code: code } }),
} as const

/** What is shown about a code; without a wait another one may be requested at once, and the server has the last word.
 *  */
export function sentCode({ message, code_length, retry_after_seconds = 0 }: ContactCodeAnswer): SentContactCode {
  return { message, codeLength: code_length, retryAfterSeconds: retry_after_seconds }
}
