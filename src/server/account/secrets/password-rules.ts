import { readFileSync } from 'node:fs'
import { AppError } from '#calls/app-error.ts'
import type { AccountPolicy } from '../account-ports.ts'

/** A part of the player's own data shorter than this says nothing when a password contains it. */
const MIN_OWN_LENGTH = 4

let common: ReadonlySet<string> | undefined

/** The passwords that are guessed first, lower case, eight characters and more. No leaked list went into it: it is written
 *  down from the patterns that studies of leaks name, each with the endings people add (1, 123, years, an exclamation mark):
 *  runs and repeats of digits, walks over the keyboard in five layouts, dates of birth, first names, and words of love,
 *  sport, clubs, animals, places and technology. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  return common
}

/** Fewest and most characters of a password. */
export type PasswordLengths = Pick<AccountPolicy, 'passwordMinLength' | 'passwordMaxLength'>

/** Whether a password is fit to protect an account (SEC-3). Length is counted in characters, within what the brand says;
 *  spaces and any script are fine, no kind of character is asked for.
 *  @param own the player's e-mail, phone and names, which the password may not contain
 *  @throws AppError password.too_short, password.too_long or password.too_common */
export function checkPassword(
  password: string,
  own: readonly string[],
  { passwordMinLength: minimum, passwordMaxLength: maximum }: PasswordLengths,
): void {
  const { length } = [...password]
  if (length < minimum) throw new AppError('password.too_short', { minimum })
  if (length > maximum) throw new AppError('password.too_long', { maximum })
  const lower = password.toLowerCase()
  const isOwn = ownParts(own).some((part) => lower.includes(part))
  if (isOwn || commonPasswords().has(lower)) throw new AppError('password.too_common')
}

/** `Anna@mail.example` → the whole address and `anna`; short parts are left out. */
function ownParts(own: readonly string[]): string[] {
  return own
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part.length >= MIN_OWN_LENGTH)
}
