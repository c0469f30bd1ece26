import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RegistrationAnswer, RegistrationData, RegistrationTypesAnswer } from '#schemas'
import { BROWSER_COOKIE, FRAME_COOKIE, SESSION_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { HAS_PAGES, setCookies, startTestServer, type TestServer } from '../scenes/test-server.ts'
import {
  FAST_ANSWERS,
  fullAnswers,
  newPhone,
  newPlayer,
  newVisitor,
  PASSWORD,
  phoneCode,
  register,
} from '../scenes/test-visitor.ts'

const WIDGET_ORIGINS = ['https://partner.example', 'https://other.example:8443']
const PIER = { extends: 'pier', schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
const REGISTER = '/web-api/registration'
const FIELDS = '/web-api/api/web/registration/v1/fields/full_reg'
/** What the form asks of players who choose this country, wherever they are. */
const TAXED = { order: 20, by: 'chosen', countries: ['kz'], fields: { inn: { order: 105, required: true } } }

/** A currency that the engine's own configuration does not have; the table knows the rest. */
const HKD = { order: 900, baseRate: '8.5', minimumBetMinor: 200 }

const AMOUNTS = { deposit: { minimumMinor: 500, maximumMinor: 5000 } }
const METHOD = { nameKey: 'payment.method_card', icon: 'card', group: 'card', provider: 'simulated', timeMs: 0 }
const BY_ANYBODY = {
  ...METHOD,
  directions: ['deposit'],
  countries: [],
  amounts: AMOUNTS,
  level: 'none',
  fields: {},
  isClosedLoop: false,
}
/** More methods than a form may show, the last first, and one of another country before all of them. */
const METHODS = {
  elsewhere: { ...BY_ANYBODY, order: 0, countries: ['jp'] },
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`m${index + 1}`, { ...BY_ANYBODY, order: 1000 - index }]),
  ),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_COUNTRY_HEADER: 'x-country', LIVERY_TRUSTED_PROXIES: '192.0.2.1' },
    prepare: async ({ write }) => {
      await write('quay/brand.json', { ...PIER, id: 'quay', name: 'Quay', hosts: ['quay.example'] })
      await write('quay/config/registration.json', { widgetOrigins: WIDGET_ORIGINS, minAgesInCountries: { ee: 21 } })
      await write('pier/registration/full_reg.json', { variants: { taxed: TAXED } })
      await write('mole/brand.json', { ...PIER, id: 'mole', name: 'Mole', hosts: ['mole.example'] })
      await write('mole/config/auth.json', { passwordMinLength: 12, passwordMaxLength: 72 })
      await write('mole/config/global.json', {
        countries: { af: {} },
        currencies: { HKD, DOGE: { ...HKD, order: 910 } },
      })
      await write('crane/brand.json', { ...PIER, id: 'crane', name: 'Crane', hosts: ['crane.example'] })
      await write('crane/config/payments.json', { methods: METHODS })
      const lock = { extends: 'pier', schemaVersion: 3, revision: 1 }
      await write('lock/brand.json', { ...lock, id: 'lock', name: 'Lock', hosts: ['lock.example'] })
      await write('lock/config/boolean.json', { isRegistrationAllowed: false, isReferralAllowed: false })
      await write('lock/config/bring-a-friend.json', { isPartnerProgrammeOffered: false })
    },
  })
})
afterAll(() => server.close())

test('a type that objects know by nature is unknown', async () => {
  const fields = { email: 'player@mail.example', country_id: 1, 'agree-policy': true }
  const body = { type: 'constructor', fields }
  await expectError(await newVisitor(server).send(REGISTER, { method: 'POST', body }), 'registration.type_unknown')
})

const QUAY = { host: 'quay.example', headers: { origin: 'http://quay.example' } }

