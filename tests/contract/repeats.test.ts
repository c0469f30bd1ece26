import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from './scenes/answer-checks.ts'
import { cookieValue, startTestServer, type TestServer } from './scenes/test-server.ts'
import { FAST_ANSWERS, fullAnswers, newVisitor, register, type TestVisitor } from './scenes/test-visitor.ts'

let server: TestServer
let made = 0
const REGISTRATION = '/web-api/registration'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newKey = () => `key-of-the-test-${String(++made).padStart(8, '0')}`

/** A visitor whose registrations carry a key. */
function withKey(visitor: TestVisitor, requestKey: unknown): TestVisitor {
  const send: TestVisitor['send'] = (url, request = {}) => {
    const isSubmission = url === REGISTRATION && typeof request.body === 'object'
    return visitor.send(url, isSubmission ? { ...request, body: { ...(request.body as object), requestKey } } : request)
  }
  return { ...visitor, send }
}

async function accounts(): Promise<number> {
  const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx.select('account').select('account_id').execute(),
  )
  return rows.length
}

describe('a registration that is sent again under its key', () => {
  test('gets the same answer and the same session, whichever browser sends it, and makes one account', async () => {
    const before = await accounts()
    const key = newKey()
    const first = await register(withKey(newVisitor(server), key), 'fast_reg', FAST_ANSWERS)
    const again = await register(withKey(newVisitor(server), key), 'fast_reg', FAST_ANSWERS)
    expect(first.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(cookieValue(again, SESSION_COOKIE)).toBe(cookieValue(first, SESSION_COOKIE))
    expect(await accounts()).toBe(before + 1)
  })

  test('at the same moment is carried out once', async () => {
    const before = await accounts()
    const visitor = withKey(newVisitor(server), newKey())
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(visitor, 'fast_reg', FAST_ANSWERS)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await accounts()).toBe(before + 1)
  })

  test('with other answers is refused by the place of the key, and makes nothing', async () => {
    const visitor = withKey(newVisitor(server), newKey())
    expect((await register(visitor, 'full_reg', fullAnswers('key-1@mail.example'))).statusCode).toBe(200)
    const before = await accounts()
    const other = await register(visitor, 'full_reg', fullAnswers('key-2@mail.example'))
    await expectError(other, 'request.invalid')
    expect(other.json()).toMatchObject({ params: { where: 'body/requestKey' } })
    expect(await accounts()).toBe(before)
  })

  test('after a refusal is tried again', async () => {
    const visitor = withKey(newVisitor(server), newKey())
    const wrong = await register(visitor, 'full_reg', { ...fullAnswers('key-3@mail.example'), name: 7 })
    await expectError(wrong, 'registration.invalid')
    expect((await register(visitor, 'full_reg', fullAnswers('key-3@mail.example'))).statusCode).toBe(200)
  })

  test('mails once', async () => {
    const visitor = withKey(newVisitor(server), newKey())
    for (let n = 0; n < 3; n++) await register(visitor, 'full_reg', fullAnswers('key-4@mail.example'))
    const messages = await server.identity.delivery.listMessages('pier')
    expect(messages.filter(({ recipient }) => recipient === 'key-4@mail.example')).toHaveLength(1)
  })

  test.each([['short'], ['x'.repeat(65)], ['spaces are no part of a key'], [7]])('%j is no key', async (requestKey) => {
    const answer = await register(withKey(newVisitor(server), requestKey), 'fast_reg', FAST_ANSWERS)
    await expectError(answer, 'request.invalid')
  })
})

test('without a key every registration is a new one', async () => {
  const before = await accounts()
  const visitor = newVisitor(server)
  await register(visitor, 'fast_reg', FAST_ANSWERS)
  await register(visitor, 'fast_reg', FAST_ANSWERS)
  expect(await accounts()).toBe(before + 2)
})
