import { applyChange, boardOf, bookOf, type StreamBook } from '#machines/feed/stream/stream-book.rules.ts'
import {
  applyFrame,
  type ChannelSync,
  isSilent,
  STREAM_VERSION,
  UNHEARD,
} from '#machines/feed/stream/stream-sync.rules.ts'
import type { StreamFrame } from '#schemas'
import { ALIVE_MS } from './channel-writer.ts'
import type { FeedBus } from './feed-bus.ts'

/** How many frames of a channel are kept for those who resume. */
export const KEPT_FRAMES = 200
/** How often images are asked for at most, ms. */
const WANT_AGAIN_MS = 1000

/** Somebody who is sent frames. */
export interface Listener {
  readonly send: (text: string) => void
}

export interface ChannelHubPorts {
  readonly bus: FeedBus
  readonly nowMs: () => number
}

/** The channels as this process knows them, and who is sent which. */
export interface ChannelHub {
  /** Sends a channel from now on, beginning with an image. @returns false when there is no such channel */
  readonly join: (channel: string, listener: Listener) => boolean
  /** Resumes from a sequence: the frames since then, a heartbeat when there are none, or an image.
   *  @returns false when there is no such channel */
  readonly resume: (
    at: { readonly ch: string; readonly ep: string; readonly seq: number },
    listener: Listener,
  ) => boolean
  readonly leave: (channel: string, listener: Listener) => void
  /** The heartbeat of a channel; null while its writer is silent, so that nobody vouches for prices that nobody watches. */
  readonly heartbeat: (channel: string) => string | null
  /** The image of a channel for who has no connection (STREAM-9); null when there is no such channel, or its writer is silent. */
  readonly image: (channel: string) => string | null
  /** How many frames were serialised, of all channels. */
  readonly serialised: () => number
  readonly close: () => void
}

interface Kept {
  readonly prev: number
  readonly text: string
}

interface Channel {
  sync: ChannelSync
  book: StreamBook | null
  /** The last frames that took a step, in one unbroken row. */
  kept: Kept[]
  /** The image, made when somebody asks, until the next step. */
  image: string | null
  readonly listeners: Set<Listener>
}

/** What changes while it runs. */
interface ChannelHubState {
  wantedAtMs: number
  serialised: number
}

/** What the functions of `createChannelHub` share. */
interface ChannelHubParts {
  readonly state: ChannelHubState
  readonly ports: ChannelHubPorts
  readonly channels: Map<string, Channel>
  readonly aliveAtMs: Map<string, number>
}

/** Makes a hub that follows a bus, and asks for images of what was opened before. */
export function createChannelHub(ports: ChannelHubPorts): ChannelHub {
  const { bus, nowMs } = ports
  const channels = new Map<string, Channel>()
  const aliveAtMs = new Map<string, number>()

  const state: ChannelHubState = { wantedAtMs: Number.NEGATIVE_INFINITY, serialised: 0 }
  const parts: ChannelHubParts = { state, ports, channels, aliveAtMs }
  const stopListening = bus.listen((message) => {
    if (message.kind === 'wanted') return
    aliveAtMs.set(message.kind === 'frame' ? message.frame.ep : message.ep, nowMs())
    if (message.kind === 'frame') take(parts, message.frame)
  })
  want(parts)
  return {
    join: (ch: string, listener: Listener) => begin(parts, ch, listener),
    resume({ ch, ep, seq }, listener) {
      const channel = channels.get(ch)
      const missed = channel && ep === channel.sync.epoch ? framesSince(channel, seq) : null
      if (!channel || !missed) return begin(parts, ch, listener)
      channel.listeners.add(listener)
      const beat = missed.length === 0 ? heartbeat(parts, ch) : null
      for (const text of beat === null ? missed : [beat]) listener.send(text)
      return true
    },
    leave: (ch, listener) => void channels.get(ch)?.listeners.delete(listener),
    heartbeat: (ch: string) => heartbeat(parts, ch),
    image(ch) {
      const channel = channels.get(ch)
      return channel && heartbeat(parts, ch) !== null ? imageOf(parts, ch, channel) : null
    },
    serialised: () => state.serialised,
    close: stopListening,
  }
}

