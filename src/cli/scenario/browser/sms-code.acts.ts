import { checkPhoneCode, sendPhoneCode } from '#calls/account.calls.ts'
import type { MachineActs, PageThing } from '#machines/shell/machine-acts.ts'
import type { SmsCodeEvent } from '#schemas'
import { ASK_CODE, DIALLING_CODE } from './registration-things.ts'
import { typed } from './typed-lines.ts'

const CODE_LABEL = 'Code from the message'
const LINE: PageThing = { role: 'textbox', name: CODE_LABEL }

/** phone/sms-code in a registration by phone. */
export const smsCodeActs: MachineActs<SmsCodeEvent> = {
  path: '/en/registration/phone_reg',
  toStart: [{ do: 'hover', on: DIALLING_CODE }],
  inputDefaults: { codeLabel: CODE_LABEL },
  events: {
    'phone.changed': ({ phone }) => [{ do: 'fill', on: { role: 'textbox', name: 'Mobile number' }, text: phone }],
    'code.requested': [{ do: 'press', key: 'Enter', on: ASK_CODE }],
    'code.changed': (event, place) => typed(LINE, event.code, event, place),
    'code.submitted': [{ do: 'press', key: 'Enter', on: LINE }],
    'confirmation.refused': {
      impossible: 'the form tells it when its server does not have the confirmation any more',
    },
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
