import { emailChangeActors } from '#calls/actors/email-change.actors.ts'
import { phoneChangeActors } from '#calls/actors/phone-change.actors.ts'
import type { HttpMachine, HttpScope } from './http-machine.ts'

type WantedContact = Parameters<typeof phoneChangeActors.sendCode>[1]
type Proof = Parameters<typeof phoneChangeActors.confirm>[1]
type Coded = Pick<Proof, 'code'>

/** What scenarios write for the code that was sent last, of which a shorter code is the beginning. */
const WRITTEN_CODE = '1234567890'

/** account/phone-change over HTTP. The text about a code names part of the address; the length of the code stays the
 *  same. */
export const phoneChangeHttp: HttpMachine = {
  actors: {
    begin: { send: ({ call }, input) => phoneChangeActors.begin(call, input as { value: string }) },
    sendCode: { send: ({ call }, input) => phoneChangeActors.sendCode(call, input as WantedContact) },
    allowByCode: {
      send: async (scope, input) =>
        phoneChangeActors.allowByCode(scope.call, await withRealCode(scope, input as Coded)),
    },
    allowBySecret: { send: ({ call }, input) => phoneChangeActors.allowBySecret(call, input as { secret: string }) },
    confirm: {
      send: async (scope, input) => phoneChangeActors.confirm(scope.call, await withRealCode(scope, input as Proof)),
    },
  },
}

/** account/email-change over HTTP. */
export const emailChangeHttp: HttpMachine = {
  actors: {
    begin: { send: ({ call }, input) => emailChangeActors.begin(call, input as { value: string }) },
    sendCode: { send: ({ call }) => emailChangeActors.sendCode(call) },
    allowByCode: {
      send: async (scope, input) =>
        emailChangeActors.allowByCode(scope.call, await withRealCode(scope, input as Coded)),
    },
    allowBySecret: { send: ({ call }, input) => emailChangeActors.allowBySecret(call, input as { secret: string }) },
    confirm: {
      send: async (scope, input) => emailChangeActors.confirm(scope.call, await withRealCode(scope, input as Proof)),
    },
  },
}

/** What the scenario writes for a code becomes the one that was sent last, and the other way round, so that a wrong code is
 *  always wrong. */
async function withRealCode<Input extends Coded>(scope: HttpScope, input: Input): Promise<Input> {
  const real = await scope.latestCode()
  if (real === undefined) return input
  const written = WRITTEN_CODE.slice(0, real.length)
  if (input.code === written) return { ...input, code: real }
  return input.code === real ? { ...input, code: written } : input
}