function write({ state }: ChannelHubParts, frame: StreamFrame): string {
  state.serialised += 1
  return JSON.stringify(frame)
}

function want({ ports: { nowMs, bus }, state }: ChannelHubParts): void {
  if (nowMs() - state.wantedAtMs < WANT_AGAIN_MS) return
  state.wantedAtMs = nowMs()
  bus.publish({ kind: 'wanted' })
}

function imageOf(parts: ChannelHubParts, ch: string, channel: Channel): string | null {
  const { nowMs } = parts.ports
  if (!channel.book || channel.sync.phase === 'waiting') return null
  const { epoch: ep, seq } = channel.sync
  const head = { v: STREAM_VERSION, ep, ch, seq, prev: seq, pt: nowMs() } as const
  channel.image ??= write(parts, { ...head, t: 'image', d: boardOf(channel.book) })
  return channel.image
}

function take(parts: ChannelHubParts, frame: StreamFrame): void {
  const { channels } = parts
  const { nowMs } = parts.ports
  const channel = channels.get(frame.ch) ?? emptyChannel()
  channels.set(frame.ch, channel)
  const before = channel.sync
  const { sync, verdict } = applyFrame(before, frame, nowMs())
  channel.sync = sync
  const isUnheard = sync.phase === 'waiting' && verdict === 'nothing'
  const isUsed = verdict === 'replace' || verdict === 'apply' || verdict === 'mark'
  const isHeld = isUsed && hold(channel, frame)
  if (isUsed && !isHeld) channel.sync = UNHEARD
  if (verdict === 'resume' || verdict === 'image' || isUnheard || isUsed !== isHeld) want(parts)
  if (!isHeld) return
  const isStep = sync.seq !== before.seq || sync.epoch !== before.epoch
  const isEnd = sync.phase === 'ended'
  if (!isStep && !isEnd && before.phase === 'live') return
  const text = write(parts, frame)
  keep(channel, frame, text)
  for (const listener of [...channel.listeners]) listener.send(text)
  if (isEnd) channels.delete(frame.ch)
}

function heartbeat({ channels, aliveAtMs, ports: { nowMs } }: ChannelHubParts, ch: string): string | null {
  const { sync } = channels.get(ch) ?? { sync: UNHEARD }
  const isAlive = !isSilent(aliveAtMs.get(sync.epoch) ?? Number.NEGATIVE_INFINITY, nowMs(), ALIVE_MS)
  if (!isAlive || sync.phase !== 'live') return null
  const { epoch: ep, seq } = sync
  return JSON.stringify({ v: STREAM_VERSION, ep, ch, seq, prev: seq, pt: nowMs(), t: 'hb' } satisfies StreamFrame)
}

function begin(parts: ChannelHubParts, ch: string, listener: Listener): boolean {
  const { channels } = parts
  const channel = channels.get(ch)
  const image = channel && imageOf(parts, ch, channel)
  if (!channel || !image) return false
  channel.listeners.add(listener)
  listener.send(image)
  return true
}

function emptyChannel(): Channel {
  return { sync: UNHEARD, book: null, kept: [], image: null, listeners: new Set() }
}

/** Brings a frame into the book. False when it names what nobody defined. */
function hold(channel: Channel, frame: StreamFrame): boolean {
  if (frame.t === 'image') channel.book = bookOf(frame.d)
  if (!channel.book) return false
  if (frame.t === 'status' && frame.d.kind === 'source') channel.book.isUp = frame.d.isUp
  return frame.t === 'delta' ? applyChange(channel.book, frame.d) : true
}

/** Keeps a frame that took a step; an image starts the row over. */
function keep(channel: Channel, { t, prev, seq }: StreamFrame, text: string): void {
  channel.image = t === 'image' ? text : null
  if (t === 'image') channel.kept = []
  else if (seq !== prev) channel.kept.push({ prev, text })
  if (channel.kept.length > KEPT_FRAMES) channel.kept.shift()
}

/** What somebody at a sequence has missed; null when it is no longer kept. */
function framesSince({ sync, kept }: Channel, seq: number): string[] | null {
  if (seq === sync.seq) return []
  const from = kept.findIndex(({ prev }) => prev === seq)
  return from < 0 ? null : kept.slice(from).map(({ text }) => text)
}
