import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUserConfig } from '#calls/shell.calls.ts'
import { type ThrowAwayCluster, throwAwayCluster } from '#server/db/embedded/throw-away-cluster.test-support.ts'
import { StorageOutage } from '#server/db/storage-outage.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { expectError } from './scenes/answer-checks.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer, newVisitor } from './scenes/test-visitor.ts'

const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'
const cluster = await throwAwayCluster()
const database = await throwAwayDatabase()
const SIGN_IN = '/web-api/account/login'
const REQUESTS = 12

const signIn = (server: TestServer, address: string) =>
  server.send(SIGN_IN, { method: 'POST', address, body: { login: `n${address}@mail.example`, password: 'wrong' } })

/** Lines of the log that an operator is called for, since a moment. */
function alarms({ log }: TestServer, from: number): readonly string[] {
  const lines = log().slice(from).split('\n')
  return lines.flatMap((line) => {
    const { level = 0, msg = '' } = line ? (JSON.parse(line) as { level: number; msg: string }) : {}
    return level > 40 ? [msg] : []
  })
}

describe.skipIf(!cluster && !isRequired)('SEC-16: a PostgreSQL server that crashes and comes back', () => {
  let server: TestServer
  let own: ThrowAwayCluster
  beforeAll(async () => {
    if (!cluster) throw new Error('PostgreSQL is not installed below /usr/lib/postgresql')
    own = cluster
    server = await startTestServer({ databaseUrl: own.url })
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    cluster?.remove()
  })

  test('calls and pages are 503 with Retry-After, the process is unready, one alarm goes out, and it heals', async () => {
    const { session } = await newPlayer(server)
    const cookie = `__Host-sid=${session()}`
    expect((await server.send('/readyz')).statusCode).toBe(200)
    const from = server.log().length
    const crashing = Promise.all(Array.from({ length: REQUESTS }, (_, n) => signIn(server, `10.9.1.${n}`)))
    own.crash()
    for (const answer of await crashing) expect([401, 503]).toContain(answer.statusCode)
    for (let n = 0; n < REQUESTS; n += 1) {
      const answer = await signIn(server, `10.9.2.${n}`)
      const error = await expectError(answer, 'storage.unavailable')
      expect(answer.headers['retry-after']).toBe('5')
      expect(error.retryAfterSeconds).toBe(5)
      expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1/)
    }
    if (HAS_PAGES) {
      const page = await server.send('/de', { headers: { accept: 'text/html', cookie, 'accept-language': 'de' } })
      expect(page.statusCode).toBe(503)
      expect(page.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' })
      expect(page.body).toContain('de: The site cannot reach its data')
    }
    expect((await server.send('/readyz')).statusCode).toBe(503)
    expect((await server.send('/healthz')).statusCode).toBe(200)
    expect(alarms(server, from)).toEqual(['database: the database does not answer'])
    own.start()
    await expect.poll(async () => (await server.send('/readyz')).statusCode, { timeout: 15_000 }).toBe(200)
    await expectError(await signIn(server, '10.9.3.1'), 'sign_in.wrong_credentials')
    expect((await server.send('/web-api/v1/user-information', { headers: { cookie } })).statusCode).toBe(200)
    expect(alarms(server, from)).toHaveLength(1)
    expect(server.log().slice(from)).toContain('database: can be used again')
  }, 120_000)

  test('crashed again and again while its pool is in use, it keeps a place for everybody', async () => {
    for (let round = 0; round < 3; round += 1) {
      const asked = Array.from({ length: 40 }, (_, n) => signIn(server, `10.9.${10 + round}.${n}`))
      await delay(20)
      own.crash()
      own.start()
      for (const answer of await Promise.all(asked)) expect([401, 503]).toContain(answer.statusCode)
    }
    await expect.poll(async () => (await server.send('/readyz')).statusCode, { timeout: 15_000 }).toBe(200)
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(server, `10.9.20.${n}`)))
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  }, 120_000)
})

describe.skipIf(!database && !isRequired)('SEC-16: a database that is dropped and made again', () => {
  test('pages wear the brand and are 503 with Retry-After, calls are too, and the process is unready', async () => {
    if (!database) throw new Error('no PostgreSQL server answers')
    await database.create()
    const server = await startTestServer({ databaseUrl: database.url })
    try {
      const { session } = await newPlayer(server)
      const cookie = `__Host-sid=${session()}`
      await database.drop()
      for (let n = 0; n < REQUESTS; n += 1) {
        const answer = await signIn(server, `10.9.4.${n}`)
        await expectError(answer, 'storage.unavailable')
        expect(answer.headers['retry-after']).toBe('5')
      }
      expect((await server.send('/readyz')).statusCode).toBe(503)
      if (!HAS_PAGES) return
      const page = await server.send('/ar', { headers: { accept: 'text/html', cookie: `${cookie}; scheme=dark` } })
      expect(page.statusCode).toBe(503)
      expect(page.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
      expect(page.body).toMatch(/<html lang="ar" dir="rtl" data-scheme="dark">/)
      expect(page.body).toContain('ar: We will be right back')
      expect(page.body).toMatch(/<a href="\/ar">/)
      const theme = /href="(\/theme\/[0-9a-f-]+\.css)"/.exec(page.body)?.[1] ?? ''
      expect((await server.send(theme)).statusCode).toBe(200)
      const guests = await server.send('/de/line', { headers: { accept: 'text/html' } })
      expect(guests.statusCode).toBe(503)
      expect(guests.headers['retry-after']).toBe('5')
      expect(guests.body).toContain('de: We will be right back')
    } finally {
      await server.close()
      await database.drop()
    }
  }, 60_000)
})

describe('SEC-16: a full disk', () => {
  test('is reported in the language of the visitor, as an outage', async () => {
    const full = new StorageOutage('full', new Error('No space left on device'))
    const server = await startTestServer({
      handlers: [{ call: getUserConfig, handle: () => Promise.reject(full) }],
    })
    try {
      const visitor = newVisitor(server)
      const answer = await visitor.send('/web-api/user/getuserconfig', { headers: { 'accept-language': 'de' } })
      const error = await expectError(answer, 'storage.unavailable')
      expect(error.message).toContain('de: The site cannot reach its data')
      expect(answer.headers['retry-after']).toBe('5')
      expect(alarms(server, 0)).toEqual([])
    } finally {
      await server.close()
    }
  }, 60_000)
})
