import type { Credentials, SecondStep } from '#machines/account/sign-in/sign-in.machine.ts'
import type { LoginAnswer } from '#schemas'
import { login } from '../account.calls.ts'
import type { CallPort } from '../call.ts'
import { finishSignIn, finishSocialSignIn } from '../two-factor.calls.ts'

/** The calls of the machine account/sign-in: what its actors send, and what they give it of the answer. */
export const signInActors = {
  signIn: (call: CallPort, { kind, login: name, password, workToken }: Credentials): Promise<LoginAnswer> =>
    call(
      login,
      { body: { login: name, password, auth_by_email: kind === 'email' } },
      workToken === undefined ? {} : { workToken },
    ),
  finishSignIn: (call: CallPort, { authId, code }: SecondStep): Promise<LoginAnswer> =>
    authId === null
      ? call(finishSocialSignIn, { body: { code } })
      : call(finishSignIn, { body: { auth_id: authId, code } }),
} as const
