import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { applyChange, boardOf, bookOf } from '#machines/feed/stream/stream-book.rules.ts'
import { createStreamReader } from '#machines/feed/stream/stream-reader.ts'
import { createPriceStore } from '#machines/odds/price-store.ts'
import type { StreamChange, StreamFrame } from '#schemas'
import { createChannelHub, KEPT_FRAMES } from './channel-hub.ts'
import { ALIVE_MS, PRODUCER_SILENT_MS } from './channel-writer.ts'
import { gather, nothingGathered, toChange } from './gathered-change.ts'
import { createGatheredTexts } from './gathered-texts.ts'
import { board, connect, makeScene } from './odds-stream.test-support.ts'
import { MOST_CHANNELS, MOST_REQUESTS, MOST_WAITING_BYTES } from './stream-session.ts'

describe('the server of the stream', () => {
  test('STREAM-1: changes of 50 ms become one delta, serialised once for all who watch', () => {
    const { hub, writer, nowMs } = makeScene()
    const visitors = [1, 2, 3].map(() => connect(hub, nowMs))
    for (const { ask } of visitors) ask({ t: 'channels', add: ['game/1'], drop: [] })
    for (const { take } of visitors) expect(take()).toMatchObject([{ t: 'image', seq: 1, d: { isUp: true } }])
    const before = hub.serialised()
    for (let odds = 20_001; odds <= 20_100; odds += 1) writer.put('game/1', { prices: [[100, odds, 0]] })
    writer.flush()
    writer.flush()
    const d = { prices: [[100, 20_100, 0]] }
    for (const { take } of visitors) expect(take()).toMatchObject([{ t: 'delta', ep: 'first', prev: 1, seq: 2, d }])
    expect(hub.serialised() - before).toBe(1)
  })

  test('STREAM-1: each channel sends once in 50 ms, and not all of them at once', () => {
    vi.useFakeTimers()
    try {
      const { hub, writer, nowMs } = makeScene()
      const names = Array.from({ length: 10 }, (_, at) => `game/${at + 1}`)
      for (const [at, name] of names.entries()) if (at > 0) writer.open(name, board(at + 1))
      const visitor = connect(hub, nowMs)
      visitor.ask({ t: 'channels', add: names, drop: [] })
      visitor.take()
      const all = (odds: number): void => {
        for (const [at, name] of names.entries()) writer.put(name, { prices: [[(at + 1) * 100, odds, 0]] })
      }
      writer.start()
      const sent: string[][] = []
      for (let step = 0; step < 20; step += 1) {
        all(20_001 + step)
        vi.advanceTimersByTime(10)
        sent.push(visitor.take().flatMap(({ t, ch }) => (t === 'delta' ? [ch] : [])))
      }
      writer.stop()
      for (let from = 0; from + 5 <= sent.length; from += 1)
        expect(
          sent
            .slice(from, from + 5)
            .flat()
            .sort(),
        ).toEqual(names.toSorted())
      expect(Math.max(...sent.map(({ length }) => length))).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('STREAM-1: who asks for it gets what is sent together in one text, in order, and the last word of all', () => {
    const { hub, writer, nowMs } = makeScene()
    for (const gameId of [2, 3]) writer.open(`game/${gameId}`, board(gameId))
    const { ask, texts, turn, state } = connect(hub, nowMs)
    const add = ['game/1', 'game/2', 'game/3']
    ask({ t: 'hello', heartbeatMs: 5000, isGathering: true })
    ask({ t: 'channels', add, drop: [] })
    expect(texts).toEqual([])
    turn()
    const taken = () => texts.splice(0).map((text) => JSON.parse(text) as StreamFrame | StreamFrame[])
    expect(taken()).toMatchObject([[{ ch: 'socket' }, ...add.map((ch) => ({ ch, t: 'image', seq: 1 }))]])
    for (const gameId of [3, 1]) writer.put(`game/${gameId}`, { prices: [[gameId * 100, 21_000, 0]] })
    writer.flush()
    writer.put('game/3', { prices: [[300, 22_000, 0]] })
    writer.flush()
    turn()
    const heads = [
      { ch: 'game/3', seq: 2 },
      { ch: 'game/1', seq: 2 },
      { ch: 'game/3', seq: 3 },
    ]
    expect(taken()).toMatchObject([heads])
    writer.put('game/2', { prices: [[200, 21_000, 0]] })
    writer.flush()
    turn()
    expect(taken()).toMatchObject([{ ch: 'game/2', t: 'delta' }])
    state.waitingBytes = MOST_WAITING_BYTES + 1
    writer.put('game/2', { prices: [[200, 22_000, 0]] })
    writer.flush()
    expect(taken()).toMatchObject([{ d: { code: 'too_slow' } }])
  })

  test('what is gathered has an end: long frames go by themselves', () => {
    const sent: string[] = []
    const due: (() => void)[] = []
    const texts = createGatheredTexts(
      (text) => void sent.push(text),
      (work) => void due.push(work),
    )
    const long = JSON.stringify('x'.repeat(20_000))
    texts.gather()
    for (const text of ['1', '2', long, '3', '4']) texts.send(text)
    for (const work of due) work()
    expect(sent).toEqual(['[1,2]', long, '[3,4]'])
    expect(due).toHaveLength(1)
  })

  test('STREAM-3: who resumes gets the deltas that it missed, a heartbeat when it missed none, and an image when it cannot', () => {
    const { hub, writer, nowMs } = makeScene()
    const move = (odds: number) => {
      writer.put('game/1', { prices: [[100, odds, 0]] })
      writer.flush()
    }
    for (const odds of [21_000, 22_000, 23_000]) move(odds)
    const asked = (ep: string, seq: number) => {
      const { ask, take } = connect(hub, nowMs)
      ask({ t: 'resume', ch: 'game/1', ep, seq })
      return take().map(({ t, prev, seq: at }) => `${t} ${prev} ${at}`)
    }
    expect(asked('first', 2)).toEqual(['delta 2 3', 'delta 3 4'])
    expect(asked('first', 4)).toEqual(['hb 4 4'])
    expect(asked('other', 3)).toEqual(['image 4 4'])
    expect(asked('first', 900)).toEqual(['image 4 4'])
    for (let step = 0; step < KEPT_FRAMES; step += 1) move(30_000 + step)
    expect(asked('first', 3)).toEqual([`image ${KEPT_FRAMES + 4} ${KEPT_FRAMES + 4}`])
    expect(asked('first', 4)).toHaveLength(KEPT_FRAMES)
  })

  test('STREAM-4: heartbeats come in the interval asked for, within limits, and only while the writer is alive', () => {
    const { bus, hub, nowMs, wait } = makeScene()
    const { ask, take, session } = connect(hub, nowMs)
    const granted = (heartbeatMs: number) => {
      ask({ t: 'hello', heartbeatMs })
      return take()[0]
    }
    expect(granted(10)).toMatchObject({ t: 'status', ch: 'socket', d: { kind: 'session', heartbeatMs: 500 } })
    expect(granted(3_600_000)).toMatchObject({ d: { heartbeatMs: 30_000 } })
    expect(granted(2000)).toMatchObject({ d: { heartbeatMs: 2000, maxChannels: MOST_CHANNELS } })
    ask({ t: 'channels', add: ['game/1'], drop: [] })
    take()
    const beats = () => {
      session.tick()
      return take().map(({ ch, t }) => `${t} ${ch}`)
    }
    wait(1999)
    bus.publish({ kind: 'alive', ep: 'first' })
    expect(beats()).toEqual([])
    wait(1)
    expect(beats()).toEqual(['hb socket', 'hb game/1'])
    wait(2 * ALIVE_MS + 1)
    expect(beats()).toEqual(['hb socket'])
  })

  test('STREAM-6: a producer that falls silent takes its own games down, and they come up when it says so', () => {
    vi.useFakeTimers()
    try {
      const { hub, writer, nowMs, wait } = makeScene()
      writer.open('game/2', board(2, 'line'))
      writer.start()
      const { ask, take } = connect(hub, nowMs)
      ask({ t: 'channels', add: ['game/1', 'game/2'], drop: [] })
      take()
      for (const producer of ['live', 'line']) writer.heard(producer)
      wait(PRODUCER_SILENT_MS)
      writer.heard('line')
      wait(1)
      vi.advanceTimersByTime(ALIVE_MS)
      const word = (isUp: boolean, seq: number) => ({
        t: 'status',
        ch: 'game/1',
        seq,
        prev: seq - 1,
        d: { kind: 'source', isUp },
      })
      expect(take()).toMatchObject([word(false, 2)])
      ask({ t: 'channels', add: ['game/1'], drop: [] })
      expect(take()).toMatchObject([{ t: 'image', d: { isUp: false } }])
      writer.setProducer('live', true)
      expect(take()).toMatchObject([word(true, 3)])
      writer.stop()
    } finally {
      vi.useRealTimers()
    }
  })

  test('a slow connection is cut with a word, and nothing waits for it any longer', () => {
    const { hub, writer, nowMs } = makeScene()
    const [slow, quick] = [connect(hub, nowMs), connect(hub, nowMs)]
    for (const { ask, take } of [slow, quick]) {
      ask({ t: 'channels', add: ['game/1'], drop: [] })
      take()
    }
    slow.state.waitingBytes = MOST_WAITING_BYTES + 1
    for (const odds of [21_000, 22_000]) {
      writer.put('game/1', { prices: [[100, odds, 0]] })
      writer.flush()
    }
    expect(slow.take()).toMatchObject([{ t: 'status', ch: 'socket', d: { kind: 'refused', code: 'too_slow' } }])
    expect(slow.closes).toEqual([{ code: 1013, reason: 'too_slow' }])
    expect(quick.take()).toHaveLength(2)
  })

  test('a connection has no more channels and asks no more often than it may', () => {
    const { hub, writer, nowMs, wait } = makeScene()
    const add = Array.from({ length: MOST_CHANNELS + 1 }, (_, index) => `game/${index + 1}`)
    for (const channel of add.slice(1)) writer.open(channel, board(Number(channel.slice(5))))
    const { ask, take, closes, session } = connect(hub, nowMs)
    ask({ t: 'channels', add, drop: [] })
    const got = take()
    expect(got.filter(({ t }) => t === 'image')).toHaveLength(MOST_CHANNELS)
    expect(got.at(-1)).toMatchObject({ ch: add.at(-1), d: { kind: 'refused', code: 'too_many_channels' } })
    session.receive('{"t":"channels"')
    expect(take()).toMatchObject([{ d: { code: 'invalid_request' } }])
    for (let index = 0; index < MOST_REQUESTS; index += 1) ask({ t: 'hello', heartbeatMs: 5000 })
    expect(take().at(-1)).toMatchObject({ d: { code: 'too_many_requests' } })
    expect(closes).toEqual([{ code: 1008, reason: 'too_many_requests' }])
    wait(60_000)
    ask({ t: 'hello', heartbeatMs: 5000 })
    expect(take()).toEqual([])
  })

  test('a game that is over ends its channel, and one that is offered again continues it', () => {
    const { hub, writer, nowMs } = makeScene()
    const { ask, take } = connect(hub, nowMs)
    ask({ t: 'channels', add: ['game/1'], drop: [] })
    take()
    writer.end('game/1')
    expect(take()).toMatchObject([{ t: 'status', d: { kind: 'ended' } }])
    ask({ t: 'channels', add: ['game/1'], drop: [] })
    expect(take()).toMatchObject([{ ch: 'game/1', d: { kind: 'refused', code: 'unknown_channel' } }])
    writer.open('game/1', board(1))
    ask({ t: 'channels', add: ['game/1'], drop: [] })
    expect(take()).toMatchObject([{ t: 'image', seq: 2 }])
    expect(() => writer.put('game/7', {})).toThrow('not open')
    expect(() => writer.put('game/1', { prices: [[5, 1, 0]] })).toThrow('nobody defined')
  })

  test('STREAM-3: a process that joins late has what the others have, at the same sequence', () => {
    const { bus, hub, writer, nowMs } = makeScene()
    writer.put('game/1', { prices: [[100, 21_000, 0]] })
    const late = createChannelHub({ bus, nowMs })
    writer.put('game/1', { prices: [[100, 22_000, 0]] })
    writer.flush()
    const images = [hub, late].map((each) => {
      const { ask, take } = connect(each, nowMs)
      ask({ t: 'channels', add: ['game/1'], drop: [] })
      return take()
    })
    expect(images[1]).toEqual(images[0])
    expect(images[0]).toMatchObject([{ seq: 3, d: { prices: [[100, 22_000, 0]] } }])
  })

  test('STREAM-2: changes gathered into one have the effect of all, one after the other', () => {
    const ids = fc.constantFrom(1, 2, 3)
    const change: fc.Arbitrary<StreamChange> = fc.oneof(
      fc.tuple(ids, fc.integer({ min: 1, max: 9 })).map(([id, odds]) => ({ prices: [[id * 10, odds, 0]] })),
      ids.map((id) => ({ removedMarkets: [id] })),
      ids.map((id) => ({ removedOutcomes: [id * 10] })),
      fc.tuple(ids, fc.constantFrom(1, 3)).map(([id, status]) => ({ markets: [[id, 1, 1, status]] })),
      ids.map((id) => ({ markets: [[id, 1, 1, 1]], outcomes: [[id * 10, id, 1]], prices: [[id * 10, 5, 0]] })),
    )
    const sorted = (book: ReturnType<typeof bookOf>) => {
      const { game, markets, outcomes, prices } = book ? boardOf(book) : boardOf(start())
      const byId = (rows: readonly number[][]) => rows.toSorted(([one = 0], [other = 0]) => one - other)
      return { game, markets: byId(markets), outcomes: byId(outcomes), prices: byId(prices) }
    }
    const start = () => {
      const book = bookOf({
        ...board(1),
        markets: [[1, 1, 1, 1]],
        outcomes: [[10, 1, 1]],
        prices: [[10, 5, 0]],
        isUp: true,
      })
      if (!book) throw new Error('the first board is broken')
      return book
    }
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const [book, other, gathered] = [start(), start(), nothingGathered()]
        for (const each of changes) if (applyChange(book, each)) gather(gathered, each)
        const joined = toChange(gathered, book)
        expect(applyChange(other, joined)).toBe(true)
        expect(sorted(other)).toEqual(sorted(book))
        expect(applyChange(other, joined)).toBe(true)
        expect(sorted(other)).toEqual(sorted(book))
      }),
    )
  })

  test('a reader behind a session shows what the writer holds', () => {
    const { hub, writer, nowMs, wait } = makeScene()
    const store = createPriceStore()
    const reader = createStreamReader(store)
    const { ask, texts, turn } = connect(hub, nowMs)
    for (const request of [...reader.connected(nowMs()), ...reader.watch(['game/1'], [], nowMs())]) ask(request)
    writer.put('game/1', { prices: [[100, 25_000, 0]] })
    writer.flush()
    turn()
    for (const text of texts) reader.receive(text, nowMs())
    store.flush()
    expect(store.read(100)).toMatchObject({ oddsUnits: 25_000, isLive: true, epoch: 'first', seq: 2 })
    wait(10_001)
    reader.tick(nowMs())
    store.flush()
    expect(store.read(100)?.isLive).toBe(false)
  })
})
