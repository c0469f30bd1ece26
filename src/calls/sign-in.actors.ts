import type { SecondStep } from '#machines/account/sign-in.machine.ts'
import type { LoginIdentity } from '#machines/account/sign-in.rules.ts'
import type { LoginAnswer } from '#schemas'
import { login } from './account.calls.ts'
import type { CallPort } from './call.ts'
import { finishSignIn, finishSocialSignIn } from './two-factor.calls.ts'

/** The calls of the machine account/sign-in: what its actors send, and what they give it of the answer. */
export const signInActors = {
  signIn: (call: CallPort, input: LoginIdentity & { readonly password: string }): Promise<LoginAnswer> =>
    call(login, {
      body: { login: input.login, password: input.password, auth_by_email: input.kind === 'email' },
    }),
  finishSignIn: (call: CallPort, { authId, code }: SecondStep): Promise<LoginAnswer> =>
    authId === null
      ? call(finishSocialSignIn, { body: { code } })
      : call(finishSignIn, { body: { auth_id: authId, code } }),
} as const
