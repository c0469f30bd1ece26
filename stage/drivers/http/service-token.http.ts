import { serviceTokenActors } from '#calls/actors/service-token.actors.ts'
import type { CallPort } from '#calls/call.ts'
import type { HttpMachine, HttpScope } from './http-machine.ts'

type TokenAnswer = Awaited<ReturnType<typeof serviceTokenActors.fetchToken>>

/** Stands for the token that the page has asked for last; from then on the next one is asked for as a refresh of it. */
const TOKEN = 'the service token'
const MINUTE_MS = 60_000

/** account/service-token over HTTP. A token is random: that there is one, how long it lives and how the clocks differ, in minutes,
 *  is what is the same. The lock and the storage of the tabs are the page's. */
export const serviceTokenHttp: HttpMachine = {
  actors: { fetchToken: { send: fetchToken, comparable } },
}

function fetchToken(scope: HttpScope): Promise<TokenAnswer> {
  const { standIns, browserNow } = scope
  const isRenewal = standIns.has(TOKEN)
  standIns.set(TOKEN, () => '')
  return serviceTokenActors.fetchToken(dated(scope), { isRenewal, nowMs: () => browserNow().getTime() })
}

/** Node writes the `date` of an answer from the computer's clock; here it comes from the clock that the server uses. */
function dated({ call, now }: HttpScope): CallPort {
  return (one, input, extras) =>
    call(one, input, {
      ...extras,
      onHead: ({ get }) =>
        extras?.onHead?.({ get: (name) => (name === 'date' && get(name) !== null ? now().toUTCString() : get(name)) }),
    })
}

function comparable(output: unknown) {
  const { userToken, expiresAtMs, serverDateMs, sentAtMs, receivedAtMs } = output as TokenAnswer
  const minutesSince = (fromMs: number, toMs: number) => Math.round((toMs - fromMs) / MINUTE_MS)
  return {
    hasToken: Boolean(userToken),
    isDated: serverDateMs !== null,
    lifeMinutes: minutesSince(serverDateMs ?? receivedAtMs, expiresAtMs),
    skewMinutes: minutesSince((sentAtMs + receivedAtMs) / 2, serverDateMs ?? receivedAtMs),
  }
}
