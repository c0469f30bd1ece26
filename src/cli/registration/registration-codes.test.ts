import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FieldError, RegistrationCheckOutput } from '#schemas'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { commands } from '../commands.ts'

const NOW = '2026-05-01'
const CONSENT = { country_id: 56, currency_id: 978, 'agree-policy': true }
/** Good answers of every type of the brand below. */
const GOOD = {
  full_reg: {
    ...CONSENT,
    email: 'player@mail.com',
    password: 'Harbour-42-night',
    password_again: 'Harbour-42-night',
    name: 'Anne-Marie',
    surname: 'O’Brien',
    birthday: '1990-02-03',
  },
  fast_reg: { ...CONSENT, adult: true },
  phone_reg: { ...CONSENT, phone: '+77012345678', password: 'Harbour-42-night', birthday: '1990-02-03' },
} as const

type TypeName = keyof typeof GOOD

const KZ_PHONE = {
  countryCode: 'kz',
  countryId: 126,
  fullPhone: '+77012345678',
  phoneCode: '+7',
  phoneNum: '7012345678',
}

let brandsDir: string

async function write(path: string, content: unknown): Promise<void> {
  const file = join(brandsDir, 'quay', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(content))
}

beforeAll(async () => {
  brandsDir = await mkdtemp(join(tmpdir(), 'livery-quay-'))
  const brand = { id: 'quay', name: 'Quay', extends: '_base', hosts: [], schemaVersion: CURRENT_VERSION, revision: 1 }
  await write('brand.json', brand)
  await write('config/global.json', { defaultLanguage: 'en', defaultCountry: 'de' })
  // Codes of friends are asked for where they count.
  await write('config/boolean.json', { isReferralAllowed: true })
  await write('config/registration.json', {
    phoneRules: { toll: { countryId: 126, regex: '^700', messageKey: 'registration.ref_code_symbols' } },
  })
  await write('registration/full_reg.json', {
    fields: {
      phone: { order: 300, required: false },
      phone_confirmation: { order: 310, validation: { minLength: { value: 4 } } },
      passport_date: { order: 320 },
      passport_end_date: { order: 330 },
      cpf: { order: 340 },
      inn: { order: 350 },
      bank_account_owner: { order: 360 },
      partner_account: { order: 370, validation: { minValue: { value: 100 }, maxValue: { value: 9000 } } },
      connect: { order: 380, validation: { minLength: { value: 2 }, maxLength: { value: 3 } } },
      gender: { order: 390 },
      region_id: { order: 400 },
      city_id: { order: 410 },
      ref_code: { order: 420 },
    },
  })
})

afterAll(() => rm(brandsDir, { recursive: true, force: true }))

async function check(type: string, answers: unknown, ...args: string[]) {
  const stdout: string[] = []
  const exit = await commands(
    ['registration', 'check', 'quay', type, '--now', NOW, '--country', 'de', '--brands', brandsDir, ...args],
    {
      stdin: async () => JSON.stringify(answers),
      stdout: (part) => void stdout.push(part),
      stderr: () => undefined,
      cwd: process.cwd(),
      env: {},
    },
  )
  return { exit, ...(JSON.parse(stdout.join('')) as RegistrationCheckOutput) }
}

describe.each(Object.keys(GOOD) as TypeName[])('%s', (type) => {
  const confirmed = type === 'phone_reg' ? ['--confirmed-phone'] : []

  test('good answers would be sent', async () => {
    const { exit, valid, errors } = await check(type, GOOD[type], ...confirmed)
    expect({ exit, valid, errors }).toEqual({ exit: 0, valid: true, errors: {} })
  })

  test('REQUIRED-1: each of them that must be given is missed, by its name', async () => {
    const { errors } = await check(type, {}, ...confirmed)
    const wanted = Object.keys(GOOD[type]).filter((id) => id !== 'password_again' || type === 'full_reg')
    expect(Object.entries(errors).map(([id, { code }]) => [id, code])).toEqual(
      expect.arrayContaining(wanted.map((id) => [id, 'required'])),
    )
    expect(Object.values(errors).every(({ params }) => String(params.label).length > 0)).toBe(true)
  })

  test('nulls are no answers', async () => {
    const { errors } = await check(type, { ...GOOD[type], country_id: null }, ...confirmed)
    expect(errors.country_id?.code).toBe('required')
  })
})

