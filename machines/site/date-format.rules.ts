import type { GlobalConfig } from '#schemas'

type DateLanguage = Pick<GlobalConfig['languages'][string], 'locale' | 'hasEnglishDates'>

/** How an instant is written. */
export interface DateFormatting {
  readonly language: DateLanguage
  /** IANA name of the zone: `'Europe/Berlin'`. */
  readonly timeZone: string
}

/** Short forms of the specification (I18N-20). */
export const DATE_FORMATS = { withoutYear: 'dd.MM / HH:mm', withYear: 'dd.MM.yyyy / HH:mm' } as const

/** Year in whose months the names are looked up (I18N-21). */
export const MONTH_NAMES_YEAR = 2023

const ENGLISH_DATE_LOCALE = 'en-GB'

/** Locale of the dates of a language: English for the languages restricted to it (I18N-18), else its own. */
export function dateLocale(language: DateLanguage): string {
  return language.hasEnglishDates ? ENGLISH_DATE_LOCALE : language.locale
}

/** Formats of days by time zone: making one takes a hundred times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The day of an instant in a time zone, `yyyy-MM-dd`. */
export function zoneDay(instantMs: number, timeZone: string): string {
  const known = dayFormats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  if (!known) dayFormats.set(timeZone, format)
  return format.format(instantMs)
}

/** Names of the twelve months from January, as they stand alone (I18N-21). */
export function monthNames(language: DateLanguage, width: 'long' | 'short' = 'long'): readonly string[] {
  const format = new Intl.DateTimeFormat(dateLocale(language), { month: width, calendar: 'gregory', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(MONTH_NAMES_YEAR, month, 1)))
}

/** Writes a day as its language does, without a time: `('2026-03-01', { locale: 'de-DE', … })` → `'01.03.2026'`, in British English
 *  `'1 Mar 2026'`. The calendar is Gregorian. @throws RangeError for what is no day (ERR-16) */
export function formatDay(day: string, language: DateLanguage): string {
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'medium',
    calendar: 'gregory',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** What stands for a part of a date. */
const TOKENS = /yyyy|MMMM|MMM|MM|dd|HH|mm/g

/** Writes an instant by a pattern of `dd`, `MM`, `MMM`, `MMMM`, `yyyy`, `HH`, `mm`: `(0, 'dd.MM / HH:mm', …)` →
 *  `'01.01 / 00:00'`. Digits are those of the language, the calendar is Gregorian.
 *  @throws RangeError for a pattern with any other letters, and for an instant that is none (ERR-16) */
export function formatInstant(instantMs: number, pattern: string, { language, timeZone }: DateFormatting): string {
  checkPattern(pattern)
  const locale = dateLocale(language)
  const parts = civilParts(instantMs, timeZone)
  return pattern.replace(TOKENS, (token) => {
    switch (token) {
      case 'MMMM':
        return monthNames(language, 'long')[parts.month - 1] as string
      case 'MMM':
        return monthNames(language, 'short')[parts.month - 1] as string
      case 'yyyy':
        return digits(parts.year, 4, locale)
      case 'MM':
        return digits(parts.month, 2, locale)
      case 'dd':
        return digits(parts.day, 2, locale)
      case 'HH':
        return digits(parts.hour, 2, locale)
      default:
        return digits(parts.minute, 2, locale)
    }
  })
}

function checkPattern(pattern: string): void {
  const [unknown] = pattern.replace(TOKENS, '').match(/\p{L}+/u) ?? []
  if (unknown !== undefined)
    throw new RangeError(
      `"${unknown}" of the date format "${pattern}" is no part of a date: use dd, MM, yyyy, HH and mm`,
    )
}

/** Writes an instant in the brand's short form: without the year within the year of `nowMs`, with it in others (I18N-20). */
export function formatShortInstant(
  instantMs: number,
  nowMs: number,
  formatting: DateFormatting & { readonly formats?: GlobalConfig['dateFormats'] },
): string {
  const formats = formatting.formats ?? DATE_FORMATS
  const isThisYear = civilParts(instantMs, formatting.timeZone).year === civilParts(nowMs, formatting.timeZone).year
  return formatInstant(instantMs, isThisYear ? formats.withoutYear : formats.withYear, formatting)
}

/** By what they are made of: to make one takes longer than to write a hundred dates. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()
const digitFormats = new Map<string, Intl.NumberFormat>()

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const known = zoneFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  zoneFormats.set(timeZone, format)
  return format
}

/** Date and time of an instant in a zone: month from 1, hour from 0 to 23. */
function civilParts(instantMs: number, timeZone: string) {
  const format = zoneFormat(timeZone)
  const found = new Map(format.formatToParts(instantMs).map((part) => [part.type, Number(part.value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) as number
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') }
}

function digits(value: number, minimumIntegerDigits: number, locale: string): string {
  const key = `${locale} ${minimumIntegerDigits}`
  const known = digitFormats.get(key)
  const format = known ?? new Intl.NumberFormat(locale, { minimumIntegerDigits, useGrouping: false })
  if (!known) digitFormats.set(key, format)
  return format.format(value)
}