describe('the calls of the form', () => {
  test('REG-35, REG-36: the older and the newer call give the same fields', async () => {
    const newer = (await server.send(FIELDS)).json<{ data: { attributes: { fields: object[] } } }>()
    const body = { type: 'full_reg' }
    const older = await server.send('/web-api/registration/fields?bonus=sport', { method: 'POST', body })
    const { fields, banners } = older.json<{ fields: object[]; banners: object[] }>()
    expect(fields).toEqual(newer.data.attributes.fields)
    expect(fields.length).toBeGreaterThan(5)
    expect(banners).toEqual([])
  })

  test('OPS-26: ask for a password of the length that the brand says, and say so', async () => {
    const answer = await server.send(FIELDS, { host: 'mole.example', headers: { 'accept-language': 'en' } })
    expect(answer.statusCode, answer.body).toBe(200)
    const { fields } = answer.json<{ data: { attributes: { fields: { id: string }[] } } }>().data.attributes
    expect(fields.find(({ id }) => id === 'password')).toMatchObject({
      max_length: 72,
      validation: { minLength: { value: 12 }, maxLength: { value: 72 } },
      help: expect.stringContaining('12'),
    })
  })

  test('TABLE-6, TABLE-7: a player registers from a country and in a currency that the brand chose from the tables', async () => {
    const visitor = newVisitor(server)
    const at = {
      ...visitor,
      send: ((url, request) => visitor.send(url, { ...request, host: 'mole.example' })) as typeof visitor.send,
    }
    const fields = (await at.send(FIELDS)).json<{
      data: { attributes: { fields: { id: string; options?: { id: number; name: string }[] }[] } }
    }>().data.attributes.fields
    const optionOf = (field: string, name: string) =>
      fields.find(({ id }) => id === field)?.options?.find((option) => option.name.includes(name))?.id
    expect([optionOf('country_id', 'Afghanistan'), optionOf('currency_id', '(HKD)')]).toEqual([3, 344])
    expect(optionOf('currency_id', 'Dogecoin (DOGE)')).toBe(1008)
    const answers = { ...fullAnswers('table@mail.example'), country_id: 3, currency_id: 344 }
    const registered = await register(at, 'full_reg', answers)
    expect(registered.statusCode, registered.body).toBe(200)
    const [players, accounts] = await forBrand(server.database.db, 'mole').transaction(async (tx) => [
      await tx.select('profile').select('country').execute(),
      await tx.select('currency_account').select('currency').execute(),
    ])
    expect([players, accounts]).toEqual([[{ country: 'af' }], [{ currency: 'HKD' }]])
  })

  test('both calls give the fields of the country that is chosen, and the answers are judged by them', async () => {
    interface Field {
      readonly id: string
      readonly options?: readonly { readonly id: number; readonly Alpha2?: string }[]
    }
    const newer = async (query: string) =>
      (await server.send(FIELDS + query)).json<{ data: { attributes: { fields: Field[] } } }>().data.attributes.fields
    const [own, kazakh] = [await newer(''), await newer('?country=kz')]
    const added = kazakh.filter(({ id }) => !own.some((field) => field.id === id))
    expect(added.map(({ id }) => id)).toEqual(['inn'])
    const body = { type: 'full_reg', country: 'kz' }
    const older = await server.send('/web-api/registration/fields', { method: 'POST', body })
    expect(older.json<{ fields: Field[] }>().fields).toEqual(kazakh)
    await expectError(await server.send(`${FIELDS}?country=Kazakhstan`), 'request.invalid')

    const countries = own.find(({ id }) => id === 'country_id')?.options ?? []
    const country_id = countries.find(({ Alpha2 }) => Alpha2 === 'kz')?.id
    expect(country_id).toEqual(expect.any(Number))
    const answers = { ...fullAnswers('papers@mail.example'), country_id }
    const refused = await expectError(await register(newVisitor(server), 'full_reg', answers), 'registration.invalid')
    expect(refused.validation_errors?.inn?.code).toBe('required')
    const whole = { ...answers, inn: '500100732259' }
    expect((await register(newVisitor(server), 'full_reg', whole)).statusCode).toBe(200)
  })

  test('REG-32, REG-33: the data of the registration, with isWidget, and with section as the older version asks', async () => {
    const ask = async (query: string) =>
      (await server.send(REGISTER + query, { method: 'POST', body: {} })).json<RegistrationData>()
    const data = await ask('?isWidget=false')
    expect(data).toMatchObject({ hasFirstDeposit: false, percentFirstDeposit: 100, bonusAmount: expect.any(String) })
    expect(data.additionalConfig.isLoginSavingNotificationVisible).toBe(true)
    expect(await ask('?isWidget=true')).toEqual(data)
    expect(await ask('?isWidget=false&section=registration')).toEqual(data)
  })

  test('REG-24, REG-34: the types are the tabs, and the data names them', async () => {
    const types = (await server.send('/web-api/api/web/registration/v1/types')).json<RegistrationTypesAnswer>().data
      .attributes.types
    expect(types).toEqual(['full_reg', 'fast_reg', 'phone_reg'])
    const data = (await server.send(REGISTER, { method: 'POST', body: {} })).json<RegistrationData>()
    expect(data.tabs?.map(({ id }) => id)).toEqual(types)
    expect(data.tabs?.every(({ name }) => name !== '')).toBe(true)
    const ofQuay = (await server.send(REGISTER, { ...QUAY, method: 'POST', body: {} })).json<RegistrationData>()
    expect(ofQuay.minAgesInCountries).toContainEqual({ country: 'ee', age: 21 })
  })

  test('REG-28: at most fifteen methods of payment are shown, those by which the visitor could deposit, in order', async () => {
    const { payments = [] } = (await server.send(REGISTER, { method: 'POST', body: {} })).json<RegistrationData>()
    expect(payments[0]).toEqual({ id: 'card', name: 'Bank card', icon: 'card' })
    const crane = { host: 'crane.example', headers: { origin: 'http://crane.example' } }
    const answer = await server.send(REGISTER, { ...crane, method: 'POST', body: {} })
    expect(answer.statusCode, answer.body).toBe(200)
    const ids = answer.json<RegistrationData>().payments?.map(({ id }) => id)
    expect(ids?.slice(4, 7)).toEqual(['crypto', 'm20', 'm19'])
    expect(ids).toHaveLength(15)
    expect(ids).not.toContain('elsewhere')
  })

  test('REG-29: a brand that lets nobody register gives no form and makes no account', async () => {
    const closed = { host: 'lock.example', headers: { origin: 'http://lock.example' } }
    await expectError(await server.send(FIELDS, closed), 'registration.not_allowed')
    const body = { type: 'fast_reg', fields: FAST_ANSWERS }
    await expectError(await server.send(REGISTER, { ...closed, method: 'POST', body }), 'registration.not_allowed')
  })
})

