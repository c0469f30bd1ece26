import type { Answers, FieldDefinition } from '#schemas'
import type { Fault } from './form/form-context.rules.ts'
import { checkName } from './kinds/name.rules.ts'
import { findOption } from './kinds/options.rules.ts'

/** A function of ours that a server may ask for by name (RULE-5). It sees only texts that are not empty. */
export type UserFunction = (
  value: string,
  form: { readonly answers: Answers; readonly definitions: readonly FieldDefinition[] },
) => Fault | null

/** The functions by the name that a rule gives. */
export const USER_FUNCTIONS: Readonly<Record<string, UserFunction>> = {
  name: checkName,
  cpf: (value) => (isCpf(value) ? null : REFUSED),
  inn: (value) => (isInn(value) ? null : REFUSED),
  accountLength: (value, { answers, definitions }) => checkAccountLength(value, definitions, answers),
}

const REFUSED: Fault = { code: 'value.refused', params: {} }

/** Whether a text is a Brazilian taxpayer number: eleven digits, written with or without `.` and `-`, the last two being
 *  check digits modulo 11. Eleven equal digits pass the sum and are given to nobody. */
export function isCpf(text: string): boolean {
  if (!/^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/.test(text)) return false
  const digits = digitsOf(text)
  if (new Set(digits).size === 1) return false
  return [9, 10].every((place) => {
    const sum = digits.slice(0, place).reduce((total, digit, index) => total + digit * (place + 1 - index), 0)
    return digits[place] === ((sum * 10) % 11) % 10
  })
}

/** Weights of the check digits of a Russian taxpayer number: place of the digit → weights of those before it. */
const INN_WEIGHTS = {
  10: [[9, [2, 4, 10, 3, 5, 9, 4, 6, 8]]],
  12: [
    [10, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]],
    [11, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]],
  ],
} as const

/** Whether a text is a Russian taxpayer number: twelve digits of a person or ten of a company, with their check digits. */
export function isInn(text: string): boolean {
  if (!/^(?:\d{10}|\d{12})$/.test(text) || /^0+$/.test(text)) return false
  const digits = digitsOf(text)
  return INN_WEIGHTS[text.length as 10 | 12].every(([place, weights]) => {
    const sum = weights.reduce((total: number, weight, index) => total + weight * (digits[index] ?? 0), 0)
    return digits[place] === (sum % 11) % 10
  })
}

/** An account has as many letters and digits as the chosen bank says (FIELD-13); with no such bank chosen, any number. */
function checkAccountLength(account: string, definitions: readonly FieldDefinition[], answers: Answers): Fault | null {
  const lengths = definitions.flatMap((field) => findOption(field, answers[field.id])?.account_length ?? [])
  const [wanted] = lengths
  if (wanted === undefined || account.replace(/[^\p{L}\p{N}]/gu, '').length === wanted) return null
  return { code: 'equal_length', params: { value: wanted } }
}

function digitsOf(text: string): number[] {
  return text.replace(/\D/g, '').split('').map(Number)
}
