import type { IdentificationField } from '#schemas'

/** What is wrong with an answer: a key of the dictionary. */
export type IdentificationFault = 'required' | 'protection.date_wrong' | 'registration.document_expired'

/** The fields whose answer is a date. */
export const DATE_FIELDS: ReadonlySet<string> = new Set(['birthday', 'passport_date', 'passport_end_date'])

/** What is wrong with the answers of the identification form (KYC-8): field id → fault, for each field that the document
 *  requires. @param today yyyy-MM-dd */
export function identificationFaults(
  required: readonly IdentificationField[],
  answers: Readonly<Record<string, string>>,
  today: string,
): Readonly<Record<string, IdentificationFault>> {
  const faults = required.flatMap((field) => {
    const fault = faultOf(field, answers[field]?.trim() ?? '', today)
    return fault ? [[field, fault] as const] : []
  })
  return Object.fromEntries(faults)
}

function faultOf(field: IdentificationField, answer: string, today: string): IdentificationFault | null {
  if (answer === '') return 'required'
  if (!DATE_FIELDS.has(field)) return null
  if (!isDate(answer)) return 'protection.date_wrong'
  if (field === 'passport_end_date') return answer < today ? 'registration.document_expired' : null
  return answer > today ? 'protection.date_wrong' : null
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text)
}
