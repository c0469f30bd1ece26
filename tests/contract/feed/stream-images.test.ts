import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnswerOf } from '#calls/call.ts'
import type { getStreamImages } from '#calls/odds-stream.calls.ts'
import { createStreamReader } from '#machines/feed/stream/stream-reader.ts'
import { createPriceStore } from '#machines/odds/price-store.ts'
import type { FeedChange } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.livingFeed.start()
})
afterAll(() => server.close())

const move = (odds: string): FeedChange => ({ kind: 'price', game: 'a', typeId: 1, outcomes: [{ typeId: 1, odds }] })
const take = (changes: readonly FeedChange[]) => server.livingFeed.take({ producer: 'polled', changes })

test('STREAM-9: who gets no socket reads the same prices by polling', async () => {
  const competition = { code: 'polled', name: 'League', sportId: 1 }
  const startsAt = '2026-03-14T15:00:00.000Z'
  await take([
    { kind: 'game', game: 'a', competition, home: 'Northgate', away: 'Harbour', startsAt },
    { kind: 'market', game: 'a', typeId: 1, outcomes: [{ typeId: 1, odds: '1.8' }] },
  ])
  const [game] = await forFeed(server.database.db).read((tx) => tx.selectFrom('feed.game').select('game_id').execute())
  const channel = `game/${game?.game_id}`
  const store = createPriceStore()
  const reader = createStreamReader(store)
  reader.watch([channel], [], 0)
  const poll = async () => {
    const answer = await server.send(`/web-api/odds-stream/images?channels=game/1,${channel}`)
    const { frames } = answer.json<AnswerOf<typeof getStreamImages>>()
    for (const text of frames) reader.receive(text, 0)
    return [...(reader.book(channel)?.prices.values() ?? [])].map(([, odds]) => odds)
  }
  await vi.waitFor(async () => expect(await poll()).toEqual([18_000]), { timeout: 4000 })
  await take([move('1.75')])
  await vi.waitFor(async () => expect(await poll()).toEqual([17_500]), { timeout: 4000 })
})
