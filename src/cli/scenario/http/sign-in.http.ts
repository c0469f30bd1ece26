import { signInActors } from '#calls/sign-in.actors.ts'
import { type HttpMachine, member } from './http-machine.ts'

type Input = Parameters<typeof signInActors.signIn>[1]

/** account/sign-in over HTTP. Which number a player has is the server's affair. */
export const signInHttp: HttpMachine = {
  actors: {
    signIn: {
      send: ({ call }, input) => signInActors.signIn(call, input as Input),
      comparable: (output) => ({ userId: typeof member(output, 'userId') }),
    },
  },
}
