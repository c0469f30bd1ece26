import { readFileSync } from 'node:fs'
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { describe, expect, test } from 'vitest'
import { checkPhone } from '#machines/forms/kinds/phone.rules.ts'
import { phoneAnswer } from '#machines/forms/kinds/phone-answer.rules.ts'
import { answerOf, enterText, type PhoneDesk } from '#machines/phone/phone-entry.rules.ts'
import { libraryMetadata } from '#machines/phone/phone-number.rules.ts'
import type { GlobalConfig, RegistrationConfig } from '#schemas'
import { phoneCountries, phoneFormContext, phoneMasks, phoneMetadata, readPhoneAnswers } from './phone-directory.ts'

function section<Section>(name: string): Section {
  return JSON.parse(readFileSync(new URL(`../../../brands/_base/config/${name}.json`, import.meta.url), 'utf8'))
}

const sections = { global: section<GlobalConfig>('global'), registration: section<RegistrationConfig>('registration') }
const countries = phoneCountries(sections, 'en')
const numbering = phoneMetadata(sections)
const metadata = libraryMetadata(numbering)
const context = phoneFormContext(sections, 'en', (key) => key)
const desk: PhoneDesk = {
  countries,
  masks: phoneMasks(sections),
  metadata,
  examples: numbering,
  rules: { noMaskCountryIds: [], maskCutEndDigits: 0 },
}
const phone = [{ id: 'phone', type: 'phone' as const }]

/** Digits of another script: `٠` is the first of the Arabic ones, `۰` of the Persian. */
const inScript = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** The shapes in which people and browsers write an example number of a country. */
function shapes(code: string) {
  const example = numbering.examples[code.toUpperCase()] ?? ''
  const country = countries.find((one) => one.code === code)
  const parsed = parsePhoneNumberFromString(`${country?.phoneCode}${example}`, metadata)
  if (!country || !parsed) throw new Error(`no example of ${code}`)
  const whole = parsed.number
  const spaced = parsed.formatInternational()
  const [prefix = '', ...groups] = spaced.split(' ')
  const international = {
    'E.164': whole,
    'in groups': spaced,
    'with non-breaking spaces': spaced.replaceAll(' ', '\u00a0'),
    'with dashes': spaced.replaceAll(' ', '-'),
    'with brackets': `${prefix} (${groups[0]}) ${groups.slice(1).join('-')}`,
    'with two zeros': whole.replace('+', '00'),
    'in Arabic digits': inScript(whole, 0x660),
    'in Persian digits': inScript(spaced, 0x6f0),
    'between marks of direction': `\u202a${spaced}\u202c`,
    'with an extension': `${spaced} ext. 12`,
  }
  const national = { 'as at home': parsed.formatNational(), 'digits alone': example }
  return { country, example, international, national }
}

const codes = countries.map(({ code }) => code).filter((code) => numbering.examples[code.toUpperCase()] !== undefined)

test('the corpus is of at least 40 countries, and every country of the engine is in it', () => {
  expect(codes.length).toBeGreaterThanOrEqual(40)
  expect(codes).toEqual(countries.map(({ code }) => code))
})

describe.each(codes)('numbers of %s', (code) => {
  const { country, example, international, national } = shapes(code)
  const answer = phoneAnswer(country, example)
  const elsewhere = countries.find(({ phoneCode }) => phoneCode !== country.phoneCode) ?? country
  const enter = (text: string, prefix: typeof country) =>
    answerOf(enterText({ prefix, digits: '' }, { text, caret: text.length }, false, desk).entry)

  test.each(Object.entries(international))('%s, whatever country is chosen: %s', (_shape, text) => {
    expect(enter(text, elsewhere)).toEqual(answer)
    expect(readPhoneAnswers(sections, phone, { phone: text }, elsewhere.code)).toEqual({ phone: answer })
  })

  test.each(Object.entries(national))('%s, where the country is chosen: %s', (_shape, text) => {
    expect(enter(text, country)).toEqual(answer)
    expect(readPhoneAnswers(sections, phone, { phone: text }, code)).toEqual({ phone: answer })
  })

  test('PHONE-9: the example is accepted; one that is too short or too long is not', () => {
    const { minDigits = 0, maxDigits = 0 } = context.countries?.find(({ id }) => id === country.id) ?? {}
    const judge = (digits: string) => checkPhone(phoneAnswer(country, digits), context)?.code ?? null
    expect(judge(example)).toBeNull()
    expect(judge(example.slice(0, minDigits - 1))).toBe(minDigits === maxDigits ? 'equal_length' : 'phone_min_length')
    expect(judge(example.padEnd(maxDigits + 1, '1'))).toBe('equal_length')
  })
})
