import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthConfig } from '#schemas'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { setCookies, startTestServer, type TestServer } from '../scenes/test-server.ts'
import {
  FAST_ANSWERS,
  newPending,
  newPlayer,
  newVisitor,
  PASSWORD,
  register,
  type TestPlayer,
  type TestVisitor,
} from '../scenes/test-visitor.ts'

let server: TestServer
const LOGIN = '/web-api/account/login'
const PROFILE = '/web-api/v1/user-information'
const ACTIVATE = '/web-api/api/internal/v1/user/activate'
const DAY_MS = 86_400_000

beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('quay/brand.json', {
        id: 'quay',
        name: 'Quay',
        extends: 'pier',
        hosts: ['quay.example'],
        schemaVersion: 2,
        revision: 1,
        operator: 'contract-fixtures',
      }),
  })
})
afterAll(() => server.close())

function signIn(visitor: TestVisitor, { userId, password }: TestPlayer, more: object = {}) {
  const body = { login: String(userId), password, auth_by_email: false, ...more }
  return visitor.send(LOGIN, { method: 'POST', body })
}

/** Whether a session's cookie still opens the profile. */
async function isAlive(token: string | undefined, host?: string): Promise<boolean> {
  const cookie = `${SESSION_COOKIE}=${token}`
  const answer = await server.send(PROFILE, { headers: { cookie }, ...(host ? { host } : {}) })
  return answer.statusCode === 200
}