describe('who is too young', () => {
  const born = (birthday: string, country?: string) => {
    const visitor = newVisitor(server)
    const headers = { ...QUAY.headers, 'x-forwarded-for': '198.51.100.7', ...(country ? { 'x-country': country } : {}) }
    const answers = { ...fullAnswers(`young.${birthday}.${country ?? 'any'}@mail.example`), birthday }
    const send: typeof visitor.send = (url, request) =>
      visitor.send(url, { ...request, host: QUAY.host, address: '192.0.2.1', headers })
    return register({ ...visitor, send }, 'full_reg', answers)
  }

  test('DATE-5: is refused at the birthday one day before the minimum age, and taken on the day itself', async () => {
    const refused = await expectError(await born('2008-03-02'), 'registration.invalid')
    expect(refused.validation_errors?.birthday?.code).toBe('age.below_minimum')
    expect((await born('2008-03-01')).statusCode).toBe(200)
  })

  test('DATE-5: a country with an age of its own asks for that', async () => {
    const refused = await expectError(await born('2005-03-02', 'ee'), 'registration.invalid')
    expect(refused.validation_errors?.birthday?.code).toBe('age.below_minimum')
    expect((await born('2005-03-01', 'ee')).statusCode).toBe(200)
  })
})

test('decision 69: each accepted version is kept with the account and the time', async () => {
  const { userId } = await newPlayer(server)
  const { consents } = await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx.select('profile').select('consents').where('account_id', '=', userId).executeTakeFirstOrThrow(),
  )
  const accepted = { version: '1', acceptedAt: expect.stringMatching(/^2026-03-0\dT[\d:.]+Z$/) }
  const terms = { ...accepted, version: '2026-06' }
  expect(consents).toEqual({ adult: accepted, 'agree-policy': accepted, terms_in_force: terms })
})

