import { AppError } from '#calls/app-error.ts'
import { signInActors } from '#calls/sign-in.actors.ts'
import { type HttpMachine, type HttpScope, member } from './http-machine.ts'

type Input = Parameters<typeof signInActors.signIn>[1]
type SecondStep = Parameters<typeof signInActors.finishSignIn>[1]

/** What scenarios write for the random `authId` of a second step. */
const AUTH_ID = 'the-sign-in'

/** account/sign-in over HTTP. Which number a player has is the server's affair. */
export const signInHttp: HttpMachine = {
  actors: {
    signIn: {
      send: (scope, input) => signInActors.signIn(scope.call, input as Input).catch(withKnownAuthId(scope)),
      comparable: (output) => ({ userId: typeof member(output, 'userId') }),
    },
    finishSignIn: {
      send: ({ call, standIns }, input) => {
        const { authId, code } = input as SecondStep
        const real = (text: string) => standIns.get(text)?.() ?? text
        return signInActors.finishSignIn(call, { authId: authId === null ? null : real(authId), code: real(code) })
      },
      comparable: (output) => ({ userId: typeof member(output, 'userId') }),
    },
  },
}

function withKnownAuthId({ standIns }: HttpScope): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'sign_in.second_factor') throw error
    const authId = String(error.params.authId)
    standIns.set(AUTH_ID, () => authId)
    throw new AppError(error.code, { ...error.params, authId: AUTH_ID }, { cause: error })
  }
}
