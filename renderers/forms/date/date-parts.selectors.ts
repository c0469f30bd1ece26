import { cleanNumeric } from '#machines/forms/kinds/numeric.rules.ts'

/** The three parts of a date as they are typed. */
export interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

/** The parts of an answer: `2001-02-03` → 3, 2, 2001 as they stand. */
export function partsOf(answer: string): DateParts {
  const [year = '', month = '', day = ''] = answer.split('-')
  return { year, month, day }
}

/** The answer that parts make: a date with leading zeros, `2001-02-` while the day is missing, empty without any part. */
export function answerOf({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return ''
  return [year, padded(month), padded(day)].join('-')
}

function padded(part: string): string {
  return part === '' ? '' : part.padStart(2, '0')
}

/** Names of the twelve months, January first. */
export function monthNames(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC', calendar: 'gregory' })
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2000, month, 1))))
}

/** The order in which a language writes the parts of a date. */
export function partOrder(language: string): readonly (keyof DateParts)[] {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' })
  return format
    .formatToParts(new Date(Date.UTC(2000, 0, 1)))
    .map(({ type }) => type)
    .filter((type): type is keyof DateParts => type === 'day' || type === 'month' || type === 'year')
}

/** Most digits of each part. */
export const PART_LENGTHS = { day: 2, month: 2, year: 4 } as const

/** What a language writes between the parts of a date in numbers: `.`, `/` or `-`. */
export function partSeparator(language: string): string {
  const format = new Intl.DateTimeFormat(language, { ...NUMBERS, timeZone: 'UTC', calendar: 'gregory' })
  const literal = format.formatToParts(new Date(Date.UTC(2000, 0, 1))).find(({ type }) => type === 'literal')
  return literal?.value.replaceAll(/[\s\u200e\u200f]/g, '') || '/'
}

const NUMBERS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** Digits alone, as Western ones; a leading zero stays, since `05` is on its way to the fifth. */
export function cleanDigits(text: string, maxLength: number): string {
  const zeros = /^[0٠۰]*/.exec(text.trim())?.[0].length ?? 0
  const rest = cleanNumeric(text, { accuracy: 0 })
  return ('0'.repeat(zeros) + (rest === '0' ? '' : rest)).slice(0, maxLength)
}

/** Whether a part can have no further digit: `4` of a day, `12` of a month, four digits of a year. */
export function isPartFull(name: keyof DateParts, text: string): boolean {
  if (text.length >= PART_LENGTHS[name]) return true
  if (name === 'year' || text === '') return false
  return Number(text) > (name === 'day' ? 3 : 1)
}

/** The parts of a whole date that was put in at once, in the order of the language or with the year first; null for anything else:
 *  `01.08.2031` → 1, 8, 2031. */
export function pastedParts(text: string, order: readonly (keyof DateParts)[]): DateParts | null {
  const numbers = text.match(/\p{Nd}+/gu)?.map((digits) => cleanDigits(digits, 4)) ?? []
  if (numbers.length !== 3) return null
  const names = numbers[0]?.length === 4 ? (['year', 'month', 'day'] as const) : order
  const parts = Object.fromEntries(names.map((name, place) => [name, numbers[place] ?? ''])) as Record<
    keyof DateParts,
    string
  >
  return parts.year.length === 4 && parts.day.length <= 2 && parts.month.length <= 2 ? parts : null
}

/** Names of the seven weekdays in the order of a week, long for the ear and short for the eye.
 *  @param first weekday with which a week begins, 1 for Monday to 7 for Sunday */
export function weekdayNames(
  language: string,
  first: number,
): readonly { readonly long: string; readonly short: string }[] {
  const written = (weekday: 'long' | 'short') => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  const [long, short] = [written('long'), written('short')]
  // The first of January 2001 was a Monday.
  const days = Array.from({ length: 7 }, (_, place) => Date.UTC(2001, 0, first + place))
  return days.map((day) => ({ long: long.format(day), short: short.format(day) }))
}

interface WithWeek {
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The weekday with which weeks begin where a language is spoken, 1 for Monday to 7 for Sunday; Monday where a browser does not know. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & WithWeek
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
