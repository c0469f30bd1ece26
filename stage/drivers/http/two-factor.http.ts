import { twoFactorActors } from '#calls/actors/two-factor.actors.ts'
import type { TwoFactorSecretAnswer } from '#schemas'
import { appCodeAt } from '#server/wiring/http/app-code.ts'
import { type HttpMachine, type HttpScope, member } from './http-machine.ts'

type Enable = Parameters<typeof twoFactorActors.enable>[1]
type Code = Parameters<typeof twoFactorActors.disable>[1]

/** What scenarios write for the code that the app shows once the secret is scanned. */
const APP_CODE = '123456'
/** What they write for the code that was sent to the phone last. */
const SMS_CODE = '654321'

/** account/two-factor over HTTP. Secrets and recovery codes are random: that they are there is what is the same. */
export const twoFactorHttp: HttpMachine = {
  actors: {
    loadSecret: { send: loadSecret, comparable: (output) => ({ scheme: schemeOf(member(output, 'qr_link')) }) },
    sendSms: { send: ({ call }) => twoFactorActors.sendSms(call) },
    enable: {
      send: async (scope, input) => {
        const { appCode, smsCode } = input as Enable
        return twoFactorActors.enable(scope.call, {
          appCode: realCode(scope, appCode),
          smsCode: await realSms(scope, smsCode),
        })
      },
      comparable: withCodes,
    },
    disable: { send: (scope, input) => twoFactorActors.disable(scope.call, withRealCode(scope, input as Code)) },
    renewCodes: {
      send: (scope, input) => twoFactorActors.renewCodes(scope.call, withRealCode(scope, input as Code)),
      comparable: withCodes,
    },
  },
}

async function loadSecret({ call, standIns, now }: HttpScope): Promise<TwoFactorSecretAnswer> {
  const offered = await twoFactorActors.loadSecret(call)
  standIns.set(APP_CODE, () => appCodeAt(offered.code, now()))
  return offered
}

function realCode({ standIns }: HttpScope, code: string): string {
  return standIns.get(code)?.() ?? code
}

/** The code that was sent, and the other way round, so that a wrong one is always wrong. */
async function realSms(scope: HttpScope, code: string): Promise<string> {
  const real = await scope.latestCode()
  if (real === undefined) return code
  if (code === SMS_CODE) return real
  return code === real ? SMS_CODE : code
}

function withRealCode(scope: HttpScope, { code }: Code): Code {
  return { code: realCode(scope, code) }
}

function withCodes(output: unknown) {
  return { hasCodes: Array.isArray(member(output, 'recovery_codes')) }
}

function schemeOf(link: unknown): string {
  return String(link).replace(/:.*/, '')
}
