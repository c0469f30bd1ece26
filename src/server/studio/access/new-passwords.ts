import { AppError } from '#calls/app-error.ts'
import { checkPassword } from '#server/account/secrets/password-rules.ts'
import type { Passwords } from '#server/account/secrets/passwords.ts'
import { StudioFailure } from '../studio-failure.ts'

const LENGTHS = { passwordMinLength: 12, passwordMaxLength: 200 }

/** The hash of a password that is chosen for an account.
 *  @param own name and address of the account, which the password may not contain
 *  @throws StudioFailure access.password_common; request.invalid when it is too short or too long */
export async function hashNewPassword(passwords: Passwords, password: string, own: readonly string[]): Promise<string> {
  try {
    checkPassword(password, own, LENGTHS)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'password.too_common') throw new StudioFailure('access.password_common')
    throw new StudioFailure('request.invalid', { where: 'body/password', fault: error.code })
  }
  return passwords.hash(password)
}
