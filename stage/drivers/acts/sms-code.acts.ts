import { checkPhoneCode, sendPhoneCode } from '#calls/account.calls.ts'
import { postRegistration } from '#calls/registration.calls.ts'
import type { MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import type { SmsCodeEvent } from '#schemas'
import { stateBefore, typed } from '../browser/typed-lines.ts'
import { ASK_CODE, DIALLING_CODE, isSubmission, SEND_FORM } from './registration-things.ts'

const CODE_LABEL = 'Code from the message'
const LINE: PageThing = { role: 'textbox', name: CODE_LABEL }

/** The rest of the form is filled in, and it is sent. */
const SEND_REST: readonly PageAct[] = [
  { do: 'fill', on: { label: 'Password' }, text: 'a sentence of mine' },
  { do: 'choose', on: { label: /Month/ }, text: '05' },
  { do: 'fill', on: { label: /Day/ }, text: '17' },
  { do: 'fill', on: { label: /Year/ }, text: '1990' },
  { do: 'check', on: { role: 'checkbox', name: /I have read/ } },
  { do: 'click', on: SEND_FORM },
]
/** The server does not have the confirmation any more. */
const REFUSAL = { code: 'registration.invalid', fields: { phone: { code: 'phone.confirmation_expired' } } } as const
/** Digits of a code where a scenario names none, as its machine has it. */
const CODE_LENGTH = 6

/** phone/sms-code in a registration by phone. */
export const smsCodeActs: MachineActs<SmsCodeEvent> = {
  path: '/en/registration/phone_reg',
  toStart: [{ do: 'hover', on: DIALLING_CODE }],
  inputDefaults: { codeLabel: CODE_LABEL },
  pageConfig: ({ input }) => ({ auth: { codeLength: Number(input?.codeLength ?? CODE_LENGTH) } }),
  answers: () => [{ call: postRegistration, isMeant: isSubmission, failure: REFUSAL }],
  events: {
    'phone.changed': ({ phone }) => [{ do: 'fill', on: { role: 'textbox', name: 'Mobile number' }, text: phone }],
    'code.requested': [{ do: 'press', key: 'Enter', on: ASK_CODE }],
    'code.changed': (event, place) => typed(LINE, event.code, event, place),
    'code.submitted': [{ do: 'press', key: 'Enter', on: LINE }],
    // A form without a confirmation is not sent.
    'confirmation.refused': (_, place) => (stateBefore(place) === 'confirmed' ? SEND_REST : []),
  },
  // The line takes no spaces.
  comparableEvent: (event) => ('code' in event ? { ...event, code: String(event.code).replaceAll(/\s/g, '') } : event),
  actors: { sendCode: { call: sendPhoneCode }, checkCode: { call: checkPhoneCode } },
  comparable: ({ context, ...seen }) => ({ ...seen, context: withPlainLabel(context) }),
}

/** What a brand calls the code is its own affair: scenarios call it Code. */
function withPlainLabel(context: unknown): unknown {
  const text = JSON.stringify(context, (_, value) => (value === CODE_LABEL ? 'Code' : value))
  return JSON.parse(text)
}
