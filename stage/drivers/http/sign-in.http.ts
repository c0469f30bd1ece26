import { signInActors } from '#calls/actors/sign-in.actors.ts'
import { AppError } from '#calls/app-error.ts'
import { solvedWork } from './captcha.http.ts'
import { type HttpMachine, type HttpScope, member } from './http-machine.ts'

type Input = Parameters<typeof signInActors.signIn>[1]
type SecondStep = Parameters<typeof signInActors.finishSignIn>[1]

/** What scenarios write for the random `authId` of a second step. */
const AUTH_ID = 'the-sign-in'

/** What scenarios write for what a work has earned. */
const WORK_TOKEN = 'work.done'

/** account/sign-in over HTTP. The server assigns the number of a player, including for a sign-in by number. */
export const signInHttp: HttpMachine = {
  actors: {
    signIn: {
      send: (scope, input) => {
        const { login, workToken, ...identity } = input as Input
        const work = workToken === undefined ? {} : { workToken: real(scope, workToken) }
        return signInActors
          .signIn(scope.call, { ...identity, ...work, login: real(scope, login) })
          .catch(withKnownAuthId(scope))
      },
      comparable: (output) => ({ userId: typeof member(output, 'userId') }),
    },
    workOff: {
      send: async (scope, input) => {
        const { token } = await solvedWork(scope.call, (input as { readonly times: number }).times)
        scope.standIns.set(WORK_TOKEN, () => token)
        return WORK_TOKEN
      },
      comparable: (output) => typeof output,
    },
    finishSignIn: {
      send: (scope, input) => {
        const { authId, code } = input as SecondStep
        const ticket = authId === null ? null : real(scope, authId)
        return signInActors.finishSignIn(scope.call, { authId: ticket, code: real(scope, code) })
      },
      comparable: (output) => ({ userId: typeof member(output, 'userId') }),
    },
  },
}

/** What the server knows a text of the scenario by. */
function real({ standIns }: HttpScope, text: string): string {
  return standIns.get(text)?.() ?? text
}

function withKnownAuthId({ standIns }: HttpScope): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'sign_in.second_factor') throw error
    const authId = String(error.params.authId)
    standIns.set(AUTH_ID, () => authId)
    throw new AppError(error.code, { ...error.params, authId: AUTH_ID }, { cause: error })
  }
}
