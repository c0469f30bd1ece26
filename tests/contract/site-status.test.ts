import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteStatus } from '#schemas'
import { startProvider, stopProvider } from '#server/casino/desk/provider-stops.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { HAS_PAGES, startTestServer, type TestServer } from './scenes/test-server.ts'

const CALL = '/web-api/site-status'
/** Longer than an answer is shared. */
const LATER_MS = 6000
const START_MS = 60_000
const NOTICE = 'We move on <Sunday> from 03:00 to 04:00 UTC.'

describe('the status of a site', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      prepare: (brands) =>
        brands
          .write('noticed/brand.json', {
            ...{ id: 'noticed', name: 'Noticed', hosts: ['noticed.example'], extends: 'pier' },
            ...{ schemaVersion: 2, revision: 1 },
          })
          .then(() => brands.write('noticed/config/support.json', { statusNotice: { en: NOTICE } })),
    })
  }, START_MS)
  afterAll(() => server.close())

  const read = async (host = 'pier.example') => {
    server.wait(LATER_MS)
    return (await server.send(CALL, { host })).json() as SiteStatus
  }
  const stateOf = async (id: string) => (await read()).parts.find((part) => part.id === id)?.state

  test('says that everything works, to anybody, as a call and as a page', async () => {
    const status = await read()
    expect(status.state).toBe('works')
    expect(status.parts.length).toBeGreaterThan(4)
    expect(status.notice).toBeUndefined()
    const page = await server.send('/status', { headers: { accept: 'text/html', 'accept-language': 'de' } })
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('<html lang="de" dir="ltr"')
    expect(page.body).toContain('de: Everything works')
    expect(page.body).toContain('de: Withdrawals')
    const arabic = await server.send('/status', { headers: { 'accept-language': 'ar' } })
    expect(arabic.body).toContain('<html lang="ar" dir="rtl"')
  })

  test.runIf(HAS_PAGES)('is linked at the foot of every page, in every language by the same path', async () => {
    for (const language of ['en', 'ar']) {
      const { body } = await server.send(`/${language}`, { headers: { accept: 'text/html' } })
      expect(body.slice(body.indexOf('<footer'))).toContain('<a href="/status"')
    }
  })

  test('shows what the operator has to say, in the first language where there is no other, as text', async () => {
    expect((await read('noticed.example')).notice).toBe(NOTICE)
    const page = await server.send('/status', { host: 'noticed.example', headers: { 'accept-language': 'de' } })
    expect(page.body).toContain('We move on &#60;Sunday&#62; from')
  })

  test('shows a provider of games that was stopped, and messages that do not go out', async () => {
    const { database, now } = server
    const door = forBrand(database.db, 'pier')
    const stop = { provider_id: 'livery', stopped_at: now(), stopped_by: 'desk', reason: 'a test' }
    await door.transaction((tx) => stopProvider(tx, stop))
    expect(await stateOf('casino')).toBe('down')
    await door.transaction((tx) => startProvider(tx, 'livery'))
    expect(await stateOf('casino')).toBe('works')
    const message = {
      ...{ kind: 'mail', recipient: 'n@mail.example', template: 'none', language: 'en', params: '{}', secrets: null },
      ...{ state: 'queued', attempts: 0, created_at: now(), next_attempt_at: now(), sent_at: null, last_error: null },
    } as const
    await door.transaction((tx) => tx.insert('outbox', message as never).execute())
    expect(await stateOf('messages')).toBe('works')
    server.wait(120_000)
    expect(await stateOf('messages')).toBe('limited')
    await door.transaction((tx) => tx.delete('outbox').execute())
  })

  test('shows a producer that is silent', async () => {
    const { livingFeed, now } = server
    const startsAt = new Date(now().getTime() + 86_400_000).toISOString()
    const competition = { code: 'status', name: 'League', sportId: 1 }
    await livingFeed.take({
      producer: 'north',
      changes: [{ kind: 'game', game: 's1', competition, home: 'Northgate', away: 'Harbour', startsAt }],
    })
    expect(await stateOf('prices')).toBe('works')
    server.wait(30_000)
    expect(await stateOf('prices')).toBe('down')
    expect((await read()).state).toBe('down')
    await livingFeed.take({ producer: 'north', changes: [{ kind: 'alive' }] })
    expect(await stateOf('prices')).toBe('works')
  })

  test('is shared for a moment, so that many who ask cost one look', async () => {
    const [one, other] = [await read(), (await server.send(CALL)).json() as SiteStatus]
    expect(other.checkedAt).toBe(one.checkedAt)
    expect((await read()).checkedAt).not.toBe(one.checkedAt)
  })
})

describe('the status of a site whose data are lost', () => {
  test(
    'says so, as a call and as a page, to players with a session too',
    async () => {
      const server = await startTestServer({ databaseUrl: null })
      try {
        await server.database.close()
        const answer = await server.send(CALL)
        expect(answer.statusCode).toBe(200)
        const { state, parts } = answer.json() as SiteStatus
        expect(state).toBe('down')
        expect(new Set(parts.map((part) => part.state))).toEqual(new Set(['down']))
        const page = await server.send('/status', { headers: { accept: 'text/html', cookie: '__Host-sid=any' } })
        expect(page.statusCode).toBe(200)
        expect(page.body).toContain('Some parts are out of order')
      } finally {
        await server.app.close()
        await server.brands.remove()
      }
    },
    START_MS,
  )
})
