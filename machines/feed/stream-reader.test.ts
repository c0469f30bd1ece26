import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPriceStore, type PriceStore } from '#machines/odds/price-store.ts'
import type { StreamChange, StreamFrame, StreamRequest } from '#schemas'
import { disturbLink, disturbSource, type LinkFault, type TimedText } from './stream-faults.rules.ts'
import { createStreamReader, type StreamReader } from './stream-reader.ts'

const head = { v: 1, ep: 'a', pt: 0 } as const
const MARKETS = [1, 2]
const OUTCOMES = [11, 12, 21, 22]
const marketOf = (outcomeId: number) => Math.floor(outcomeId / 10)
const STEP_MS = 200

/** What the server held: by channel, epoch and sequence, the prices that could be bet on. Written by itself, on purpose. */
type Held = ReadonlyMap<number, number>
interface Moment {
  readonly held: Held
  readonly isUp: boolean
  readonly board: Extract<StreamFrame, { t: 'image' }>['d']
}
type History = Map<string, Moment>
const key = (ch: string, ep: string, seq: number) => `${ch} ${ep} ${seq}`

const change: fc.Arbitrary<StreamChange> = fc.oneof(
  fc
    .uniqueArray(
      fc.tuple(fc.constantFrom(...OUTCOMES), fc.integer({ min: 10_100, max: 90_000 }), fc.constantFrom(0, 1)),
      {
        selector: ([id]) => id,
        minLength: 1,
      },
    )
    .map((prices) => ({ prices: prices.map((row) => [...row]) })),
  fc
    .tuple(fc.constantFrom(...MARKETS), fc.constantFrom(1, 3))
    .map(([id, status]) => ({ markets: [[id, 1, 1, status]] })),
  fc.constantFrom(...OUTCOMES).map((id) => ({ removedOutcomes: [id] })),
  fc.constantFrom(1 as const, 3 as const).map((gameStatus) => ({ game: { gameStatus, producer: 'live' } })),
  fc.tuple(fc.constantFrom(...OUTCOMES), fc.integer({ min: 10_100, max: 90_000 })).map(([id, odds]) => ({
    markets: [[marketOf(id), 1, 1, 1]],
    outcomes: [[id, marketOf(id), 1]],
    prices: [[id, odds, 0]],
  })),
  fc.constantFrom(...MARKETS).map((id) => ({ removedMarkets: [id] })),
)

/** The frames of one channel that apply these changes one after the other; a price of an outcome that is gone is left out, as a
 *  server would leave it out. */
function framesOf(ch: string, changes: readonly StreamChange[]): StreamFrame[] {
  const markets = new Set(MARKETS)
  const outcomes = new Set(OUTCOMES)
  const frames: StreamFrame[] = [{ ...head, ch, seq: 0, prev: 0, t: 'image', d: firstBoard() }]
  for (const asked of changes) {
    for (const id of asked.removedMarkets ?? []) {
      markets.delete(id)
      for (const outcomeId of outcomes) if (marketOf(outcomeId) === id) outcomes.delete(outcomeId)
    }
    for (const id of asked.removedOutcomes ?? []) outcomes.delete(id)
    for (const [id = 0] of asked.markets ?? []) markets.add(id)
    for (const [id = 0] of asked.outcomes ?? []) outcomes.add(id)
    const d = asked.prices ? { ...asked, prices: asked.prices.filter(([id = 0]) => outcomes.has(id)) } : asked
    const prev = frames.length - 1
    frames.push({ ...head, ch, seq: prev + 1, prev, t: 'delta', d })
  }
  return frames
}

function firstBoard(): Moment['board'] {
  return {
    isUp: true,
    game: { gameStatus: 1, producer: 'live' },
    markets: MARKETS.map((id) => [id, 1, 1, 1]),
    outcomes: OUTCOMES.map((id) => [id, marketOf(id), 1]),
    prices: OUTCOMES.map((id) => [id, 20_000, 0]),
  }
}

/** Goes through the frames of a source and notes what it held after each. */
function historyOf(frames: readonly StreamFrame[]): History {
  const history: History = new Map()
  const boards = new Map<string, Moment['board']>()
  for (const frame of frames) {
    const before = boards.get(frame.ch) ?? firstBoard()
    const board = frame.t === 'image' ? frame.d : after(before, frame)
    boards.set(frame.ch, board)
    const bettable = board.prices.filter(([id, , flags]) => flags === 0 && isMarketOpen(board, id ?? 0))
    const held = new Map(bettable.map(([id = 0, odds = 0]) => [id, odds]))
    history.set(key(frame.ch, frame.ep, frame.seq), { held, isUp: board.isUp, board })
  }
  return history
}

