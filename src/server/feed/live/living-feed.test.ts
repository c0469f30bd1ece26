import { expect, test, vi } from 'vitest'
import { createStreamReader } from '#machines/feed/stream/stream-reader.ts'
import { createPriceStore } from '#machines/odds/price-store.ts'
import type { FeedChange, StreamFrame } from '#schemas'
import { isStreamFrame as isFrame } from '#schemas/generated/validators/feed.js'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createFeedBook } from '../feed-book.ts'
import { createChannelHub } from '../stream/channel-hub.ts'
import { createMemoryFeedBus } from '../stream/feed-bus.ts'
import { type Leading, takeTurns } from './leadership.ts'
import { createLivingFeed } from './living-feed.ts'

const START_MS = Date.parse('2026-03-14T12:00:00Z')
const competition = { code: 'stream', name: 'League', sportId: 1 }
const appears = (game: string, startsAt = '2026-03-14T15:00:00.000Z'): FeedChange[] => [
  { kind: 'game', game, competition, home: 'Northgate', away: `Harbour ${game}`, startsAt },
  {
    kind: 'market',
    game,
    typeId: 4,
    parameter: '2.5',
    outcomes: [
      { typeId: 9, odds: '1.9' },
      { typeId: 10, odds: '2' },
    ],
  },
]
const moved = (game: string, odds: string): FeedChange => ({
  kind: 'price',
  game,
  typeId: 4,
  parameter: '2.5',
  outcomes: [{ typeId: 9, odds }],
})

