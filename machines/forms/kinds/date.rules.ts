import type { Fault, FormContext } from '../form/form-context.rules.ts'

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** Bounds of a date, inclusive: `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`. */
export interface DateBounds {
  readonly min?: string
  readonly max?: string
}

/** A date with its time, zero when not written, as text that compares in order of time; null when it is not a date.
 *  `2026-11-21` → `2026-11-21 00:00:00` */
export function comparableDate(text: string): string | null {
  const parts = DATE.exec(text)
  if (parts === null) return null
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (day < 1 || day > daysInMonth(year, month) || hours > 23 || minutes > 59 || seconds > 59) return null
  return `${text.slice(0, 10)} ${[hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** Whether a text is a date with a time of day: `yyyy-MM-dd HH:mm:ss` (RULE-2). */
export function isDateTime(text: string): boolean {
  return text.length > 10 && comparableDate(text) !== null
}

/** The fault of a date against its bounds, or null; a date equal to a bound is accepted (DATE-1, DATE-2, DATE-4). A
 *  maximum without a time of day means the end of that day. */
export function checkDate(text: string, { min, max }: DateBounds): Fault | null {
  const date = comparableDate(text)
  if (date === null) return { code: 'date.invalid', params: {} }
  const earliest = min === undefined ? null : comparableDate(min)
  const latest = max === undefined ? null : comparableDate(max)
  if (min !== undefined && earliest !== null && date < earliest)
    return { code: 'date.before_min', params: { value: min } }
  if (
    max !== undefined &&
    latest !== null &&
    (max.length > 10 ? date : date.slice(0, 10)) > (max.length > 10 ? latest : max)
  ) {
    return { code: 'date.after_max', params: { value: max } }
  }
  return null
}

/** Whole years from a birthday to a day, both `yyyy-MM-dd`. A person born on 29 February has their birthday on 1
 *  March of a common year. */
export function ageInYears(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5, 10) < birthday.slice(5, 10) ? years - 1 : years
}

/** Age in years from which players of a country may register: the country's own, else the site's (DATE-5). */
export function minimumAgeIn(country: string | undefined, context: FormContext): number {
  const ages = context.minAgesInCountries ?? {}
  const code = country?.toLowerCase()
  return code !== undefined && Object.hasOwn(ages, code) ? (ages[code] ?? context.minimumAge) : context.minimumAge
}

/** The fault of a birthday, or null: not a date, or a player below the minimum age in years (DATE-5). */
export function checkBirthday(birthday: string, today: string, minimumAge: number): Fault | null {
  if (comparableDate(birthday) === null) return { code: 'date.invalid', params: {} }
  const isOldEnough = ageInYears(birthday, today) >= minimumAge
  return isOldEnough ? null : { code: 'age.below_minimum', params: { value: minimumAge } }
}

function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)
}
