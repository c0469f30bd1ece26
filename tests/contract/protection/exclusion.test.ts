import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RegisterQuery } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { endFalseMatch } from '#server/protection/exclusion/person-marks.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { deposit, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, fullAnswers, newVisitor, PASSWORD, register, type TestVisitor } from '../scenes/test-visitor.ts'

const BASE = '/limit-service-api'
const ACTIVATE = '/web-api/api/internal/v1/user/activate'
const DAY_MS = 86_400_000

/** What the stand-in of a register does with the next questions. */
type Mood = 'clear' | 'excluded' | 'late' | 'broken' | 'nonsense' | 'forbidden'

let server: TestServer
let adapter: Server
let mood: Mood = 'clear'
let asked: { readonly query: RegisterQuery; readonly key: string | undefined }[] = []

/** A register as an adapter speaks for it, which can be slow, broken or wrong. */
function startRegister(): Promise<Server> {
  const stub = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    asked.push({ query: JSON.parse(text) as RegisterQuery, key: request.headers.authorization })
    if (mood === 'late') return
    if (mood === 'broken') return request.socket.destroy()
    response.statusCode = mood === 'forbidden' ? 403 : 200
    const until = new Date(server.now().getTime() + 200 * DAY_MS).toISOString()
    response.setHeader('content-type', 'application/json')
    response.end(mood === 'nonsense' ? '{"excluded":"no"}' : JSON.stringify({ isExcluded: mood === 'excluded', until }))
  })
  return new Promise((resolve) => stub.listen(0, '127.0.0.1', () => resolve(stub)))
}

beforeAll(async () => {
  adapter = await startRegister()
  const { port } = adapter.address() as AddressInfo
  const brand = (id: string) => ({
    ...{ id, name: id, extends: 'pier', hosts: [`${id}.example`], schemaVersion: 3, revision: 1 },
  })
  server = await startTestServer({
    environment: { LIVERY_REGISTER_KEY: 'a-key-of-the-register' },
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('quay/brand.json', brand('quay'))
      await write('shoal/brand.json', brand('shoal'))
      await write('reef/brand.json', brand('reef'))
      const asking = {
        registers: { watch: { url: `http://127.0.0.1:${port}/ask`, countries: [] } },
        registerApiKeys: { watch: 'LIVERY_REGISTER_KEY' },
      }
      await write('shoal/config/responsible.json', { exclusionGroup: 'elsewhere', ...asking })
      await write('reef/config/responsible.json', { isOpenWithoutRegister: true, ...asking })
    },
  })
})
afterAll(async () => {
  await server.close()
  adapter.closeAllConnections()
  adapter.close()
})
beforeEach(() => {
  mood = 'clear'
  asked = []
})

const post = (body: object) => ({ method: 'POST' as const, body })
let people = 0

/** Somebody whom no other test knows. */
function someone(): Readonly<Record<string, string>> {
  people += 1
  const letters = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  return { email: `${letters}@example.com`, name: 'Mira', surname: `Ost${letters}`, birthday: '1988-02-29' }
}

/** A browser that always asks one brand. */
function visitorAt(brand: string): TestVisitor {
  const visitor = newVisitor(server)
  return { ...visitor, send: (url, request = {}) => visitor.send(url, { host: `${brand}.example`, ...request }) }
}

const registerAs = (visitor: TestVisitor, person: Readonly<Record<string, string>>) =>
  register(visitor, 'full_reg', { ...fullAnswers(''), ...person })

/** Registers by e-mail at a brand and opens the account by the code of the mail. */
async function openAccount(brand: string, person: Readonly<Record<string, string>>) {
  const visitor = visitorAt(brand)
  const registered = await registerAs(visitor, person)
  expect(registered.statusCode, registered.body).toBe(200)
  const { userId } = registered.json<{ userId: number }>()
  const messages = await server.identity.delivery.listMessages(brand)
  const body = messages.find(({ recipient }) => recipient === person.email)?.body ?? ''
  const code = /\b(\d{6})\b/.exec(body)?.[1]
  const answer = await visitor.send(ACTIVATE, post({ data: { attributes: { userId, code } } }))
  return { visitor, userId, answer }
}

const exclude = (visitor: TestVisitor) => visitor.send(`${BASE}/BlockUser`, post({ kind: 'exclusion', months: 6 }))
const signIn = (visitor: TestVisitor, userId: number, password = PASSWORD) =>
  visitor.send('/web-api/account/login', post({ login: String(userId), password, auth_by_email: false }))