describe('a widget', () => {
  test('REG-4: makes an account that signs in by number and password, and begins no session', async () => {
    const visitor = newVisitor(server)
    const body = { type: 'fast_reg', fields: FAST_ANSWERS }
    const form = await register(visitor, 'fast_reg', {})
    expect(form.statusCode).toBe(422)
    const fields = { ...body.fields, ...(await chosen(visitor)) }
    const answer = await visitor.send(`${REGISTER}?isWidget=true`, { method: 'POST', body: { ...body, fields } })
    const { userId, password = '', isSignedIn } = answer.json<RegistrationAnswer>()
    expect(isSignedIn).toBe(false)
    expect(setCookies(answer)[SESSION_COOKIE]).toBeUndefined()
    const sessions = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('session').select('ended_at').where('account_id', '=', userId).execute(),
    )
    expect(sessions.filter((session) => session.ended_at === null)).toEqual([])
    const login = { login: String(userId), password }
    const signedIn = await newVisitor(server).send('/web-api/account/login', { method: 'POST', body: login })
    expect(signedIn.json()).toEqual({ userId })
  })

  test('REG-4, REG-2: confirms a phone by the cookie of its frame alone, and begins no session', async () => {
    const visitor = newVisitor(server)
    const cookie = `${FRAME_COOKIE}=${'f'.repeat(43)}`
    const answers: LightMyRequestResponse[] = []
    const send: typeof visitor.send = async (url, request) => {
      const address = url === REGISTER ? `${REGISTER}?isWidget=true` : url
      const answer = await server.send(address, { ...request, address: '10.77.0.1', headers: { cookie } })
      answers.push(answer)
      return answer
    }
    const frame = { ...visitor, send }
    const phone = newPhone()
    const code = await phoneCode(server, frame, phone)
    await send('/web-api/sms-auth/check-code', { method: 'POST', body: { phone, code } })
    const registered = await register(frame, 'phone_reg', {
      phone: { countryCode: 'de', countryId: 56, fullPhone: phone, phoneCode: '+49', phoneNum: phone.slice(3) },
      password: PASSWORD,
      birthday: '1990-05-17',
      'agree-policy': true,
    })
    expect(registered.json()).toEqual({ userId: expect.any(Number), isSignedIn: false })
    expect(answers.flatMap((answer) => Object.keys(setCookies(answer)))).toEqual([])
  })

  test('REG-4: leaves a player of the same browser signed in', async () => {
    const player = await newPlayer(server)
    const fields = { ...FAST_ANSWERS, ...(await chosen(player)) }
    const body = { type: 'fast_reg', fields }
    const answer = await player.send(`${REGISTER}?isWidget=true`, { method: 'POST', body })
    expect(answer.statusCode).toBe(200)
    expect((await player.send('/web-api/v1/user-information')).statusCode).toBe(200)
  })

  async function chosen(visitor: Pick<ReturnType<typeof newVisitor>, 'send'>): Promise<Record<string, number>> {
    interface Field {
      readonly id: string
      readonly options?: readonly { readonly id?: number; readonly selected?: boolean }[]
    }
    const answer = await visitor.send('/web-api/api/web/registration/v1/fields/fast_reg')
    const { fields } = answer.json<{ data: { attributes: { fields: Field[] } } }>().data.attributes
    return Object.fromEntries(
      fields.flatMap(({ id, options }) => {
        const option = options?.find(({ selected }) => selected)
        return option?.id === undefined ? [] : [[id, option.id]]
      }),
    )
  }
})

describe.runIf(HAS_PAGES)('who may frame a page', () => {
  const open = async (url: string, host = 'quay.example') => {
    const answer = await server.send(url, { host, headers: { accept: 'text/html', origin: null } })
    const policy = String(answer.headers['content-security-policy'])
    return { answer, ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1] }
  }

  test('REG-4, SEC-1: the widget, by the origins of the brand and nobody else', async () => {
    for (const path of ['/en/registration', '/en/registration/phone_reg']) {
      const { answer, ancestors } = await open(`${path}?isWidget=true`)
      expect(answer.statusCode).toBe(200)
      expect(ancestors).toBe(WIDGET_ORIGINS.join(' '))
      expect(answer.headers['x-frame-options']).toBeUndefined()
    }
  })

  test.each([
    ['/en/registration', 'quay.example'],
    ['/en/registration?isWidget=false', 'quay.example'],
    ['/en/login?isWidget=true', 'quay.example'],
    ['/en?isWidget=true', 'quay.example'],
    ['/en/registration?isWidget=true', 'pier.example'],
  ])('SEC-1: %s of %s is framed by nobody', async (path, host) => {
    const { answer, ancestors } = await open(path, host)
    expect(ancestors).toBe("'none'")
    expect(answer.headers['x-frame-options']).toBe('DENY')
    expect(setCookies(answer)[FRAME_COOKIE]).toBeUndefined()
  })

  test('REG-4: a cookie of its own identifies the frame, apart for each site around it, and knows no player', async () => {
    const visitor = newVisitor(server)
    const send: typeof visitor.send = (url, request) => visitor.send(url, { ...QUAY, ...request })
    expect((await register({ ...visitor, send }, 'fast_reg', FAST_ANSWERS)).statusCode).toBe(200)
    const asPlayer = (url: string) => send(url, { headers: { accept: 'text/html', origin: null } })
    expect((await asPlayer('/en/registration')).statusCode).toBe(302)
    const answer = await asPlayer('/en/registration?isWidget=true')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('"player":null')
    const cookie = setCookies(answer)[FRAME_COOKIE] ?? ''
    for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/']) expect(cookie).toContain(part)
    expect(setCookies(answer)[BROWSER_COOKIE]).toBeUndefined()
  })
})
