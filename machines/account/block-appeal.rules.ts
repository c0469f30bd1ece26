import { readLogin } from './sign-in/sign-in.rules.ts'

/** Fewest and most characters of an appeal. */
export const APPEAL_LENGTH = { min: 20, max: 4000 } as const

/** An appeal as it is typed. */
export interface TypedAppeal {
  readonly login: string
  readonly email: string
  readonly text: string
}

/** The first line that is wrong, with the key of what to say; undefined when it may be sent. */
export function appealFault({
  login,
  email,
  text,
}: TypedAppeal): { readonly at: keyof TypedAppeal; readonly code: string } | undefined {
  if (login.trim() === '') return { at: 'login', code: 'appeal.login_missing' }
  if (readLogin(email)?.kind !== 'email') return { at: 'email', code: 'appeal.email_wrong' }
  const { length } = Array.from(text.trim())
  return length < APPEAL_LENGTH.min || length > APPEAL_LENGTH.max
    ? { at: 'text', code: 'appeal.text_short' }
    : undefined
}
