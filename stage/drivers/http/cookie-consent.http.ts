import { cookieConsentActors } from '#calls/actors/cookie-consent.actors.ts'
import type { HttpMachine } from './http-machine.ts'

type Input = Parameters<typeof cookieConsentActors.logAnswer>[1]

/** site/cookie-consent over HTTP: the server is told of the answer. What it says to that is not looked at by the machine. */
export const cookieConsentHttp: HttpMachine = {
  actors: {
    logAnswer: {
      send: ({ call }, input) => cookieConsentActors.logAnswer(call, input as Input),
      comparable: () => null,
    },
  },
}