type Expected = Partial<FieldError>

/** For each type and field: answers that are refused, and how. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, readonly (readonly [unknown, Expected])[]>>>> = {
  full_reg: {
    email: [
      ['', { code: 'required', params: { label: 'E-mail' } }],
      ['@mail.com', { code: 'email.account_name' }],
      ['player@', { code: 'email.domain' }],
      ['player.mail.com', { code: 'email.at_symbol' }],
      ['player@mail', { code: 'email.dot' }],
      ['pla yer@mail.com', { code: 'email.space' }],
      ['player@gmial.com', { code: 'email.did_you_mean', params: { label: 'E-mail', suggestion: 'player@gmail.com' } }],
      ['player@mail.c', { code: 'email.invalid' }],
      ['player@mail.business', { code: 'email.invalid' }],
    ],
    name: [
      ['Ada_7', { code: 'name.available_symbols' }],
      ['A'.repeat(61), { code: 'max_length', params: { label: 'First name', value: 60 } }],
      ['   ', { code: 'required' }],
      [['Ada'], { code: 'value.refused' }],
    ],
    bank_account_owner: [['Ada 7', { code: 'name.available_symbols' }]],
    phone: [
      ['+49 30', { code: 'phone_min_length' }],
      ['+7 701 234', { code: 'equal_length', params: { value: 10 } }],
      [{ ...KZ_PHONE, phoneNum: '701234567', fullPhone: '+7701234567' }, { code: 'equal_length' }],
      [
        { ...KZ_PHONE, phoneNum: '7001234567', fullPhone: '+77001234567' },
        { code: 'phone.country_rule', message: 'Use Latin letters, digits, hyphens and underscores.' },
      ],
      [{ ...KZ_PHONE, fullPhone: '+77019999999' }, { code: 'value.refused' }],
      ['no number', { code: 'phone_min_length', params: { value: 6 } }],
    ],
    phone_confirmation: [['1 2 3', { code: 'min_symbols_limit', params: { value: 4 } }]],
    password: [['short', { code: 'min_length', params: { label: 'Password', value: 8 } }]],
    password_again: [['Harbour-42-nacht', { code: 'compare', message: 'The two passwords do not match.' }]],
    ref_code: [['купон', { code: 'match', message: 'Use Latin letters, digits, hyphens and underscores.' }]],
    partner_account: [
      ['99', { code: 'min_value', params: { value: 100 } }],
      ['9001', { code: 'max_value', params: { value: 9000 } }],
      [9001, { code: 'max_value' }],
    ],
    'agree-policy': [
      ['yes', { code: 'boolean' }],
      [false, { code: 'required', message: 'To open an account, you must agree to the rules.' }],
    ],
    receive_news: [[1, { code: 'boolean' }]],
    birthday: [
      ['1990-02-30', { code: 'date.invalid' }],
      ['03.02.1990', { code: 'date.invalid' }],
      ['1899-12-31', { code: 'date.before_min', message: 'Check the year of birth.' }],
      ['2008-05-02', { code: 'age.below_minimum', params: { label: 'Date of birth', value: 18 } }],
    ],
    passport_date: [['2026-05-02', { code: 'date.after_max', params: { value: '2026-05-01' } }]],
    passport_end_date: [['2026-04-30', { code: 'date.before_min', message: 'This document has expired.' }]],
    cpf: [['529.982.247-26', { code: 'value.refused' }]],
    inn: [['500100732258', { code: 'value.refused' }]],
    gender: [
      ['unknown', { code: 'option.unknown' }],
      [['female'], { code: 'option.unknown' }],
    ],
    country_id: [['Germany', { code: 'option.unknown' }]],
    region_id: [
      [['DE.02'], { code: 'option.unknown' }],
      ['Bavaria', { code: 'option.unknown' }],
      ['AT.09', { code: 'option.unknown', params: { label: 'Region' } }],
    ],
    connect: [
      [['email', 'pigeon'], { code: 'option.unknown' }],
      [['email'], { code: 'option.too_few', params: { value: 2 } }],
      [['email', 'sms', 'call', 'messenger'], { code: 'option.too_many', params: { value: 3 } }],
    ],
  },
  phone_reg: {
    phone: [['+77012345678', { code: 'phone.not_confirmed' }]],
    phone_confirmation: [
      ['123', { code: 'phone_min_length', params: { value: 6 } }],
      ['12-456', { code: 'auth_incorrect_code' }],
    ],
  },
  fast_reg: { shoe_size: [[44, { code: 'field.unknown', params: { label: 'shoe_size' } }]] },
  soc_reg: { social_types_id: [['google', { code: 'option.unknown' }]] },
}

/** For each type and field: answers that are taken. */
const TAKEN: typeof REFUSED = {
  full_reg: {
    email: [['игрок@почта.рф', {}]],
    name: [['Зоя `д’Арк-Мари', {}]],
    phone: [
      [KZ_PHONE, {}],
      ['8 (701) 234-56-78', {}],
      ['+49 1512 3456789', {}],
      ['', {}],
    ],
    birthday: [
      ['2008-05-01', {}],
      ['2004-02-29', {}],
    ],
    passport_date: [['2026-05-01', {}]],
    passport_end_date: [['2026-05-01', {}]],
    partner_account: [
      ['100', {}],
      [9000, {}],
    ],
    country_id: [['56', {}]],
    connect: [[['email', 'call'], {}]],
    cpf: [['529.982.247-25', {}]],
    inn: [['500100732259', {}]],
    ref_code: [['', {}]],
  },
  phone_reg: { phone_confirmation: [['ab12CD', {}]] },
}