describe('who is excluded', () => {
  test('RG-11: signs in no more; who does not know the password learns nothing of it', async () => {
    const { visitor, userId } = await openAccount('pier', someone())
    expect((await exclude(visitor)).statusCode).toBe(200)
    const refused = await signIn(visitor, userId)
    await expectError(refused, 'sign_in.excluded')
    expect(refused.json()).toMatchObject({ params: { until: expect.stringContaining('01.09.2026') as string } })
    await expectError(await signIn(visitor, userId, 'wrong password 42'), 'sign_in.wrong_credentials')
    server.wait(185 * DAY_MS)
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
  })

  test('RG-11: comes in while money is owed to them, and finds every way in for money closed', async () => {
    const { visitor, userId } = await openAccount('pier', someone())
    await deposit(server, { ...visitor, userId, password: PASSWORD })
    expect((await exclude(visitor)).statusCode).toBe(200)
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    const again = await visitor.send('/web-api/payments/deposit', post(wish()))
    await expectError(again, 'protection.excluded')
    const withdrawn = await visitor.send('/web-api/payments/withdrawal', post(wish({ amount: 50 })))
    expect(withdrawn.statusCode, withdrawn.body).toBe(200)
  })

  test('RG-11: registers at no brand of the group under their name, however it is spelt, and does at others', async () => {
    const person = someone()
    const { visitor } = await openAccount('pier', { ...person, name: 'Zoë Marie' })
    await exclude(visitor)
    const same = { ...person, email: 'other-one@example.com', name: ' ZOE-MARIE ' }
    await expectError(await registerAs(visitorAt('quay'), same), 'sign_in.excluded')
    await expectError(await registerAs(visitorAt('pier'), same), 'sign_in.excluded')
    expect((await openAccount('shoal', same)).answer.statusCode).toBe(200)
    const twin = { ...same, email: 'other-two@example.com', birthday: '1988-03-01' }
    expect((await openAccount('quay', twin)).answer.statusCode).toBe(200)
  })

  test('RG-11: a namesake who was mistaken for them comes in by their own address, and nobody else by typing it', async () => {
    const person = someone()
    const { visitor } = await openAccount('pier', person)
    await exclude(visitor)
    const namesake = { ...person, email: `namesake-${person.email}` }
    await expectError(await registerAs(visitorAt('pier'), namesake), 'sign_in.excluded')
    const { name = '', surname = '', birthday = '' } = person
    const isEnded = await forBrand(server.database.db, 'pier').transaction((tx) =>
      endFalseMatch(tx, {
        ...{ name, surname, birthday, country: 'de', address: { kind: 'email', value: namesake.email } },
        ...{ operator: 'ines', reason: 'another passport', now: server.now() },
      }),
    )
    expect(isEnded).toBe(true)
    server.wait(2 * 60_000)
    // Anyone who types the address of the namesake has an account that waits for a proof, which only the namesake gets.
    const thief = visitorAt('pier')
    const waiting = await registerAs(thief, namesake)
    expect(waiting.statusCode, waiting.body).toBe(200)
    const { userId } = waiting.json<{ userId: number }>()
    const guess = await thief.send(ACTIVATE, post({ data: { attributes: { userId, code: '000000' } } }))
    await expectError(guess, 'activation.invalid')
    expect((await signIn(thief, userId)).statusCode).not.toBe(200)
    await expectError(await registerAs(thief, { ...person, email: `third-${person.email}` }), 'sign_in.excluded')
    server.wait(2 * 60_000)
    expect((await openAccount('pier', namesake)).answer.statusCode).toBe(200)
  })

  test('RG-11: a namesake is cleared at any brand of the group, wherever the break was taken', async () => {
    const person = someone()
    const { visitor } = await openAccount('pier', person)
    await exclude(visitor)
    const namesake = { ...person, email: `elsewhere-${person.email}` }
    await expectError(await registerAs(visitorAt('quay'), namesake), 'sign_in.excluded')
    const { name = '', surname = '', birthday = '' } = person
    const clear = (who: string) =>
      forBrand(server.database.db, 'quay').transaction((tx) =>
        endFalseMatch(tx, {
          ...{ name: who, surname, birthday, country: 'de', address: { kind: 'email', value: namesake.email } },
          ...{ operator: 'ines', reason: 'another passport', now: server.now() },
        }),
      )
    expect(await clear('Nobody')).toBe(false)
    expect(await clear(name)).toBe(true)
    server.wait(2 * 60_000)
    expect((await openAccount('quay', namesake)).answer.statusCode).toBe(200)
    await expectError(await registerAs(visitorAt('pier'), namesake), 'sign_in.excluded')
  })

  test('RG-11: is known by their address once it is proved, and a stranger who types it learns nothing', async () => {
    const person = someone()
    const { visitor } = await openAccount('pier', person)
    await exclude(visitor)
    const { answer } = await openAccount('quay', { ...someone(), email: person.email ?? '' })
    await expectError(answer, 'sign_in.excluded')
  })

  test('RG-11: a break at one brand ends the sessions of the same person at another', async () => {
    const person = someone()
    const here = await openAccount('pier', person)
    const there = await openAccount('quay', person)
    await exclude(here.visitor)
    await expectError(await there.visitor.send('/web-api/payments/deposit', post(wish())), 'access.denied')
    await expectError(await there.visitor.send(`${BASE}/limits`), 'access.denied')
  })

  test('several sign-ins at once all succeed', async () => {
    const { userId } = await openAccount('pier', someone())
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(visitorAt('pier'), userId)))
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
  })

  test('RG-11: a time-out lets sign in, and ends all mailings', async () => {
    const { visitor, userId } = await openAccount('pier', someone())
    const set = (setting_id: string, setting_value: string) =>
      visitor.send('/web-api/savesetting', post({ setting_id, setting_value }))
    await set('mailing_news_email', 'on')
    await set('mailing_results_sms', 'on')
    await set('font_size', 'large')
    expect((await visitor.send('/web-api/api/web/user/v1/settings')).body).toContain('"mailing_news_email":"on"')
    await visitor.send(`${BASE}/BlockUser`, post({ kind: 'time_out', hours: 24 }))
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    const settings = (await visitor.send('/web-api/api/web/user/v1/settings')).body
    expect(settings).toContain('"font_size":"large"')
    expect(settings).not.toContain('"mailing_news_email":"on"')
    expect(settings).not.toContain('"mailing_results_sms":"on"')
  })
})

