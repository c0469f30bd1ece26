import fc from 'fast-check'
import { expect } from 'vitest'
import { createPriceStore, type PriceStore } from '#machines/odds/price-store.ts'
import type { StreamChange, StreamFrame, StreamRequest } from '#schemas'
import { disturbLink, disturbSource, type LinkFault, type TimedText } from './stream-faults.rules.ts'
import { createStreamReader, type StreamReader } from './stream-reader.ts'

export const head = { v: 1, ep: 'a', pt: 0 } as const
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
export const key = (ch: string, ep: string, seq: number) => `${ch} ${ep} ${seq}`

export const change: fc.Arbitrary<StreamChange> = fc.oneof(
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

/** The frames of one channel that apply these changes one after the other; the price of a removed outcome is left
 *  out, as a server would do. */
export function framesOf(ch: string, changes: readonly StreamChange[]): StreamFrame[] {
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

export const RATES = { gap: 8, duplicate: 8, reorder: 8, truncation: 4, stall: 1 } satisfies Record<LinkFault, number>

/** Plays a source over a link to a reader and checks what is shown after each text; then lets the link heal. */
export function play(
  changes: readonly StreamChange[],
  seed: number,
  rates: Readonly<Partial<Record<LinkFault, number>>>,
) {
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
