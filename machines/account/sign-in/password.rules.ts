/** The fields in which a password is changed or reset. */
export type PasswordLine = 'login' | 'old' | 'code' | 'password' | 'repeated'

/** Their values. */
export type PasswordLines = Readonly<Record<PasswordLine, string>>

/** What is wrong: at a line, or at the form as a whole. */
export interface PasswordFault {
  readonly at: PasswordLine | 'form'
  /** Key of the text; `required` names the line by its label. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Which lines a form has: `asking` for a link, `setting` a password by a link, `proving` by a code, `changing` it. */
export type PasswordForm = 'asking' | 'setting' | 'proving' | 'changing'

const LINES: Readonly<Record<PasswordForm, readonly PasswordLine[]>> = {
  asking: ['login'],
  setting: ['password', 'repeated'],
  proving: ['code', 'password', 'repeated'],
  changing: ['old', 'password', 'repeated'],
}

/** Lines whose spaces at the ends are not meant. */
const TRIMMED: ReadonlySet<PasswordLine> = new Set(['login', 'code'])

/** Where the server's refusals belong. */
const PLACES: Readonly<Record<string, PasswordLine>> = {
  'password.wrong': 'old',
  'password.too_short': 'password',
  'password.too_long': 'password',
  'password.too_common': 'password',
  'password.not_repeated': 'repeated',
  'activation.invalid': 'code',
  'activation.too_many_attempts': 'code',
}

/** The first line that is empty, or the second password when the two differ; null when the form may be sent. */
export function passwordGap(form: PasswordForm, lines: PasswordLines): PasswordFault | null {
  const empty = LINES[form].find((line) => (TRIMMED.has(line) ? lines[line].trim() : lines[line]) === '')
  if (empty) return { at: empty, code: 'required', params: {} }
  if (form === 'asking' || lines.password === lines.repeated) return null
  return { at: 'repeated', code: 'password.not_repeated', params: {} }
}

/** Where a refusal is shown: at its line if the form has it, else at the form. */
export function passwordFault(form: PasswordForm, { code, params }: Omit<PasswordFault, 'at'>): PasswordFault {
  const line = PLACES[code]
  return { at: line && LINES[form].includes(line) ? line : 'form', code, params }
}
