import { SOCKET_CHANNEL, STREAM_VERSION } from '#machines/feed/stream/stream-sync.rules.ts'
import type { StreamFrame, StreamRequest, StreamStatusData } from '#schemas'
import { isStreamRequest as validate } from '#schemas/generated/validators/feed.js'
import type { ChannelHub } from './channel-hub.ts'
import { createGatheredTexts } from './gathered-texts.ts'

/** Most channels of a connection at once. */
export const MOST_CHANNELS = 200
/** Messages that a connection may send at once, and how many more each second. */
export const MOST_REQUESTS = 400
const REQUESTS_PER_SECOND = 20
/** Bytes that may wait for a slow connection; beyond them it is cut. */
export const MOST_WAITING_BYTES = 1024 * 1024
const SHORTEST_HEARTBEAT_MS = 500
const LONGEST_HEARTBEAT_MS = 30_000
const DEFAULT_HEARTBEAT_MS = 5000

/** Why a connection was closed (RFC 6455, 7.4). */
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

/** What a session needs of its socket. */
export interface StreamSocket {
  readonly send: (text: string) => void
  /** Bytes that were sent and have not left yet. */
  readonly waitingBytes: () => number
  readonly close: (code: number, reason: string) => void
}

export interface StreamSessionPorts {
  readonly hub: ChannelHub
  readonly socket: StreamSocket
  readonly nowMs: () => number
  /** Does work when the present turn of the process is over: until then frames are gathered for who asked for it. */
  readonly soon: (work: () => void) => void
}

/** A channel of a session. */
interface SessionListener {
  /** When something was last sent, ms. */
  sentAtMs: number
  readonly send: (text: string) => void
}

/** One connection to the odds stream. */
export interface StreamSession {
  readonly receive: (text: string) => void
  /** Sends the heartbeats that are due; to be called more often than the shortest interval. */
  readonly tick: () => void
  /** The connection is closed. */
  readonly end: () => void
}

/** Begins a session: it says what it grants, and waits for requests. */
export function createStreamSession({ hub, socket, nowMs, soon }: StreamSessionPorts): StreamSession {
  const texts = createGatheredTexts(socket.send, soon)
  const listeners = new Map<string, SessionListener>()
  let heartbeatMs = DEFAULT_HEARTBEAT_MS
  let beatAtMs = nowMs()
  /** No heartbeat is due before, ms. */
  let quietUntilMs = 0
  let tokens = MOST_REQUESTS
  let refilledAtMs = nowMs()
  let isOpen = true

  const end = (): void => {
    isOpen = false
    for (const [channel, listener] of listeners) hub.leave(channel, listener)
    listeners.clear()
  }
  const cut = (code: number, status: Extract<StreamStatusData, { kind: 'refused' }>['code']): void => {
    say(SOCKET_CHANNEL, { kind: 'refused', code: status })
    texts.flush()
    end()
    socket.close(code, status)
  }
  const say = (ch: string, d: StreamStatusData): void => {
    const head = { v: STREAM_VERSION, ep: SOCKET_CHANNEL, ch, seq: 0, prev: 0, pt: nowMs() } as const
    texts.send(JSON.stringify({ ...head, t: 'status', d } satisfies StreamFrame))
  }
  const listenerFor = (channel: string): SessionListener => {
    const known = listeners.get(channel)
    if (known) return known
    const listener: SessionListener = {
      sentAtMs: nowMs(),
      send(text) {
        if (!isOpen) return
        if (socket.waitingBytes() > MOST_WAITING_BYTES) {
          cut(TRY_AGAIN_LATER, 'too_slow')
          return
        }
        listener.sentAtMs = nowMs()
        texts.send(text)
      },
    }
    listeners.set(channel, listener)
    return listener
  }
  const drop = (channel: string): void => {
    const listener = listeners.get(channel)
    if (listener) hub.leave(channel, listener)
    listeners.delete(channel)
  }
  /** Has a channel sent, by whatever it is to begin with. */
  const begin = (channel: string, by: (listener: SessionListener) => boolean): void => {
    if (!isOpen) return
    const isFull = !listeners.has(channel) && listeners.size >= MOST_CHANNELS
    if (!isFull && by(listenerFor(channel))) return
    drop(channel)
    say(channel, { kind: 'refused', code: isFull ? 'too_many_channels' : 'unknown_channel' })
  }
  const answer = (request: StreamRequest): void => {
    if (request.t === 'hello') {
      heartbeatMs = Math.min(LONGEST_HEARTBEAT_MS, Math.max(SHORTEST_HEARTBEAT_MS, request.heartbeatMs))
      quietUntilMs = 0
      if (request.isGathering === true) texts.gather()
      say(SOCKET_CHANNEL, { kind: 'session', heartbeatMs, maxChannels: MOST_CHANNELS })
    } else if (request.t === 'resume') {
      begin(request.ch, (listener) => hub.resume(request, listener))
    } else {
      for (const channel of request.drop) drop(channel)
      for (const channel of request.add) begin(channel, (listener) => hub.join(channel, listener))
    }
  }
  const mayAsk = (): boolean => {
    const now = nowMs()
    tokens = Math.min(MOST_REQUESTS, tokens + ((now - refilledAtMs) / 1000) * REQUESTS_PER_SECOND)
    refilledAtMs = now
    tokens -= 1
    return tokens >= 0
  }
  return {
    receive(text) {
      if (!isOpen) return
      const isAllowed = mayAsk()
      const request = isAllowed ? readRequest(text) : null
      if (!isAllowed) cut(POLICY_VIOLATION, 'too_many_requests')
      else if (request) answer(request)
      else say(SOCKET_CHANNEL, { kind: 'refused', code: 'invalid_request' })
    },
    tick() {
      const now = nowMs()
      // What is sent meanwhile, and channels that are added, put heartbeats off: none is due earlier than was seen the last time.
      if (!isOpen || now < quietUntilMs) return
      if (now - beatAtMs >= heartbeatMs) {
        beatAtMs = now
        const head = { v: STREAM_VERSION, ep: SOCKET_CHANNEL, ch: SOCKET_CHANNEL, seq: 0, prev: 0, pt: now } as const
        texts.send(JSON.stringify({ ...head, t: 'hb' } satisfies StreamFrame))
      }
      quietUntilMs = beatAtMs + heartbeatMs
      for (const [channel, listener] of [...listeners]) {
        const beat = now - listener.sentAtMs >= heartbeatMs ? hub.heartbeat(channel) : null
        if (beat !== null) listener.send(beat)
        quietUntilMs = Math.min(quietUntilMs, listener.sentAtMs + heartbeatMs)
      }
    },
    end,
  }
}

function readRequest(text: string): StreamRequest | null {
  try {
    const value: unknown = JSON.parse(text)
    return validate(value) ? value : null
  } catch {
    return null
  }
}
