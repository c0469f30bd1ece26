import { readFileSync } from 'node:fs'
import { AppError } from '#calls/app-error.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128
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

/** Whether a password is fit to protect an account (SEC-3). Length is counted in characters, 8 to 128; spaces and any script
 *  are fine, no kind of character is asked for.
 *  @param own the player's e-mail, phone and names, which the password may not contain
 *  @throws AppError password.too_short, password.too_long or password.too_common */
export function checkPassword(password: string, own: readonly string[]): void {
  const { length } = [...password]
  if (length < MIN_PASSWORD_LENGTH) throw new AppError('password.too_short', { minimum: MIN_PASSWORD_LENGTH })
  if (length > MAX_PASSWORD_LENGTH) throw new AppError('password.too_long', { maximum: MAX_PASSWORD_LENGTH })
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
