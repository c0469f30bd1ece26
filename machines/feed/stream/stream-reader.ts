import type { PriceStore } from '#machines/odds/price-store.ts'
import type { StreamFrame, StreamRequest } from '#schemas'
import { createLatePrices, type LatePrices, writePrices } from './late-prices.ts'
import { applyChange, bookOf, isOfPricesAlone, type StreamBook } from './stream-book.rules.ts'
import { readFrames } from './stream-frame.rules.ts'
import {
  applyFrame,
  type ChannelSync,
  distrusted,
  HEARTBEAT_MS,
  isChannelLive,
  isSilent,
  SOCKET_CHANNEL,
  UNHEARD,
} from './stream-sync.rules.ts'

/** How long an answer to a request is waited for before it is asked again, ms. */
export const ASK_AGAIN_MS = 2000

interface Channel {
  sync: ChannelSync
  book: StreamBook | null
  readonly late: LatePrices
  askedAtMs: number
}

/**
 * The reader of the odds stream: what its channels are at, what is to be asked of the server, and the prices, which it writes into
 * a store. It knows neither socket nor clock: texts and times come in, requests go out.
 */
export interface StreamReader {
  /** Takes a text from the server: a frame, or a list of frames. @returns what to ask of it */
  readonly receive: (text: string, nowMs: number) => StreamRequest[]
  /** Watches further channels and forgets others. @returns what to tell the server when it is connected */
  readonly watch: (add: readonly string[], drop: readonly string[], nowMs: number) => StreamRequest[]
  /** A connection was opened. @returns the greeting, and the requests that resume every channel (STREAM-3) */
  readonly connected: (nowMs: number) => StreamRequest[]
  /** Time has passed: silent channels turn stale, and unanswered questions are asked again. */
  readonly tick: (nowMs: number) => StreamRequest[]
  /** Whether the board as a whole is degraded: prices are stale and no bet can be sent (STREAM-4). */
  readonly isDegraded: (nowMs: number) => boolean
  /** The markets of a channel; null before its image. */
  readonly book: (channel: string) => StreamBook | null
  /** Where a channel is at; undefined when it is not watched. */
  readonly sync: (channel: string) => ChannelSync | undefined
}

/** What changes while it runs. */
interface StreamReaderState {
  intervalMs: number
  heardAtMs: number
}

/** What the functions of `createStreamReader` share. */
interface StreamReaderParts {
  readonly store: PriceStore
  readonly state: StreamReaderState
  readonly channels: Map<string, Channel>
}

/** Makes a reader that watches nothing yet. */
export function createStreamReader(store: PriceStore): StreamReader {
  const channels = new Map<string, Channel>()

  const state: StreamReaderState = { intervalMs: HEARTBEAT_MS, heardAtMs: Number.NEGATIVE_INFINITY }
  const parts: StreamReaderParts = { store, state, channels }
  return {
    receive: (text, nowMs) => receive(parts, text, nowMs),
    watch(add, drop, nowMs) {
      for (const name of drop) {
        channels.delete(name)
        store.drop(name)
      }
      const fresh = add.filter((name) => !channels.has(name))
      for (const name of fresh)
        channels.set(name, { sync: UNHEARD, book: null, late: createLatePrices(store, name), askedAtMs: nowMs })
      return fresh.length + drop.length > 0 ? [{ t: 'channels', add: fresh, drop: [...drop] }] : []
    },
    connected(nowMs) {
      state.heardAtMs = nowMs
      const questions = [...channels].map(([name, channel]) => {
        channel.sync = distrusted(channel.sync)
        channel.askedAtMs = nowMs
        show(parts, name, channel, nowMs)
        return question(name, channel)
      })
      return [{ t: 'hello', heartbeatMs: HEARTBEAT_MS, isGathering: true }, ...joined(questions)]
    },
    tick(nowMs) {
      return joined(
        [...channels].flatMap(([name, channel]) => {
          show(parts, name, channel, nowMs)
          const { phase, heardAtMs: at } = channel.sync
          const isWanting =
            phase === 'waiting' || phase === 'stale' || (phase === 'live' && isSilent(at, nowMs, state.intervalMs))
          return isWanting ? ask(name, channel, nowMs) : []
        }),
      )
    },
    isDegraded: (nowMs) => isSilent(state.heardAtMs, nowMs, state.intervalMs),
    book(name) {
      const channel = channels.get(name)
      channel?.late.settle()
      return channel?.book ?? null
    },
    sync: (name) => channels.get(name)?.sync,
  }
}

