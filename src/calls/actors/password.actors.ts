import type { PasswordChange, PasswordReset } from '#machines/account/sign-in/password.machine.ts'
import type { CallPort } from '../call.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../security.calls.ts'

/** The calls of the machine account/password: what its actors send. */
export const passwordActors = {
  askForReset: (call: CallPort, { login }: { readonly login: string }): Promise<unknown> =>
    call(requestPasswordReset, { body: { login } }),
  setPassword: (call: CallPort, { proof, password, repeated }: PasswordReset): Promise<unknown> => {
    const attributes = { ...proof, password, password_confirmation: repeated }
    return call(resetPassword, { body: { data: { attributes } } })
  },
  /** @param encode writes a password as it travels (ACC-3) */
  changePassword: (call: CallPort, change: PasswordChange, encode: (password: string) => string): Promise<unknown> => {
    const attributes = {
      old_password: encode(change.old),
      password: encode(change.password),
      password_confirmation: encode(change.repeated),
      end_other_sessions: change.endsOthers,
    }
    return call(changePassword, { body: { data: { attributes } } })
  },
} as const
