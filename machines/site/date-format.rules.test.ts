import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { GlobalConfig } from '#schemas'
import {
  DATE_FORMATS,
  dateLocale,
  formatDay,
  formatInstant,
  formatShortInstant,
  monthNames,
} from './date-format.rules.ts'

const global = JSON.parse(
  readFileSync(new URL('../../brands/_base/config/global.json', import.meta.url), 'utf8'),
) as GlobalConfig
const dates = (locale: string, hasEnglishDates = false) => ({ locale, hasEnglishDates })
const instantMs = Date.UTC(2026, 7, 5, 21, 4)

test('I18N-18: languages restricted to English write their dates with English names', () => {
  expect(monthNames(dates('ky-KG', true))[0]).toBe('January')
  expect(monthNames(dates('ky-KG'))[0]).not.toBe('January')
  expect(dateLocale(dates('ru-RU'))).toBe('ru-RU')
  const written = formatInstant(instantMs, 'dd MMMM yyyy', { language: dates('ky-KG', true), timeZone: 'UTC' })
  expect(written).toBe('05 August 2026')
})

test('I18N-20: the two short forms, within the year and beyond it, in the zone asked for', () => {
  expect(DATE_FORMATS).toEqual({ withoutYear: 'dd.MM / HH:mm', withYear: 'dd.MM.yyyy / HH:mm' })
  expect(global.dateFormats).toEqual(DATE_FORMATS)
  const berlin = { language: dates('de-DE'), timeZone: 'Europe/Berlin' }
  expect(formatShortInstant(instantMs, Date.UTC(2026, 0, 2), berlin)).toBe('05.08 / 23:04')
  expect(formatShortInstant(instantMs, Date.UTC(2027, 0, 2), berlin)).toBe('05.08.2026 / 23:04')
  expect(formatShortInstant(instantMs, instantMs, { ...berlin, timeZone: 'Asia/Almaty' })).toBe('06.08 / 02:04')
  expect(formatInstant(0, 'HH:mm', { ...berlin, timeZone: 'UTC' })).toBe('00:00')
})

test('I18N-20: digits are those of the language and the calendar is Gregorian', () => {
  const written = (locale: string) =>
    formatInstant(instantMs, DATE_FORMATS.withYear, { language: dates(locale), timeZone: 'UTC' })
  expect(written('ar-EG')).toBe('٠٥.٠٨.٢٠٢٦ / ٢١:٠٤')
  expect(written('fa-IR')).toBe('۰۵.۰۸.۲۰۲۶ / ۲۱:۰۴')
  expect(written('th-TH')).toBe('05.08.2026 / 21:04')
})

test('I18N-18, I18N-20: a day alone is written as its language does, with the digits that the brand asks for', () => {
  const written = (locale: string, hasEnglishDates = false) => formatDay('2026-03-01', dates(locale, hasEnglishDates))
  expect([written('en-GB'), written('de-DE'), written('ky-KG', true)]).toEqual([
    '1 Mar 2026',
    '01.03.2026',
    '1 Mar 2026',
  ])
  expect(() => formatDay('2026-02-31T', dates('en-GB'))).toThrow(RangeError)
  // Prices have Latin digits in every language, and so has everything else.
  for (const language of Object.values(global.languages)) {
    const all = `${formatDay('2026-03-01', language)}${formatInstant(instantMs, DATE_FORMATS.withYear, { language, timeZone: 'UTC' })}${new Intl.NumberFormat(language.locale).format(1234.5)}`
    expect(
      all.match(/\p{Nd}/gu)?.every((digit) => /[0-9]/.test(digit)),
      language.locale,
    ).toBe(true)
  }
})

test('I18N-21: twelve different month names come from the year 2023 in every language', () => {
  for (const language of Object.values(global.languages)) expect(new Set(monthNames(language)).size).toBe(12)
  expect(monthNames(dates('ru-RU'))[0]).toBe('январь')
  expect(monthNames(dates('fa-IR'))[0]).toBe('ژانویه')
})

test('ERR-16: a pattern that names no part of a date, and an instant that is none, are range errors', () => {
  const english = { language: dates('en-GB'), timeZone: 'UTC' }
  for (const pattern of ['DD.MM.YYYY', 'd.M.yyyy', 'dd MMMMM', 'yy', "dd 'of' MM", 'ДД.MM'])
    expect(() => formatInstant(instantMs, pattern, english), pattern).toThrow(RangeError)
  expect(() => formatInstant(Number.NaN, 'dd.MM', english)).toThrow(RangeError)
  const formats = { withoutYear: 'HH:mm, dd-MM', withYear: 'yyyy/MM/dd' }
  expect(formatShortInstant(instantMs, instantMs, { ...english, formats })).toBe('21:04, 05-08')
})

test('ERR-16: no brand can ask for such a pattern', () => {
  const schema = readFileSync(new URL('../../schemas/site/config/global.schema.json', import.meta.url), 'utf8')
  const { withYear } = (
    JSON.parse(schema) as { properties: { dateFormats: { properties: Record<string, { pattern: string }> } } }
  ).properties.dateFormats.properties
  const isTaken = (format: string) => new RegExp(withYear?.pattern ?? '', 'u').test(format)
  expect(['dd/MM/yyyy HH:mm', 'dd MMMM yyyy'].map(isTaken)).toEqual([true, true])
  expect(['d.M.yyyy', 'dd.MM.yy', 'DD.MM.YYYY', 'dd MMMMM'].map(isTaken)).toEqual([false, false, false, false])
})
