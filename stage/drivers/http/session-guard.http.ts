import { sessionGuardActors } from '#calls/actors/session-guard.actors.ts'
import { type HttpMachine, member } from './http-machine.ts'

/** account/session-guard over HTTP. Which number a player has is the server's affair. */
export const sessionGuardHttp: HttpMachine = {
  actors: {
    signOut: { send: ({ call }) => sessionGuardActors.signOut(call) },
    readPlayer: {
      send: ({ call }) => sessionGuardActors.readPlayer(call),
      comparable: (output) => ({ isSignedIn: member(output, 'userId') !== null }),
    },
  },
}