function isMarketOpen(board: Moment['board'], outcomeId: number): boolean {
  const market = board.markets.find(([id]) => id === marketOf(outcomeId))
  return board.game.gameStatus === 1 && market?.[3] === 1
}

function after(board: Moment['board'], frame: StreamFrame): Moment['board'] {
  if (frame.t === 'status' && frame.d.kind === 'source') return { ...board, isUp: frame.d.isUp }
  if (frame.t !== 'delta') return board
  const { d } = frame
  const goneMarkets = d.removedMarkets ?? []
  const gone = new Set([
    ...(d.removedOutcomes ?? []),
    ...board.outcomes.flatMap(([id = 0, marketId = 0]) => (goneMarkets.includes(marketId) ? [id] : [])),
  ])
  const merged = (rows: readonly (readonly number[])[], next: readonly (readonly number[])[] = []) => [
    ...rows.filter(([id]) => !next.some(([other]) => other === id)).map((row) => [...row]),
    ...next.map((row) => [...row]),
  ]
  return {
    isUp: board.isUp,
    game: d.game ?? board.game,
    markets: merged(
      board.markets.filter(([id = 0]) => !goneMarkets.includes(id)),
      d.markets,
    ),
    outcomes: merged(
      board.outcomes.filter(([id = 0]) => !gone.has(id)),
      d.outcomes,
    ),
    prices: merged(
      board.prices.filter(([id = 0]) => !gone.has(id)),
      d.prices,
    ),
  }
}

/** A server that answers from what it held. */
function answersOf(request: StreamRequest, frames: readonly StreamFrame[], history: History): StreamFrame[] {
  if (request.t === 'hello') return []
  if (request.t === 'channels') return request.add.flatMap((ch) => imageOf(ch, frames, history))
  const own = frames.filter(({ ch }) => ch === request.ch)
  const last = own.at(-1)
  if (!last) return []
  const from = own.findIndex(({ ep, seq }) => ep === request.ep && seq === request.seq)
  const missed = own.slice(from + 1).filter(({ t }) => t !== 'image')
  const isWhole = from >= 0 && missed.every(({ ep }) => ep === request.ep)
  if (!isWhole) return imageOf(request.ch, frames, history)
  return missed.length > 0 ? missed : [heartbeatOf(last)]
}

function imageOf(ch: string, frames: readonly StreamFrame[], history: History): StreamFrame[] {
  const last = frames.findLast((frame) => frame.ch === ch)
  const moment = last && history.get(key(ch, last.ep, last.seq))
  return last && moment
    ? [{ ...head, ch, ep: last.ep, seq: last.seq, prev: last.seq, t: 'image', d: moment.board }]
    : []
}

function heartbeatOf({ ch, ep, seq }: StreamFrame): StreamFrame {
  return { ...head, ch, ep, seq, prev: seq, t: 'hb' }
}

/** Every price that is shown as live must be one that the server held: at the sequence that it is shown with, and at the one to
 *  which its channel has come. @returns how many were looked at */
function expectHeld(
  ch: string,
  ids: readonly number[],
  store: PriceStore,
  reader: StreamReader,
  history: History,
): number {
  const sync = reader.sync(ch)
  const shown = ids.flatMap((id) => store.read(id) ?? []).filter(({ isLive, isSuspended }) => isLive && !isSuspended)
  for (const { outcomeId, oddsUnits, epoch, seq } of shown) {
    for (const moment of [history.get(key(ch, epoch, seq)), history.get(key(ch, sync?.epoch ?? '', sync?.seq ?? -1))]) {
      expect(moment?.isUp).toBe(true)
      expect(moment?.held.get(outcomeId)).toBe(oddsUnits)
    }
  }
  return shown.length
}

const RATES = { gap: 8, duplicate: 8, reorder: 8, truncation: 4, stall: 1 } satisfies Record<LinkFault, number>

