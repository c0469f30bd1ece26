import type { Answers, IdentificationField } from '#schemas'

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

/** The answers of a profile that documents show to be true: those that the form repeats, or without a form those that the
 *  documents hold and somebody has compared. One that is missing in the profile is not shown, for what would be answered later
 *  nobody has compared. @param form null when only documents were sent   @param held what the documents say */
export function shownFields(
  profile: Answers,
  {
    form,
    held,
  }: { readonly form: Readonly<Record<string, string>> | null; readonly held: readonly IdentificationField[] },
): readonly string[] {
  const repeated = (id: string) => plain(profile[id]) !== '' && plain(profile[id]) === plain(form?.[id])
  return form === null ? held.filter((id) => plain(profile[id]) !== '') : Object.keys(form).filter(repeated)
}

/** An answer as it is compared: capitals and spaces make no difference. */
function plain(answer: Answers[string] | undefined): string {
  if (typeof answer !== 'string' && typeof answer !== 'number') return ''
  return String(answer).normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
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