/** Lets a day pass during which a player does not leave. */
async function aDayOnline(visitor: TestVisitor): Promise<void> {
  for (let part = 0; part < 3; part++) {
    server.wait(DAY_MS / 3)
    expect((await visitor.send(`${BASE}/limits`)).statusCode).toBe(200)
  }
}

describe('a register of excluded persons', () => {
  test('RG-15: is asked at registration by name, birthday and country, and the answer holds for a day', async () => {
    const person = someone()
    const { visitor, userId, answer } = await openAccount('shoal', person)
    expect(answer.statusCode).toBe(200)
    const { email: _unproved, ...named } = person
    expect(asked).toEqual([
      {
        query: { register: 'watch', ...named, country: 'de', email: null, phone: null },
        key: 'Bearer a-key-of-the-register',
      },
    ])
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    expect(asked).toHaveLength(1)
    await aDayOnline(visitor)
    await expectError(await visitor.send('/web-api/payments/deposit', post(wish())), 'protection.register_unasked')
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    expect(asked.at(-1)?.query.email).toBe(person.email)
    expect(asked).toHaveLength(2)
    expect((await visitor.send('/web-api/payments/deposit', post(wish()))).statusCode).toBe(200)
  })

  test('RG-15: keeps whom it names from registering and from signing in, and closes an account that was open', async () => {
    mood = 'excluded'
    const person = someone()
    await expectError(await registerAs(visitorAt('shoal'), person), 'sign_in.excluded')
    mood = 'clear'
    const { visitor, userId } = await openAccount('shoal', someone())
    mood = 'excluded'
    await aDayOnline(visitor)
    await expectError(await signIn(visitor, userId), 'sign_in.excluded')
    await expectError(await visitor.send('/web-api/payments/deposit', post(wish())), 'protection.excluded')
  })

  test.each(['late', 'broken', 'nonsense', 'forbidden'] as const)(
    'RG-15: one that is %s keeps everybody out, and lets in again once it answers',
    async (fault) => {
      mood = fault
      const person = someone()
      const refusedAs = async (email: string) =>
        expectError(await registerAs(visitorAt('shoal'), { ...person, email }), 'sign_in.register_silent')
      await refusedAs(`first-${person.email}`)
      mood = 'clear'
      await refusedAs(`second-${person.email}`)
      server.wait(60_000)
      expect((await openAccount('shoal', person)).answer.statusCode).toBe(200)
    },
  )

  test('RG-15: who has given no name cannot be asked after, and stays out', async () => {
    await expectError(await register(visitorAt('shoal'), 'fast_reg', FAST_ANSWERS), 'sign_in.name_needed')
    expect(asked).toEqual([])
  })

  test('RG-15: a silent one lets in where the brand has chosen that', async () => {
    mood = 'broken'
    expect((await openAccount('reef', someone())).answer.statusCode).toBe(200)
  })
})