/** Plays a source over a link to a reader and checks what is shown after each text; then lets the link heal. */
function play(changes: readonly StreamChange[], seed: number, rates: Readonly<Partial<Record<LinkFault, number>>>) {
  const ch = 'game/1'
  const store = createPriceStore()
  const reader = createStreamReader(store)
  const source = disturbSource(framesOf(ch, changes), seed, { 'epoch-change': 3, 'producer-down': 3 })
  const history = historyOf(source)
  const counts = { live: 0, asked: 0 }
  let nowMs = 0
  const look = () => {
    store.flush()
    counts.live += expectHeld(ch, OUTCOMES, store, reader, history)
  }
  /** Gives texts to the reader; its questions go over the same link, at most so deep. */
  const send = (texts: readonly TimedText[], sent: readonly StreamFrame[], depth: number, isBad: boolean): void => {
    for (const { atMs, text } of isBad ? disturbLink(texts, seed + depth + sent.length, rates) : texts) {
      nowMs = Math.max(nowMs, atMs)
      const requests = [...reader.tick(nowMs), ...reader.receive(text, nowMs)]
      look()
      counts.asked += requests.length
      if (depth >= 3) continue
      const answers = requests.flatMap((request) => answersOf(request, sent, history))
      send(timed(answers, nowMs), sent, depth + 1, isBad)
    }
  }
  reader.watch([ch], [], nowMs)
  for (let index = 0; index < source.length; index += 1)
    send(timed(source.slice(index, index + 1), index * STEP_MS), source.slice(0, index + 1), 0, true)
  const last = source.at(-1)
  for (let beat = 0; last && beat < 3; beat += 1) {
    nowMs += 3000
    send(timed([heartbeatOf(last)], nowMs), source, 0, false)
  }
  return { store, reader, history, last, counts }
}

const timed = (frames: readonly StreamFrame[], atMs: number): TimedText[] =>
  frames.map((frame) => ({ atMs, text: JSON.stringify(frame) }))