function show({ store, state }: StreamReaderParts, name: string, { sync }: Channel, nowMs: number): void {
  store.mark(name, { epoch: sync.epoch, seq: sync.seq, isLive: isChannelLive(sync, nowMs, state.intervalMs) })
}

function ask(name: string, channel: Channel, nowMs: number): StreamRequest[] {
  if (nowMs - channel.askedAtMs < ASK_AGAIN_MS) return []
  channel.askedAtMs = nowMs
  return [question(name, channel)]
}

function take(parts: StreamReaderParts, channel: Channel, frame: StreamFrame, nowMs: number): StreamRequest[] {
  const { store } = parts
  const { sync, verdict } = applyFrame(channel.sync, frame, nowMs)
  channel.sync = sync
  const isWhole = verdict === 'replace' || verdict === 'apply' ? applyData(store, channel, frame) : true
  if (!isWhole) channel.sync = { ...UNHEARD, formerEpoch: sync.formerEpoch }
  if (sync.phase === 'live' && isWhole) channel.askedAtMs = Number.NEGATIVE_INFINITY
  show(parts, frame.ch, channel, nowMs)
  return !isWhole || verdict === 'resume' || verdict === 'image' ? ask(frame.ch, channel, nowMs) : []
}

function receive(parts: StreamReaderParts, text: string, nowMs: number) {
  const { channels, state } = parts
  const frames = readFrames(text)
  if (!frames) {
    for (const channel of channels.values()) channel.sync = distrusted(channel.sync)
    return [...channels].flatMap(([name, channel]) => {
      show(parts, name, channel, nowMs)
      return channel.sync.phase === 'stale' ? ask(name, channel, nowMs) : []
    })
  }
  const requests: StreamRequest[] = []
  for (const frame of frames) {
    if (frame.t === 'status' && frame.d.kind === 'session') state.intervalMs = frame.d.heartbeatMs
    const channel = channels.get(frame.ch)
    if (!channel && frame.ch !== SOCKET_CHANNEL) continue
    state.heardAtMs = nowMs
    if (channel) requests.push(...take(parts, channel, frame, nowMs))
  }
  return requests
}

/** What to ask for a channel: to go on where it stands, or an image where nothing is to go on with. */
function question(name: string, { sync, book }: Channel): StreamRequest {
  if (sync.phase === 'waiting' || sync.phase === 'ended' || !book) return { t: 'channels', add: [name], drop: [] }
  return { t: 'resume', ch: name, ep: sync.epoch, seq: sync.seq }
}

/** Questions with those for images in one. */
function joined(questions: readonly StreamRequest[]): StreamRequest[] {
  const add = questions.flatMap((request) => (request.t === 'channels' ? request.add : []))
  const others = questions.filter(({ t }) => t !== 'channels')
  return add.length > 0 ? [...others, { t: 'channels', add, drop: [] }] : others
}

/** Brings the data of a frame into the channel's book and the store. False when they name what nobody defined. */
function applyData(store: PriceStore, channel: Channel, frame: StreamFrame): boolean {
  if (frame.t === 'image') {
    const before = channel.book
    const book = bookOf(frame.d)
    if (!book) return false
    channel.book = book
    channel.late.clear()
    for (const outcomeId of before?.prices.keys() ?? []) if (!book.prices.has(outcomeId)) store.remove(outcomeId)
    writePrices(store, frame.ch, book, book.prices.values())
    return true
  }
  if (frame.t !== 'delta' || !channel.book) return false
  const { book } = channel
  if (isOfPricesAlone(frame.d) && channel.late.take(book, frame.d.prices ?? [])) return true
  channel.late.settle()
  const { game, markets, prices = [], removedMarkets, removedOutcomes } = frame.d
  const before = removedMarkets || removedOutcomes ? [...book.prices.keys()] : []
  if (!applyChange(book, frame.d)) return false
  for (const outcomeId of before) if (!book.prices.has(outcomeId)) store.remove(outcomeId)
  // The status of a game or a market shows at prices that did not change themselves.
  const isWide = game !== undefined || (markets !== undefined && markets.length > 0)
  writePrices(store, frame.ch, book, isWide ? book.prices.values() : prices)
  return true
}
