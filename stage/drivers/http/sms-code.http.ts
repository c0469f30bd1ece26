import { smsCodeActors } from '#calls/actors/sms-code.actors.ts'
import type { HttpMachine, HttpScope } from './http-machine.ts'

type Phone = Parameters<typeof smsCodeActors.sendCode>[1]
type PhoneAndCode = Parameters<typeof smsCodeActors.checkCode>[1]

/** phone/sms-code over HTTP. What the scenario writes for the code that was sent becomes that code, and the other way round, so
 *  that a wrong code is always wrong. A recording keeps no codes: there the one that was accepted stands for it. */
export const smsCodeHttp: HttpMachine = {
  actors: {
    sendCode: { send: ({ call }, input) => smsCodeActors.sendCode(call, input as Phone) },
    checkCode: {
      send: async (scope, input) => {
        const { phone, code } = input as PhoneAndCode
        return smsCodeActors.checkCode(scope.call, { phone, code: await realCode(scope, phone, code) })
      },
    },
  },
}

async function realCode(scope: HttpScope, phone: string, code: string): Promise<string> {
  const sent = await scope.sentCode(phone)
  if (!sent) return code
  const { real, written = scope.told?.do === 'ok' ? code : undefined } = sent
  if (code === written) return real
  return code === real && written !== undefined ? written : code
}
