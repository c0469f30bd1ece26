import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange, FeedPushAnswer, SearchAnswer } from '#schemas'
import { isFeedPushAnswer as isAnswer } from '#schemas/generated/validators/feed.js'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestRequest, type TestServer } from '../scenes/test-server.ts'

const SECRET = 'a-secret-of-the-provider'
/** Batches that a provider may push within a minute. */
const MOST = 40
let server: TestServer

beforeAll(async () => {
  const LIVERY_FEED_SECRETS = `other=another-secret-of-16,north=${SECRET}`
  server = await startTestServer({ environment: { LIVERY_FEED_SECRETS, LIVERY_FEED_PUSHES: String(MOST) } })
})
afterAll(() => server.close())

/** Sends a batch as a provider does, with whatever is otherwise about it. */
function push(
  body: object | string,
  other: { provider?: string; secret?: string; atS?: number; headers?: TestRequest['headers'] } = {},
) {
  const { provider = 'north', secret = SECRET, atS = Math.floor(server.now().getTime() / 1000), headers = {} } = other
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const signature = `v1,${signatureOf(secret, `batch.${atS}.${text}`)}`
  const own = { origin: null, 'sec-fetch-site': null, 'content-type': 'application/json' }
  const signed = { 'webhook-id': 'batch', 'webhook-timestamp': String(atS), 'webhook-signature': signature }
  return server.send(`/web-api/feed/push/${provider}`, {
    method: 'POST',
    body: text,
    headers: { ...own, ...signed, ...headers },
  })
}

const competition = { code: 'pushed', name: 'League', sportId: 1 }
const startsAt = '2026-03-14T15:00:00.000Z'
const GAME: FeedChange[] = [
  { kind: 'game', game: 'a', competition, home: 'Northgate', away: 'Harbour', startsAt },
  { kind: 'market', game: 'a', typeId: 1, outcomes: [{ typeId: 1, odds: '1.8' }] },
]

test('a signed batch is applied once, and what cannot be applied is reported with its position', async () => {
  const price: FeedChange = { kind: 'price', game: 'a', typeId: 1, outcomes: [{ typeId: 1, odds: '1' }] }
  const first = await push({ sequence: 5, changes: [...GAME, price] })
  expect(first.statusCode).toBe(200)
  const answer = first.json<FeedPushAnswer>()
  expect(isAnswer(answer)).toBe(true)
  expect(answer).toMatchObject({ taken: 2, refused: [{ index: 2, code: 'odds' }], isRepeated: false })
  expect((await push({ sequence: 5, changes: GAME })).json()).toEqual({ taken: 0, refused: [], isRepeated: true })
  const other = await push({ sequence: 1, changes: [price] }, { provider: 'other', secret: 'another-secret-of-16' })
  expect(other.json()).toMatchObject({ refused: [{ code: 'unknown_game' }] })
})

test('names that the feed tells in other languages are shown and found in them, at addresses that stay', async () => {
  const told = { code: 'told', name: 'Northern League', sportId: 1, names: { ar: 'دوري الشمال' } }
  const home = { home: 'Redcliff FC', homeNames: { ar: 'ريدكليف' } }
  const game: FeedChange = {
    ...{ kind: 'game', game: 'told-1', competition: told, away: 'Oakdale FC', startsAt },
    ...home,
  }
  const market: FeedChange = { kind: 'market', game: 'told-1', typeId: 1, outcomes: [{ typeId: 1, odds: '1.8' }] }
  expect((await push({ sequence: 6, changes: [game, market] })).json()).toMatchObject({ taken: 2, refused: [] })
  const found = async (lng: string, text: string) => {
    const answer = await server.send(
      `/web-api/LineFeed/Web_SearchZip?lng=${lng}&text=${encodeURIComponent(text)}&count=5`,
    )
    return answer.json<SearchAnswer>().games.map(({ champName, champSlug, participants }) => ({
      ...{ champName, champSlug },
      sides: participants.map(({ name, slug }) => [name, slug]),
    }))
  }
  const inArabic = {
    ...{ champName: 'دوري الشمال', champSlug: 'northern-league' },
    sides: [
      ['ريدكليف', 'redcliff-fc'],
      ['Oakdale FC', undefined],
    ],
  }
  const asWritten = {
    ...{ champName: 'Northern League', champSlug: undefined },
    sides: [
      ['Redcliff FC', undefined],
      ['Oakdale FC', undefined],
    ],
  }
  expect(await found('ar', 'ريدكليف')).toEqual([inArabic])
  expect(await found('ar', 'northern redcliff')).toEqual([inArabic])
  expect(await found('en', 'redcliff')).toEqual([asWritten])
  expect(await found('en', 'ريدكليف')).toEqual([])
  expect(await found('ru', 'redcliff')).toEqual([asWritten])
})

test('what is not signed by the provider, or not lately, is refused', async () => {
  const batch = { sequence: 9, changes: [] }
  const atS = Math.floor(server.now().getTime() / 1000)
  const refused = [
    push(batch, { secret: 'another-secret-of-16' }),
    push(batch, { provider: 'nobody' }),
    push(batch, { provider: 'nobody', secret: 'there is no such provider' }),
    push(batch, { atS: atS - 301 }),
    push(batch, { atS: atS + 301 }),
    push(batch, { headers: { 'webhook-id': null } }),
    push(batch, { headers: { 'webhook-signature': null } }),
    push(batch, { headers: { 'webhook-timestamp': 'now' } }),
    push(batch, { headers: { 'webhook-timestamp': String(atS - 1) } }),
    push({ sequence: 0 }, { secret: 'wrong' }),
  ]
  for (const answer of await Promise.all(refused)) await expectError(answer, 'feed.push_refused')
  expect((await push(batch, { atS: atS - 299 })).statusCode).toBe(200)
})

test('what is no batch is refused with the place of the fault', async () => {
  const broken = await push({
    sequence: 20,
    changes: [{ kind: 'alive' }, { kind: 'price', game: 'a', typeId: 1, outcomes: [{ typeId: 1, odds: 'x' }] }],
  })
  await expectError(broken, 'request.invalid')
  expect(broken.body).toContain('body/changes/1/outcomes/0/odds')
  await expectError(await push('{"sequence":'), 'request.invalid')
  await expectError(
    await push({ sequence: 21, changes: Array.from({ length: 1001 }, () => ({ kind: 'alive' })) }),
    'request.invalid',
  )
})

test('a provider that pushes too often waits; others do not, and nobody uses up another’s budget', async () => {
  server.wait(60_000)
  const alive = (sequence: number) => ({ sequence, changes: [{ kind: 'alive' }] })
  for (let at = 0; at < 3; at += 1)
    await expectError(await push(alive(100), { secret: 'a-wrong-secret-of-16' }), 'feed.push_refused')
  const answers = await Promise.all(Array.from({ length: MOST }, (_, at) => push(alive(101 + at))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const limited = await push(alive(500))
  await expectError(limited, 'rate.limited')
  expect(limited.headers['retry-after']).toBe('60')
  expect((await push(alive(2), { provider: 'other', secret: 'another-secret-of-16' })).statusCode).toBe(200)
  server.wait(60_000)
  expect((await push(alive(500))).json()).toEqual({ taken: 1, refused: [], isRepeated: false })
})
