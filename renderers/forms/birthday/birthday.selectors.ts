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
