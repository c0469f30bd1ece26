import { applyChange, boardOf, bookOf, type StreamBook } from '#machines/feed/stream/stream-book.rules.ts'
import { STREAM_VERSION } from '#machines/feed/stream/stream-sync.rules.ts'
import type { StreamBoard, StreamChange, StreamFrame } from '#schemas'
import type { FeedBus } from './feed-bus.ts'
import { type Gathered, gather, nothingGathered, toChange } from './gathered-change.ts'

/** How long changes are gathered into one delta, ms. */
export const GATHER_MS = 50
/** Channels take turns within that time, so that a page that watches many never gets everything at once. */
const TURNS = 5
/** How often a writer says that it is alive, ms. */
export const ALIVE_MS = 1000
/** A producer that was silent for so long is down, ms (STREAM-6). */
export const PRODUCER_SILENT_MS = 20_000

export interface ChannelWriterPorts {
  readonly bus: FeedBus
  /** Random name of this writer's life; at most 32 letters, digits, `_` and `-`. */
  readonly epoch: string
  readonly nowMs: () => number
}

/** What makes the frames of the odds stream. A channel has one writer at a time. */
export interface ChannelWriter {
  /** Opens a channel, or replaces what it holds. @throws Error when the board names an id that it does not define */
  readonly open: (channel: string, board: Omit<StreamBoard, 'isUp'>) => void
  /** Puts a change in; it is sent with the next delta. @throws Error when the channel is not open, or the change names an id
   *  that nobody defined */
  readonly put: (channel: string, change: StreamChange) => void
  /** Ends a channel: its game is no longer offered. */
  readonly end: (channel: string) => void
  /** A producer has given a sign of life. */
  readonly heard: (producer: string) => void
  /** A producer is down, or up again after everything that was missed came in (STREAM-6). */
  readonly setProducer: (producer: string, isUp: boolean) => void
  /** Sends what was gathered. The writer does so by itself once it is started. */
  readonly flush: () => void
  readonly start: () => void
  readonly stop: () => void
}

/** The kind of a frame with its data. */
type Body = { [Kind in 'image' | 'delta' | 'status']: Pick<Extract<StreamFrame, { t: Kind }>, 't' | 'd'> }[
  | 'image'
  | 'delta'
  | 'status']

interface Channel {
  readonly name: string
  readonly turn: number
  book: StreamBook
  seq: number
  gathered: Gathered
}

/** What changes while it runs. */
interface ChannelWriterState {
  opened: number
  turn: number
}

/** What the functions of `createChannelWriter` share. */
interface ChannelWriterParts {
  readonly ports: ChannelWriterPorts
  readonly waiting: Set<Channel>
  readonly state: ChannelWriterState
  readonly channels: Map<string, Channel>
  readonly down: Set<string>
  readonly heardAtMs: Map<string, number>
}

/** Makes a writer without channels. */
export function createChannelWriter(ports: ChannelWriterPorts): ChannelWriter {
  const { bus, epoch, nowMs } = ports
  const channels = new Map<string, Channel>()
  const waiting = new Set<Channel>()
  /** Where channels ended: one that is opened again continues from there, for its epoch is the same. */
  const endedAt = new Map<string, number>()
  const heardAtMs = new Map<string, number>()
  const down = new Set<string>()
  const timers: NodeJS.Timeout[] = []

  const state: ChannelWriterState = { opened: 0, turn: 0 }
  const parts: ChannelWriterParts = { ports, waiting, state, channels, down, heardAtMs }
  const stopListening = bus.listen((message) => {
    if (message.kind !== 'wanted') return
    flush(parts)
    for (const channel of channels.values()) sendImage(parts, channel)
  })
  return {
    open(name, board) {
      const book = bookOf({ ...board, isUp: !down.has(board.game.producer) })
      if (!book) throw new Error(`the board of ${name} names an id that it does not define`)
      const seq = (channels.get(name)?.seq ?? endedAt.get(name) ?? 0) + 1
      const former = channels.get(name)
      if (former) waiting.delete(former)
      const channel = { name, turn: former?.turn ?? state.opened++ % TURNS, book, seq, gathered: nothingGathered() }
      channels.set(name, channel)
      sendImage(parts, channel)
    },
    put(name, change) {
      const channel = known(parts, name)
      if (!applyChange(channel.book, change)) throw new Error(`a change of ${name} names an id that nobody defined`)
      gather(channel.gathered, change)
      waiting.add(channel)
    },
    end(name) {
      const channel = known(parts, name)
      flushChannel(parts, channel)
      channels.delete(name)
      endedAt.set(name, channel.seq)
      send(parts, channel, channel.seq, { t: 'status', d: { kind: 'ended' } })
    },
    heard: (producer) => void heardAtMs.set(producer, nowMs()),
    setProducer: (producer: string, isUp: boolean) => setProducer(parts, producer, isUp),
    flush: () => flush(parts),
    start() {
      timers.push(setInterval(() => flushTurn(parts), GATHER_MS / TURNS))
      timers.push(
        setInterval(() => {
          checkProducers(parts)
          bus.publish({ kind: 'alive', ep: epoch })
        }, ALIVE_MS),
      )
      for (const timer of timers) timer.unref()
    },
    stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      stopListening()
    },
  }
}

function send(
  { ports: { epoch, nowMs, bus } }: ChannelWriterParts,
  { name, seq }: Channel,
  prev: number,
  body: Body,
): void {
  const frame = { v: STREAM_VERSION, ep: epoch, ch: name, seq, prev, pt: nowMs(), ...body } as StreamFrame
  bus.publish({ kind: 'frame', frame })
}

function sendImage(parts: ChannelWriterParts, channel: Channel): void {
  send(parts, channel, channel.seq, { t: 'image', d: boardOf(channel.book) })
}

function flushChannel(parts: ChannelWriterParts, channel: Channel): void {
  const { waiting } = parts
  if (!waiting.delete(channel)) return
  const d = toChange(channel.gathered, channel.book)
  channel.gathered = nothingGathered()
  channel.seq += 1
  send(parts, channel, channel.seq - 1, { t: 'delta', d })
}

function flush(parts: ChannelWriterParts): void {
  const { waiting } = parts
  for (const channel of [...waiting]) flushChannel(parts, channel)
}

function flushTurn(parts: ChannelWriterParts): void {
  const { state, waiting } = parts
  state.turn = (state.turn + 1) % TURNS
  for (const channel of [...waiting]) if (channel.turn === state.turn) flushChannel(parts, channel)
}

function known({ channels }: ChannelWriterParts, name: string): Channel {
  const channel = channels.get(name)
  if (!channel) throw new Error(`the channel ${name} is not open: a board comes before changes`)
  return channel
}

function setProducer(parts: ChannelWriterParts, producer: string, isUp: boolean): void {
  const { down, heardAtMs, channels } = parts
  const { nowMs } = parts.ports
  if (isUp) down.delete(producer)
  else down.add(producer)
  if (isUp) heardAtMs.set(producer, nowMs())
  for (const channel of channels.values()) {
    if (channel.book.game.producer !== producer || channel.book.isUp === isUp) continue
    flushChannel(parts, channel)
    channel.book.isUp = isUp
    channel.seq += 1
    send(parts, channel, channel.seq - 1, { t: 'status', d: { kind: 'source', isUp } })
  }
}

function checkProducers(parts: ChannelWriterParts): void {
  const { heardAtMs, down } = parts
  const { nowMs } = parts.ports
  for (const [producer, atMs] of heardAtMs)
    if (nowMs() - atMs > PRODUCER_SILENT_MS && !down.has(producer)) setProducer(parts, producer, false)
}
