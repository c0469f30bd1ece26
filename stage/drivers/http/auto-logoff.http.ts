import { autoLogoffActors } from '#calls/actors/auto-logoff.actors.ts'
import type { HttpMachine } from './http-machine.ts'

/** account/auto-logoff over HTTP: the session is ended. Reading the last activity is the page's. */
export const autoLogoffHttp: HttpMachine = {
  actors: {
    signOut: {
      send: ({ call }) => autoLogoffActors.signOut(call),
      comparable: () => null,
    },
  },
}