/** Rounds of answers, so that one call of the command judges one answer of every field. */
function rounds(table: typeof REFUSED) {
  return Object.entries(table).flatMap(([type, fields]) => {
    const count = Math.max(...Object.values(fields).map((rows) => rows.length))
    return Array.from({ length: count }, (_, round) => {
      const rows = Object.entries(fields).flatMap(([id, all]) => (all[round] ? [[id, all[round]] as const] : []))
      return { type, round, rows }
    })
  })
}

const good = (type: string): object => GOOD[type as TypeName] ?? {}

test.each(rounds(REFUSED))('every code is reached: $type, round $round', async ({ type, rows }) => {
  const answers = Object.fromEntries(rows.map(([id, [answer]]) => [id, answer]))
  const { exit, valid, errors } = await check(type, { ...good(type), ...answers })
  expect([exit, valid]).toEqual([1, false])
  for (const [id, [, expected]] of rows) expect([id, errors[id]]).toMatchObject([id, expected])
})

test.each(rounds(TAKEN))('good answers of every sort: $type, round $round', async ({ type, rows }) => {
  const answers = Object.fromEntries(rows.map(([id, [answer]]) => [id, answer]))
  const { errors } = await check(type, { ...good(type), ...answers }, '--country', 'kz')
  for (const [id] of rows) expect([id, errors[id]]).toEqual([id, undefined])
})

test('OFF-25: a city is judged by the region that is answered with it, and a region by the country', async () => {
  const codesOf = async (answers: object) => {
    const { errors, payload } = await check('full_reg', { ...GOOD.full_reg, ...answers })
    return { errors: Object.fromEntries(Object.entries(errors).map(([id, { code }]) => [id, code])), payload }
  }
  const munich = { region_id: 'DE.02', city_id: 'DE.02.Munich' }
  expect(await codesOf(munich)).toMatchObject({ errors: {}, payload: munich })
  expect((await codesOf({ ...munich, region_id: 'DE.16' })).errors).toEqual({ city_id: 'option.unknown' })
  expect((await codesOf({ city_id: 'DE.02.Munich' })).errors).toEqual({ city_id: 'option.unknown' })
  expect((await codesOf({ ...munich, country_id: 12 })).errors).toEqual({ region_id: 'option.unknown' })
})

test('DATE-5: the chosen country decides the age, before the detected one', async () => {
  await write('config/registration.json', { minAgesInCountries: { at: 21 } })
  const young = { ...GOOD.full_reg, birthday: '2006-01-01' }
  const austria = (await check('full_reg', { ...young, country_id: 12 }, '--country', 'de')).errors.birthday
  expect(austria).toMatchObject({ code: 'age.below_minimum', params: { value: 21 } })
  expect((await check('full_reg', young, '--country', 'at')).errors.birthday).toBeUndefined()
})