describe('SEC-2: the cookie of a session', () => {
  test('is bound to the host, hidden from scripts, secure, and lax', async () => {
    const visitor = newVisitor(server)
    const answer = await signIn(visitor, await newPlayer(server))
    const attributes = (setCookies(answer)[SESSION_COOKIE] ?? '').split('; ').slice(1)
    expect(SESSION_COOKIE).toMatch(/^__Host-/)
    expect(attributes).toContain('Path=/')
    expect(attributes).toContain('HttpOnly')
    expect(attributes).toContain('Secure')
    expect(attributes).toContain('SameSite=Lax')
    expect(attributes.join(';')).not.toMatch(/domain/i)
    expect(attributes.some((attribute) => attribute.startsWith('Expires='))).toBe(true)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('holds at least 128 random bits, and is not stored as it is', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, async () => (await newPlayer(server)).session() ?? ''))
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]+$/)
      expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
    }
    const bits = tokens.flatMap((token) => [...Buffer.from(token, 'base64url')].map(onesOf))
    const share = bits.reduce((sum, ones) => sum + ones, 0) / (bits.length * 8)
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.55)
    expect(await wholeTable('session')).not.toContain(tokens[0])
  })

  test('is another one after every sign-in, and the former session is over', async () => {
    const player = await newPlayer(server)
    const first = player.session()
    await signIn(player, player)
    const second = player.session()
    expect(second).not.toBe(first)
    expect(await isAlive(first)).toBe(false)
    expect(await isAlive(second)).toBe(true)
  })

  test.each(['link', 'code'] as const)(
    'is another one after an activation by %s, and the former is over',
    async (by) => {
      const player = await newPlayer(server)
      const first = player.session()
      const { token, userId, code } = await newPending(server, newVisitor(server), `renewed-by-${by}@mail.example`)
      const attributes = by === 'link' ? { token } : { userId, code }
      const answer = await player.send(ACTIVATE, { method: 'POST', body: { data: { attributes } } })
      expect(answer.json()).toEqual({ userId })
      expect(player.session()).not.toBe(first)
      expect(await isAlive(first)).toBe(false)
      expect(await isAlive(player.session())).toBe(true)
    },
  )

  test('a failed activation leaves the session as it was', async () => {
    const player = await newPlayer(server)
    const body = { data: { attributes: { token: 'no-such-token-0123456789012345678901234567' } } }
    await expectError(await player.send(ACTIVATE, { method: 'POST', body }), 'activation.invalid')
    expect(await isAlive(player.session())).toBe(true)
  })

  test('is another one after a registration in one click, and the former is over', async () => {
    const player = await newPlayer(server)
    const first = player.session()
    const answer = await register(player, 'fast_reg', FAST_ANSWERS)
    expect(answer.statusCode).toBe(200)
    expect(player.session()).not.toBe(first)
    expect(await isAlive(first)).toBe(false)
    expect(await isAlive(player.session())).toBe(true)
  })

  test('never takes the value that a visitor brought along (session fixation)', async () => {
    const fixed = 'A'.repeat(43)
    const visitor = newVisitor(server)
    const { userId, password } = await newPlayer(server)
    const answer = await visitor.send(LOGIN, {
      method: 'POST',
      body: { login: String(userId), password },
      headers: { cookie: `${SESSION_COOKIE}=${fixed}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(visitor.session()).not.toBe(fixed)
    expect(await isAlive(fixed)).toBe(false)
  })

  test('a failed sign-in leaves the session as it was', async () => {
    const player = await newPlayer(server)
    const answer = await signIn(player, { ...player, password: 'not the password' })
    await expectError(answer, 'sign_in.wrong_credentials')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await isAlive(player.session())).toBe(true)
  })

  test('of one brand opens nothing at another', async () => {
    const player = await newPlayer(server)
    expect(await isAlive(player.session(), 'quay.example')).toBe(false)
    const answer = await server.send('/web-api/user/getuserconfig', {
      host: 'quay.example',
      headers: { cookie: `${SESSION_COOKIE}=${player.session()}` },
    })
    expect(answer.json()).toMatchObject({ player: null })
  })
})

test('AUTH-17: signing out ends the session and takes its cookie away; for a guest it does no harm', async () => {
  const player = await newPlayer(server)
  const token = player.session()
  const answer = await player.send('/web-api/user/disconnect', { method: 'POST' })
  expect(answer.statusCode).toBe(200)
  expect(setCookies(answer)[SESSION_COOKIE]).toMatch(/Expires=Thu, 01 Jan 1970/)
  expect(setCookies(answer)[SESSION_COOKIE]).toMatch(/Path=\/.*Secure/)
  expect(await isAlive(token)).toBe(false)
  expect((await newVisitor(server).send('/web-api/user/disconnect', { method: 'POST' })).statusCode).toBe(200)
})

test('AUTH-1, AUTH-2, AUTH-10, decisions 67, 68: a player signs in by e-mail once the mail has proved it', async () => {
  const visitor = newVisitor(server)
  const { code } = await newPending(server, visitor, 'proved@mail.example')
  const mail = await newPending(server, newVisitor(server), 'proved-2@mail.example')
  expect(visitor.session()).toBeUndefined()
  const body = { login: 'proved-2@mail.example', password: PASSWORD, auth_by_email: true }
  await expectError(await visitor.send(LOGIN, { method: 'POST', body }), 'sign_in.not_activated')
  const activation = { data: { attributes: { userId: mail.userId, code: mail.code } } }
  const url = '/web-api/api/internal/v1/user/activate'
  expect((await visitor.send(url, { method: 'POST', body: activation })).json()).toEqual({ userId: mail.userId })
  expect(visitor.session()).toBeDefined()
  await expectError(await visitor.send(url, { method: 'POST', body: activation }), 'activation.invalid')
  const signedIn = await newVisitor(server).send(LOGIN, {
    method: 'POST',
    body: { ...body, login: ' PROVED-2@mail.example' },
  })
  expect(signedIn.json()).toEqual({ userId: mail.userId })
  expect(code).not.toBe(mail.code)
})

test('REG-27, decision 62: one-click registration tells the password once, and the two sign in', async () => {
  const visitor = newVisitor(server)
  const answer = await register(visitor, 'fast_reg', FAST_ANSWERS)
  const { userId, password } = answer.json<{ userId: number; password: string }>()
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(password.length).toBeGreaterThanOrEqual(12)
  const other = await newVisitor(server).send(LOGIN, { method: 'POST', body: { login: String(userId), password } })
  expect(other.json()).toEqual({ userId })
  expect(await wholeTable('credential')).not.toContain(password)
})

test('a session ends when it is idle too long, and at its absolute end however busy it is', async () => {
  const idle = await newPlayer(server)
  const busy = await newPlayer(server)
  const auth = JSON.parse(await readFile(join(server.brands.baseDir, 'config/auth.json'), 'utf8')) as AuthConfig
  const step = Math.floor(auth.sessionIdleMs * 0.9)
  server.wait(step)
  expect(await isAlive(busy.session())).toBe(true)
  server.wait(step)
  expect(await isAlive(busy.session())).toBe(true)
  expect(await isAlive(idle.session())).toBe(false)
  for (let passed = step * 2; passed < auth.sessionAbsoluteMs; passed += step) {
    await isAlive(busy.session())
    server.wait(step)
  }
  expect(await isAlive(busy.session())).toBe(false)
  server.wait(DAY_MS)
})

function onesOf(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length
}

/** Every row of a table as text, seen as the brand sees it. */
async function wholeTable(table: 'session' | 'credential'): Promise<string> {
  const rows = await forBrand(server.database.db, 'pier').transaction((tx) => tx.select(table).selectAll().execute())
  expect(rows.length).toBeGreaterThan(0)
  return JSON.stringify(rows)
}