await describeOnEachEngine('the book and the stream', (database) => {
  /** A process on the database, with a page that watches all games of a producer. */
  async function makeScene(producer: string) {
    let nowMs = START_MS
    const now = () => new Date(nowMs)
    const bus = createMemoryFeedBus()
    const hub = createChannelHub({ bus, nowMs: () => nowMs })
    const frames: StreamFrame[] = []
    bus.listen((message) => {
      if (message.kind !== 'frame') return
      if (!isFrame(message.frame)) throw new Error(JSON.stringify(isFrame.errors))
      frames.push(message.frame)
    })
    const feed = createLivingFeed({ database: database(), bus, isBusShared: false, now, log: silentLog })
    const take = (changes: readonly FeedChange[]) => feed.take({ producer, changes })
    const channelOf = async (game: string) => {
      const row = await forFeed(database().db).read((tx) =>
        tx
          .selectFrom('feed.game')
          .select('game_id')
          .where('producer', '=', producer)
          .where('source_code', '=', game)
          .executeTakeFirstOrThrow(),
      )
      return `game/${row.game_id}`
    }
    const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 4000, interval: 20 })
    const boardOf = (channel: string) => {
      const text = hub.image(channel)
      const frame = text === null ? null : (JSON.parse(text) as StreamFrame)
      return frame?.t === 'image' ? frame.d : null
    }
    const wait = (ms: number) => {
      nowMs += ms
    }
    return { feed, take, channelOf, until, boardOf, frames, hub, wait, now }
  }

  test('STREAM-3: what is committed is published after, and what the book held before has its channel', async () => {
    const { feed, take, channelOf, until, boardOf, hub, now } = await makeScene('follows')
    await take(appears('before'))
    await feed.start()
    const before = await channelOf('before')
    await until(() => expect(boardOf(before)?.prices.map(([, odds]) => odds)).toEqual([19_000, 20_000]))
    await take([...appears('after'), moved('before', '1.85')])
    const after = await channelOf('after')
    await until(() => expect(boardOf(after)?.markets[0]?.slice(1)).toEqual([4, 4, 1, 250]))
    await until(() => expect(boardOf(before)?.prices[0]?.[1]).toBe(18_500))
    const reader = createStreamReader(createPriceStore())
    reader.watch([before], [], 0)
    hub.join(before, { send: (text) => void reader.receive(text, now().getTime()) })
    await take([{ kind: 'suspension', game: 'before', isSuspended: true }])
    await until(() => expect(reader.book(before)?.game.gameStatus).toBe(3))
    await feed.stop()
  })

  test('what another process commits comes too: an import, and a result by hand, which ends the channel', async () => {
    const { feed, take, channelOf, until, boardOf, frames } = await makeScene('aside')
    await take(appears('a'))
    await feed.start()
    const channel = await channelOf('a')
    await until(() => expect(boardOf(channel)).not.toBeNull())
    const other = createFeedBook({ door: forFeed(database().db), now: () => new Date(START_MS) })
    const gameId = Number(channel.slice('game/'.length))
    await other.enterResult({ gameId, score: { home: 1, away: 0 }, reason: 'by hand' })
    await until(() => expect(frames.some(({ ch, t }) => ch === channel && t === 'status')).toBe(true))
    const own = frames.filter(({ ch }) => ch === channel)
    expect(own.at(-1)).toMatchObject({ t: 'status', d: { kind: 'ended' } })
    expect(own.at(-2)).toMatchObject({
      t: 'delta',
      d: { game: { gameStatus: 2 }, markets: [[expect.any(Number), 4, 4, 2, 250]] },
    })
    expect(boardOf(channel)).toBeNull()
    await feed.stop()
  })

  test('TABLE-1: a game of the line closes when it starts, and is let go when nobody plays it', async () => {
    const { feed, take, channelOf, until, boardOf, frames, wait } = await makeScene('starts')
    await take(appears('a'))
    await feed.start()
    const channel = await channelOf('a')
    await until(() => expect(boardOf(channel)?.game.gameStatus).toBe(1))
    wait(3 * 3_600_000)
    await take([{ kind: 'alive' }])
    await until(() => expect(boardOf(channel)?.game.gameStatus).toBe(3))
    await take([
      { kind: 'live', game: 'a' },
      { kind: 'play', game: 'a', score: { home: 0, away: 1, periods: [{ home: 0, away: 1 }] } },
    ])
    await until(() => expect(boardOf(channel)?.game).toMatchObject({ gameStatus: 1, score: '0:1 (0:1)' }))
    await take(appears('late', new Date(START_MS + 3 * 3_600_000 - 1000).toISOString()))
    const late = await channelOf('late')
    await until(() => expect(boardOf(late)).not.toBeNull())
    wait(600_000)
    await take([{ kind: 'alive' }])
    await until(() => expect(frames.some(({ ch, t }) => ch === late && t === 'status')).toBe(true))
    await until(() => expect(boardOf(channel)).not.toBeNull())
    await feed.stop()
  })

  test('STREAM-6: a producer that is silent for twenty seconds goes down with its own games, and comes back with its next sign', async () => {
    const { feed, take, channelOf, until, boardOf, wait } = await makeScene('quiet')
    await take(appears('a'))
    await createFeedBook({ door: forFeed(database().db), now: () => new Date(START_MS) }).importRows([], 'file')
    await feed.take({ producer: 'loud', changes: appears('b') })
    await feed.start()
    const channel = await channelOf('a')
    await until(() => expect(boardOf(channel)?.isUp).toBe(true))
    wait(20_001)
    await feed.take({ producer: 'loud', changes: [{ kind: 'alive' }] })
    await until(() => expect(boardOf(channel)?.isUp).toBe(false))
    await take([{ kind: 'alive' }])
    await until(() => expect(boardOf(channel)?.isUp).toBe(true))
    await feed.stop()
  })

  test('one process leads at a time, and another takes over when it stops', async () => {
    const led: string[] = []
    const begin = (name: string) => async (): Promise<Leading> => {
      led.push(name)
      return { stop: async () => void led.push(`${name} stops`) }
    }
    if (database().kind === 'embedded') {
      const own = await takeTurns({ database: database(), lock: 1, begin: begin('own'), log: silentLog })
      await own.stop()
      expect(led).toEqual(['own', 'own stops'])
      return
    }
    const one = await takeTurns({ database: database(), lock: 1, begin: begin('one'), log: silentLog })
    const two = await takeTurns({ database: database(), lock: 1, begin: begin('two'), log: silentLog })
    expect(led).toEqual(['one'])
    await one.stop()
    await vi.waitFor(() => expect(led).toEqual(['one', 'one stops', 'two']), { timeout: 4000 })
    await two.stop()
    expect(led.at(-1)).toBe('two stops')
  })
})