describe('the reader of the stream', () => {
  test('STREAM-3: no price is shown as live that the server did not hold at that sequence, whatever the link does', () => {
    let live = 0
    let asked = 0
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40, size: 'max' }),
        fc.integer({ min: 0, max: 2 ** 31 }),
        (changes, seed) => {
          const { counts, last, reader, store, history } = play(changes, seed, RATES)
          live += counts.live
          asked += counts.asked
          // Once the link is good again, everything that can be bet on is there.
          const moment = last && history.get(key(last.ch, last.ep, last.seq))
          expect(reader.sync('game/1')).toMatchObject({ epoch: last?.ep, seq: last?.seq, phase: 'live' })
          for (const [outcomeId, odds] of moment?.isUp ? moment.held : [])
            expect(store.read(outcomeId)).toMatchObject({ oddsUnits: odds, isLive: true, isSuspended: false })
        },
      ),
      { numRuns: 400 },
    )
    // The property would hold of a page that shows nothing.
    expect(live).toBeGreaterThan(2000)
    expect(asked).toBeGreaterThan(200)
  })

  test('a link without faults loses nothing and asks for nothing but new epochs', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const { counts, reader, last } = play(changes, 5, {})
        expect(reader.sync('game/1')?.seq).toBe(last?.seq)
        expect(counts.asked).toBeLessThanOrEqual(20)
      }),
      { numRuns: 30 },
    )
  })

  const opened = () => {
    const store = createPriceStore()
    const reader = createStreamReader(store)
    reader.watch(['game/1', 'game/2'], [], 0)
    const frames = [...framesOf('game/1', [{ prices: [[11, 21_000, 0]] }]), ...framesOf('game/2', [])]
    const renamed = frames.map((frame) => JSON.stringify(frame.ch === 'game/2' ? elsewhere(frame) : frame))
    for (const text of renamed) reader.receive(text, 0)
    store.flush()
    return { store, reader }
  }
  const elsewhere = (frame: StreamFrame): StreamFrame =>
    frame.t === 'image'
      ? { ...frame, d: { ...frame.d, markets: [[9, 1, 1, 1]], outcomes: [[99, 9, 1]], prices: [[99, 15_000, 0]] } }
      : frame

  test('STREAM-2: applying a delta twice changes nothing', () => {
    const { store, reader } = opened()
    const again = framesOf('game/1', [{ prices: [[11, 21_000, 0]] }])[1]
    expect(reader.receive(JSON.stringify(again), 10)).toEqual([])
    expect(store.isDirty()).toBe(false)
  })

  test('STREAM-2: a price of an unknown outcome is not taken, and the channel is asked for anew', () => {
    const { store, reader } = opened()
    const odd: StreamFrame = {
      ...head,
      ch: 'game/1',
      seq: 2,
      prev: 1,
      t: 'delta',
      d: {
        prices: [
          [77, 1, 0],
          [11, 5, 0],
        ],
      },
    }
    expect(reader.receive(JSON.stringify(odd), 10)).toEqual([{ t: 'channels', add: ['game/1'], drop: [] }])
    store.flush()
    expect(store.read(77)).toBeNull()
    expect(store.read(11)).toMatchObject({ oddsUnits: 21_000, isLive: false })
    expect(store.read(99)).toMatchObject({ isLive: true })
  })

  test('STREAM-2: a frame of a channel that nobody watches is passed over', () => {
    const { store, reader } = opened()
    expect(reader.receive(JSON.stringify(framesOf('game/3', [])[0]), 10)).toEqual([])
    expect(store.isDirty()).toBe(false)
  })

  test('STREAM-2: after a text that is cut off every channel goes on from its last sequence', () => {
    const { store, reader } = opened()
    expect(reader.receive('{"v":1,"ep":"a","ch":"ga', 10)).toEqual([
      { t: 'resume', ch: 'game/1', ep: 'a', seq: 1 },
      { t: 'resume', ch: 'game/2', ep: 'a', seq: 0 },
    ])
    store.flush()
    expect(store.read(99)?.isLive).toBe(false)
  })

  test('STREAM-3: after a reconnect it resumes what it has and asks for what it has not', () => {
    const { reader } = opened()
    reader.watch(['game/5'], [], 10)
    expect(reader.connected(20)).toEqual([
      { t: 'hello', heartbeatMs: 5000, isGathering: true },
      { t: 'resume', ch: 'game/1', ep: 'a', seq: 1 },
      { t: 'resume', ch: 'game/2', ep: 'a', seq: 0 },
      { t: 'channels', add: ['game/5'], drop: [] },
    ])
    expect(reader.tick(21)).toEqual([])
    expect(reader.tick(2020)).toHaveLength(3)
  })

  test('STREAM-4: without data or heartbeat for two intervals everything is stale; other channels keep nobody alive', () => {
    const { store, reader } = opened()
    const beat = (ch: string, seq: number): string => JSON.stringify({ ...head, ch, seq, prev: seq, t: 'hb' })
    reader.receive(beat('game/2', 0), 9000)
    reader.tick(10_001)
    store.flush()
    expect([11, 99].map((id) => store.read(id)?.isLive)).toEqual([false, true])
    expect(reader.isDegraded(19_000)).toBe(false)
    expect(reader.isDegraded(19_001)).toBe(true)
    reader.receive(beat('game/1', 1), 19_500)
    store.flush()
    expect(store.read(11)?.isLive).toBe(true)
  })

  test('STREAM-4: the interval is the one that the server promises', () => {
    const { store, reader } = opened()
    const d = { kind: 'session', heartbeatMs: 1000, maxChannels: 10 }
    reader.receive(JSON.stringify({ ...head, ch: 'socket', seq: 0, prev: 0, t: 'status', d }), 0)
    reader.tick(2001)
    store.flush()
    expect(store.read(11)?.isLive).toBe(false)
  })

  test('STREAM-8: prices that nobody looks at wait until one of their channel is asked for, and are right then', () => {
    const { store, reader } = opened()
    const step = (seq: number, prices: readonly (readonly number[])[]) =>
      reader.receive(JSON.stringify({ ...head, ch: 'game/1', seq: seq + 1, prev: seq, t: 'delta', d: { prices } }), 10)
    let told = 0
    for (let seq = 1; seq <= 20; seq += 1) step(seq, [[11, 20_000 + seq, 0]])
    expect(store.isDirty()).toBe(false)
    expect(store.read(11)).toMatchObject({ oddsUnits: 20_020, isLive: true, seq: 21 })
    const stop = store.listen(11, () => {
      told += 1
    })
    step(21, [[11, 30_000, 0]])
    expect(store.isDirty()).toBe(true)
    store.flush()
    expect([told, store.read(11)?.oddsUnits]).toEqual([1, 30_000])
    stop()
    step(22, [[11, 40_000, 1]])
    expect(reader.book('game/1')?.prices.get(11)).toEqual([11, 40_000, 1])
    store.flush()
    expect(store.read(11)).toMatchObject({ oddsUnits: 40_000, isSuspended: true })
    expect(step(23, [[777, 10_100, 0]])).toEqual([expect.objectContaining({ t: 'channels', add: ['game/1'] })])
  })

  test('STREAM-7: a channel that is dropped takes its prices along', () => {
    const { store, reader } = opened()
    expect(reader.watch([], ['game/1'], 10)).toEqual([{ t: 'channels', add: [], drop: ['game/1'] }])
    store.flush()
    expect([11, 99].map((id) => store.read(id)?.outcomeId)).toEqual([undefined, 99])
    expect(reader.book('game/1')).toBeNull()
    expect([...(reader.book('game/2')?.markets.keys() ?? [])]).toEqual([9])
  })
})
