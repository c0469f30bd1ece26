import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatorsFileQuery, PaymentCard } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, fullAnswers, newVisitor, PASSWORD, register, type TestVisitor } from '../scenes/test-visitor.ts'

const DEPOSIT = '/web-api/payments/deposit'
const ACTIVATE = '/web-api/api/internal/v1/user/activate'
const CAP_MINOR = 100_000
const WAIT_S = 300

/** The file of all operators as an adapter speaks for it: whose deposits were counted, and at which operator they play. */
const file = {
  counted: new Map<string, Map<string, number>>(),
  active: new Map<string, 'here' | 'elsewhere'>(),
  told: [] as OperatorsFileQuery[],
  answer: null as ((response: ServerResponse) => unknown) | null,
}

let server: TestServer
let adapter: Server
beforeAll(async () => {
  adapter = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    expect(request.headers.authorization).toBe('Bearer a-key-of-the-file')
    const query = JSON.parse(text) as OperatorsFileQuery
    file.told.push(query)
    if (file.answer) return file.answer(response)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(judge(query)))
  })
  await new Promise<void>((resolve) => adapter.listen(0, '127.0.0.1', resolve))
  const { port } = adapter.address() as AddressInfo
  server = await startTestServer({
    environment: { LIVERY_FILE_KEY: 'a-key-of-the-file' },
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/responsible.json', {
        operatorsFile: { url: `http://127.0.0.1:${port}/tell`, countries: ['de'] },
        operatorsFileApiKey: 'LIVERY_FILE_KEY',
      })
    },
  })
})
afterAll(async () => {
  await server.close()
  adapter.closeAllConnections()
  adapter.close()
})
beforeEach(() => {
  file.told = []
  file.answer = null
})

function judge({ act, surname, id = '', amountMinor = 0 }: OperatorsFileQuery) {
  const where = file.active.get(surname)
  if (act === 'leave') {
    if (where === 'here') file.active.delete(surname)
    return { isAllowed: true }
  }
  if (act === 'enter') {
    if (where === 'elsewhere') return { isAllowed: false, waitSeconds: WAIT_S }
    file.active.set(surname, 'here')
    return { isAllowed: true }
  }
  const own = file.counted.get(surname) ?? new Map<string, number>()
  const sum = [...own].reduce((total, [name, minor]) => total + (name === id ? 0 : minor), 0)
  if (sum + amountMinor > CAP_MINOR) return { isAllowed: false, leftMinor: CAP_MINOR - sum }
  file.counted.set(surname, own.set(id, amountMinor))
  return { isAllowed: true }
}

const post = (body: object) => ({ method: 'POST' as const, body })
let people = 0
/** Somebody whom no other test knows. */
function someone(): Readonly<Record<string, string | number | boolean>> {
  people += 1
  const letters = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  return { ...fullAnswers(`file-${letters}@example.com`), surname: `File${letters}` }
}

/** Registers by e-mail and opens the account by the code of the mail. */
async function player(person = someone()) {
  const visitor = newVisitor(server)
  const registered = await register(visitor, 'full_reg', person)
  expect(registered.statusCode, registered.body).toBe(200)
  const { userId } = registered.json<{ userId: number }>()
  const mails = await server.identity.delivery.listMessages('pier')
  const code = /\b(\d{6})\b/.exec(mails.find(({ recipient }) => recipient === person.email)?.body ?? '')?.[1]
  const opened = await visitor.send(ACTIVATE, post({ data: { attributes: { userId, code } } }))
  return { visitor, userId, opened, surname: String(person.surname) }
}
const signIn = (visitor: TestVisitor, userId: number) =>
  visitor.send('/web-api/account/login', post({ login: String(userId), password: PASSWORD, auth_by_email: false }))
const deposit = ({ send }: TestVisitor, amount: number, more: object = {}) =>
  send(DEPOSIT, post(wish({ amount, ...more })))
const acts = () => file.told.map(({ act }) => act)
const elsewhere = (surname: string, minor: number) => file.counted.set(surname, new Map([['elsewhere', minor]]))

