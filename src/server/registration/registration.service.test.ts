import { describe, expect, test } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { Answers, FieldDefinition } from '#schemas'
import type { Visitor } from '#server/guard/visitor.ts'
import { createRegistrationService, type RegistrationRequest } from './registration.service.ts'
import type { Applicant } from './registration-ports.ts'

const VISITOR: Visitor = {
  brandId: 'red',
  language: 'pt',
  country: 'br',
  address: '10.0.0.1',
  device: 'Firefox',
  origin: 'https://red.example',
}

const COUNTRY: FieldDefinition = {
  id: 'country_id',
  type: 'select',
  required: true,
  options: [
    { id: 31, name: 'Brazil', Alpha2: 'BR' },
    { id: 177, name: 'Portugal', Alpha2: 'PT' },
  ],
}
const CURRENCY: FieldDefinition = { id: 'currency_id', type: 'select', options: [{ id: 7, name: 'Euro', code: 'EUR' }] }
const POLICY: FieldDefinition = { id: 'agree-policy', type: 'extended_checkbox', required: true, version: '3' }
const PASSWORD: FieldDefinition = { id: 'password', type: 'password', required: true }
const BY_MAIL: readonly FieldDefinition[] = [
  { id: 'email', type: 'email', required: true },
  PASSWORD,
  { id: 'password_again', type: 'password', required: true, validation: { compare: { value: 'password' } } },
  { id: 'name', type: 'input' },
  { id: 'birthday', type: 'birthday', required: true },
  COUNTRY,
  CURRENCY,
  POLICY,
]
const PASSWORD_IF_WANTED: FieldDefinition = { id: 'password', type: 'password' }
const CONFIRMED = '+5511912345678'
const LAPSED = '+5511912345670'
const BY_PHONE: readonly FieldDefinition[] = [
  { id: 'phone', type: 'phone', required: true, validation: { phoneConfirm: {} } },
  { id: 'phone_confirmation', type: 'phone_code_button' },
  PASSWORD_IF_WANTED,
  COUNTRY,
]
const BY_PROVIDER: readonly FieldDefinition[] = [
  { id: 'social_types_id', type: 'social_types', required: true, options: [{ value: 'google', title: 'Google' }] },
  { id: 'email', type: 'email' },
  COUNTRY,
]
const FORMS: Readonly<Record<string, readonly FieldDefinition[]>> = {
  full_reg: BY_MAIL,
  club_reg: BY_MAIL,
  soc_reg: BY_PROVIDER,
  phone_reg: BY_PHONE,
  fast_reg: [COUNTRY, CURRENCY, POLICY],
}

const MAIL_ANSWERS: Answers = {
  email: 'anna@mail.example',
  password: 'correct horse battery',
  password_again: 'correct horse battery',
  name: 'Anna',
  birthday: '1990-02-28',
  country_id: 177,
  currency_id: 7,
  'agree-policy': true,
}

function setUp(failure?: AppError) {
  const made: { how: string; applicant: Applicant; login?: object }[] = []
  const make = (how: string, applicant: Applicant, login?: object) => {
    if (failure) throw failure
    const { keep: _keep, ...rest } = (login ?? {}) as { keep?: unknown }
    made.push({ how, applicant, ...(login ? { login: rest } : {}) })
    return 10_204_080 + made.length
  }
  const service = createRegistrationService<string>({
    registered: async () => {},
    answers: { once: (_, work) => work(async () => undefined) },
    form: async (_, type) => {
      const definitions = FORMS[type]
      if (!definitions) throw new AppError('registration.type_unknown')
      return { definitions, context: { today: '2026-03-01', minimumAge: 18 }, defaultCurrency: 'BRL' }
    },
    registry: {
      registerByEmail: async (_, applicant, login) => ({ userId: make('email', applicant, login) }),
      registerByPhone: async (_, applicant, login) => ({ userId: make('phone', applicant, login), session: 'session' }),
      registerAtOnce: async (_, applicant) => ({
        userId: make('once', applicant),
        password: 'generated',
        session: 'session',
      }),
      registerBySocial: async (_, applicant, login) => ({ userId: make('social', applicant, login) }),
      isPhoneConfirmed: async (_visitor, phone) => phone === CONFIRMED,
      hasPhoneConfirmationLapsed: async (_visitor, phone) => phone === LAPSED,
    },
  })
  const submit = (request: RegistrationRequest, visitor = VISITOR) => service.submit(visitor, request)
  return { submit, made }
}

