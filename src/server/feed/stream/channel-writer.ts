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

/** Makes a writer without channels. */
export function createChannelWriter({ bus, epoch, nowMs }: ChannelWriterPorts): ChannelWriter {
  const channels = new Map<string, Channel>()
  const waiting = new Set<Channel>()
  /** Where channels ended: one that is opened again continues from there, for its epoch is the same. */
  const endedAt = new Map<string, number>()
  const heardAtMs = new Map<string, number>()
  const down = new Set<string>()
  const timers: NodeJS.Timeout[] = []
  let opened = 0
  let turn = 0

  const send = ({ name, seq }: Channel, prev: number, body: Body): void => {
    const frame = { v: STREAM_VERSION, ep: epoch, ch: name, seq, prev, pt: nowMs(), ...body } as StreamFrame
    bus.publish({ kind: 'frame', frame })
  }
  const sendImage = (channel: Channel): void => send(channel, channel.seq, { t: 'image', d: boardOf(channel.book) })
  const flushChannel = (channel: Channel): void => {
    if (!waiting.delete(channel)) return
    const d = toChange(channel.gathered, channel.book)
    channel.gathered = nothingGathered()
    channel.seq += 1
    send(channel, channel.seq - 1, { t: 'delta', d })
  }
  const flush = (): void => {
    for (const channel of [...waiting]) flushChannel(channel)
  }
  const flushTurn = (): void => {
    turn = (turn + 1) % TURNS
    for (const channel of [...waiting]) if (channel.turn === turn) flushChannel(channel)
  }
  const known = (name: string): Channel => {
    const channel = channels.get(name)
    if (!channel) throw new Error(`the channel ${name} is not open: a board comes before changes`)
    return channel
  }
  const setProducer = (producer: string, isUp: boolean): void => {
    if (isUp) down.delete(producer)
    else down.add(producer)
    if (isUp) heardAtMs.set(producer, nowMs())
    for (const channel of channels.values()) {
      if (channel.book.game.producer !== producer || channel.book.isUp === isUp) continue
      flushChannel(channel)
      channel.book.isUp = isUp
      channel.seq += 1
      send(channel, channel.seq - 1, { t: 'status', d: { kind: 'source', isUp } })
    }
  }
  const checkProducers = (): void => {
    for (const [producer, atMs] of heardAtMs)
      if (nowMs() - atMs > PRODUCER_SILENT_MS && !down.has(producer)) setProducer(producer, false)
  }
  const stopListening = bus.listen((message) => {
    if (message.kind !== 'wanted') return
    flush()
    for (const channel of channels.values()) sendImage(channel)
  })
  return {
    open(name, board) {
      const book = bookOf({ ...board, isUp: !down.has(board.game.producer) })
      if (!book) throw new Error(`the board of ${name} names an id that it does not define`)
      const seq = (channels.get(name)?.seq ?? endedAt.get(name) ?? 0) + 1
      const former = channels.get(name)
      if (former) waiting.delete(former)
      const channel = { name, turn: former?.turn ?? opened++ % TURNS, book, seq, gathered: nothingGathered() }
      channels.set(name, channel)
      sendImage(channel)
    },
    put(name, change) {
      const channel = known(name)
      if (!applyChange(channel.book, change)) throw new Error(`a change of ${name} names an id that nobody defined`)
      gather(channel.gathered, change)
      waiting.add(channel)
    },
    end(name) {
      const channel = known(name)
      flushChannel(channel)
      channels.delete(name)
      endedAt.set(name, channel.seq)
      send(channel, channel.seq, { t: 'status', d: { kind: 'ended' } })
    },
    heard: (producer) => void heardAtMs.set(producer, nowMs()),
    setProducer,
    flush,
    start() {
      timers.push(setInterval(flushTurn, GATHER_MS / TURNS))
      timers.push(
        setInterval(() => {
          checkProducers()
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