describe('the file of all operators counts deposits', () => {
  test('RG-14: what was deposited elsewhere and here is one sum: 600 there and 500 here is refused, and 400 begins', async () => {
    const { visitor, surname } = await player()
    elsewhere(surname, 60_000)
    const refused = await expectError(await deposit(visitor, 500), 'protection.operators_limit')
    expect(refused.params).toEqual({ left: '400.00 EUR' })
    const begun = await deposit(visitor, 400)
    expect(begun.statusCode, begun.body).toBe(200)
    expect(begun.json<PaymentCard>()).toMatchObject({ state: 'created', amount: 400 })
    await expectError(await deposit(visitor, 5), 'protection.operators_limit')
    const told = file.told.filter(({ act }) => act === 'deposit')
    expect(told).toMatchObject([{ amountMinor: 50_000, currency: 'EUR', surname, birthday: '1990-05-17' }, {}, {}])
  })

  test('RG-14: each deposit is counted once, sent again too, and one that the provider refuses stays counted', async () => {
    const { visitor, surname } = await player()
    const asked = { guid: crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => deposit(visitor, 300, asked)))
    expect(new Set(answers.map((answer) => answer.json<PaymentCard>().id)).size).toBe(1)
    const begun = answers.map((answer) => answer.json<PaymentCard>()).find(({ redirectUrl }) => redirectUrl)
    const { pathname } = new URL(begun?.redirectUrl ?? '')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await newVisitor(server).send(pathname, { method: 'POST', body: 'act=decline', headers })
    const later = await Promise.all(Array.from({ length: 5 }, () => deposit(visitor, 300)))
    expect(later.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect([...(file.counted.get(surname)?.values() ?? [])]).toEqual([30_000, 30_000, 30_000])
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['is broken', (response) => response.destroy()],
    ['answers nonsense', (response) => response.end('{"isAllowed":"yes"}')],
    ['is down', (response) => response.writeHead(503).end('{"isAllowed":true}')],
    ['is late', () => undefined],
  ])('RG-14: no deposit begins while the file %s, and what needs no file continues', async (_, answer) => {
    const { visitor } = await player()
    file.answer = answer
    await expectError(await deposit(visitor, 50), 'protection.operators_unasked')
    expect((await visitor.send('/web-api/getrechargedata')).json()).not.toHaveProperty('refusal')
    file.answer = null
    expect((await deposit(visitor, 50)).statusCode).toBe(200)
  })

  test('RG-14: what is refused anyway is not counted', async () => {
    const { visitor, surname } = await player()
    await expectError(await deposit(visitor, 1), 'payment.below_minimum')
    await visitor.send('/limit-service-api/limits', post({ kind: 'deposit', period: 'day', amount: 20 }))
    await expectError(await deposit(visitor, 50), 'protection.deposit_limit')
    expect(file.counted.get(surname)).toBeUndefined()
  })
})

describe('the file of all operators knows where players play', () => {
  test('RG-14: who plays elsewhere is let in once they have left there, and the file hears who plays here', async () => {
    const { visitor, userId, opened, surname } = await player()
    expect([opened.statusCode, file.active.get(surname)]).toEqual([200, 'here'])
    await visitor.send('/web-api/user/disconnect', post({}))
    server.wait(61_000)
    await server.protection.rounds.run()
    expect(file.active.get(surname)).toBeUndefined()
    file.active.set(surname, 'elsewhere')
    const refused = await expectError(await signIn(visitor, userId), 'sign_in.active_elsewhere')
    expect(refused.params).toEqual({ minutes: 5 })
    file.active.delete(surname)
    // The file has asked for five minutes.
    server.wait(240_000)
    await expectError(await signIn(visitor, userId), 'sign_in.active_elsewhere')
    server.wait(61_000)
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    expect(acts()).toEqual(['enter', 'leave', 'enter', 'enter'])
  })

  test('RG-14: who stays signed in stays noted; what the file does not take is sent again; who comes back at once is noted again', async () => {
    const { visitor, userId, surname } = await player()
    server.wait(61_000)
    await server.protection.rounds.run()
    expect(file.active.get(surname)).toBe('here')
    await visitor.send('/web-api/user/disconnect', post({}))
    file.answer = (response) => response.writeHead(500).end()
    await server.protection.rounds.run()
    expect(file.active.get(surname)).toBe('here')
    file.answer = null
    server.wait(61_000)
    await server.protection.rounds.run()
    expect(file.active.get(surname)).toBeUndefined()
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    expect(file.active.get(surname)).toBe('here')
  })

  test('RG-14: who has done nothing for as long as a session lasts has left', async () => {
    const { surname } = await player()
    server.wait(13 * 3_600_000)
    await server.protection.rounds.run()
    expect(file.active.get(surname)).toBeUndefined()
  })

  test('RG-14: a silent file lets nobody in, and is asked again a minute later', async () => {
    const { visitor, userId } = await player()
    await visitor.send('/web-api/user/disconnect', post({}))
    server.wait(61_000)
    await server.protection.rounds.run()
    file.answer = (response) => response.destroy()
    await expectError(await signIn(visitor, userId), 'sign_in.operators_silent')
    file.answer = null
    await expectError(await signIn(visitor, userId), 'sign_in.operators_silent')
    server.wait(61_000)
    expect((await signIn(visitor, userId)).statusCode).toBe(200)
    expect(acts()).toEqual(['enter', 'leave', 'enter', 'enter'])
  })

  test('RG-14: who has registered and not opened their account does not play yet', async () => {
    const registered = await register(newVisitor(server), 'full_reg', someone())
    expect([registered.statusCode, acts()]).toEqual([200, []])
  })

  test('RG-14: who is not noted as playing here moves no money in, and takes out what is theirs', async () => {
    const { visitor } = await player()
    await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.update('player_activity', { state: 'left' }).where('state', '=', 'active').execute(),
    )
    await expectError(await deposit(visitor, 50), 'protection.not_active')
    await expectError(await visitor.send('/web-api/payments/withdrawal', post(wish({ amount: 20 }))), 'balance.too_low')
  })

  test('RG-14: who has given no name cannot be asked after, and stays out', async () => {
    await expectError(await register(newVisitor(server), 'fast_reg', FAST_ANSWERS), 'sign_in.name_needed')
    expect(file.told).toEqual([])
  })
})