describe('what is passed on to the account', () => {
  test('full registration passes e-mail and password on, and keeps every answer but the secrets', async () => {
    const { submit, made } = setUp()
    expect(await submit({ type: 'full_reg', answers: MAIL_ANSWERS })).toEqual({ userId: 10_204_081 })
    expect(made).toEqual([
      {
        how: 'email',
        login: { email: 'anna@mail.example', password: 'correct horse battery' },
        applicant: {
          registeredBy: 'full_reg',
          country: 'pt',
          language: 'pt',
          birthday: '1990-02-28',
          currency: 'EUR',
          fields: {
            email: 'anna@mail.example',
            name: 'Anna',
            birthday: '1990-02-28',
            country_id: 177,
            currency_id: 7,
            'agree-policy': true,
          },
          consents: { 'agree-policy': '3' },
          names: ['Anna'],
        },
      },
    ])
  })

  test('REG-3, REG-8: short_reg is full registration, and so is a type without a way of its own', async () => {
    const { submit, made } = setUp()
    await submit({ type: 'short_reg', answers: MAIL_ANSWERS })
    await submit({ type: 'club_reg', answers: MAIL_ANSWERS })
    expect(made.map(({ how, applicant }) => [how, applicant.registeredBy])).toEqual([
      ['email', 'full_reg'],
      ['email', 'club_reg'],
    ])
  })

  test('REG-2, REG-31: social registration passes on the provider, and an e-mail address that was given', async () => {
    const { submit, made } = setUp()
    const social = { social_types_id: 'google', country_id: 177 }
    await submit({ type: 'soc_reg', answers: social })
    await submit({ type: 'soc_reg', answers: { ...social, email: 'anna@mail.example' } })
    expect(made.map(({ how, login }) => [how, login])).toEqual([
      ['social', { provider: 'google', email: undefined }],
      ['social', { provider: 'google', email: 'anna@mail.example' }],
    ])
    await expect(submit({ type: 'soc_reg', answers: { country_id: 177 } })).rejects.toMatchObject({
      fields: { social_types_id: { code: 'required' } },
    })
  })

  test('REG-27: one-click registration tells the password and the session; currency and country have defaults', async () => {
    const { submit, made } = setUp()
    const answers = { country_id: 31, 'agree-policy': true }
    expect(await submit({ type: 'fast_reg', answers })).toEqual({
      userId: 10_204_081,
      password: 'generated',
      session: 'session',
    })
    expect(made[0]?.applicant).toMatchObject({ country: 'br', currency: 'BRL', birthday: null, names: [] })
  })

  test('phone registration needs a phone that this browser has confirmed', async () => {
    const { submit, made } = setUp()
    const phone = { countryCode: 'br', countryId: 31, fullPhone: CONFIRMED, phoneCode: '+55', phoneNum: '11912345678' }
    const answers = { phone, country_id: 31, password: 'correct horse battery' }
    expect(await submit({ type: 'phone_reg', answers })).toEqual({ userId: 10_204_081, session: 'session' })
    expect(made[0]).toMatchObject({ how: 'phone', login: { phone: CONFIRMED, password: 'correct horse battery' } })
    expect(made[0]?.applicant.fields).toEqual({ phone, country_id: 31 })
    const other = submit({ type: 'phone_reg', answers: { ...answers, phone: '+5511912345679' } })
    await expect(other).rejects.toMatchObject({ fields: { phone: { code: 'phone.not_confirmed' } } })
    const lapsed = submit({ type: 'phone_reg', answers: { ...answers, phone: LAPSED } })
    await expect(lapsed).rejects.toMatchObject({ fields: { phone: { code: 'phone.confirmation_expired' } } })
    const none = submit({ type: 'phone_reg', answers: { country_id: 31 } })
    await expect(none).rejects.toMatchObject({ fields: { phone: { code: 'required' } } })
    expect(made).toHaveLength(1)
  })
})

describe('what is refused', () => {
  test('REG-15, REG-16: a missing or wrong answer is refused at its field and no account is made', async () => {
    const { submit, made } = setUp()
    const answers = { ...MAIL_ANSWERS, email: 'anna', birthday: '2010-01-01', 'agree-policy': false, other: 'x' }
    await expect(submit({ type: 'full_reg', answers })).rejects.toMatchObject({
      code: 'registration.invalid',
      fields: {
        email: { code: 'email.at_symbol' },
        birthday: { code: 'age.below_minimum' },
        'agree-policy': { code: 'required' },
        other: { code: 'field.unknown' },
      },
    })
    expect(made).toEqual([])
  })

  test('a form that forgot the e-mail cannot make an account without one', async () => {
    const { submit } = setUp()
    const { email: _, ...answers } = MAIL_ANSWERS
    await expect(submit({ type: 'full_reg', answers })).rejects.toMatchObject({
      fields: { email: { code: 'required' } },
    })
  })

  test('a password that the account refuses is an error of the password field', async () => {
    const { submit } = setUp(new AppError('password.too_common'))
    await expect(submit({ type: 'full_reg', answers: MAIL_ANSWERS })).rejects.toMatchObject({
      code: 'registration.invalid',
      fields: { password: { code: 'password.too_common' } },
    })
  })

  test('an unknown type and a spent budget are reported as they are', async () => {
    await expect(setUp().submit({ type: 'x', answers: {} })).rejects.toMatchObject({
      code: 'registration.type_unknown',
    })
    const limited = new AppError('rate.limited', { seconds: 5 }, { retryAfterSeconds: 5 })
    await expect(setUp(limited).submit({ type: 'full_reg', answers: MAIL_ANSWERS })).rejects.toBe(limited)
  })
})
