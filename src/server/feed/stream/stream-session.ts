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

/** What changes while it runs. */
interface StreamSessionState {
  heartbeatMs: number
  beatAtMs: number
  /** No heartbeat is due before, ms. */
  quietUntilMs: number
  tokens: number
  refilledAtMs: number
  isOpen: boolean
}

/** What the functions of `createStreamSession` share. */
interface StreamSessionParts {
  readonly state: StreamSessionState
  readonly listeners: Map<string, SessionListener>
  readonly ports: StreamSessionPorts
  readonly texts: ReturnType<typeof createGatheredTexts>
}

/** Begins a session: it says what it grants, and waits for requests. */
export function createStreamSession(ports: StreamSessionPorts): StreamSession {
  const { hub, socket, nowMs, soon } = ports
  const texts = createGatheredTexts(socket.send, soon)
  const listeners = new Map<string, SessionListener>()

  const state: StreamSessionState = {
    heartbeatMs: DEFAULT_HEARTBEAT_MS,
    beatAtMs: nowMs(),
    quietUntilMs: 0,
    tokens: MOST_REQUESTS,
    refilledAtMs: nowMs(),
    isOpen: true,
  }
  const parts: StreamSessionParts = { state, listeners, ports, texts }
  return {
    receive(text) {
      if (!state.isOpen) return
      const isAllowed = mayAsk(parts)
      const request = isAllowed ? readRequest(text) : null
      if (!isAllowed) cut(parts, POLICY_VIOLATION, 'too_many_requests')
      else if (request) answer(parts, request)
      else say(parts, SOCKET_CHANNEL, { kind: 'refused', code: 'invalid_request' })
    },
    tick() {
      const now = nowMs()
      // What is sent meanwhile, and channels that are added, put heartbeats off: none is due earlier than was seen the last time.
      if (!state.isOpen || now < state.quietUntilMs) return
      if (now - state.beatAtMs >= state.heartbeatMs) {
        state.beatAtMs = now
        const head = { v: STREAM_VERSION, ep: SOCKET_CHANNEL, ch: SOCKET_CHANNEL, seq: 0, prev: 0, pt: now } as const
        texts.send(JSON.stringify({ ...head, t: 'hb' } satisfies StreamFrame))
      }
      state.quietUntilMs = state.beatAtMs + state.heartbeatMs
      for (const [channel, listener] of [...listeners]) {
        const beat = now - listener.sentAtMs >= state.heartbeatMs ? hub.heartbeat(channel) : null
        if (beat !== null) listener.send(beat)
        state.quietUntilMs = Math.min(state.quietUntilMs, listener.sentAtMs + state.heartbeatMs)
      }
    },
    end: () => end(parts),
  }
}

function end({ state, listeners, ports: { hub } }: StreamSessionParts): void {
  state.isOpen = false
  for (const [channel, listener] of listeners) hub.leave(channel, listener)
  listeners.clear()
}

function cut(
  parts: StreamSessionParts,
  code: number,
  status: Extract<StreamStatusData, { kind: 'refused' }>['code'],
): void {
  const { texts } = parts
  const { socket } = parts.ports
  say(parts, SOCKET_CHANNEL, { kind: 'refused', code: status })
  texts.flush()
  end(parts)
  socket.close(code, status)
}

function say({ ports: { nowMs }, texts }: StreamSessionParts, ch: string, d: StreamStatusData): void {
  const head = { v: STREAM_VERSION, ep: SOCKET_CHANNEL, ch, seq: 0, prev: 0, pt: nowMs() } as const
  texts.send(JSON.stringify({ ...head, t: 'status', d } satisfies StreamFrame))
}

function listenerFor(parts: StreamSessionParts, channel: string): SessionListener {
  const { listeners, state, texts } = parts
  const { nowMs, socket } = parts.ports
  const known = listeners.get(channel)
  if (known) return known
  const listener: SessionListener = {
    sentAtMs: nowMs(),
    send(text) {
      if (!state.isOpen) return
      if (socket.waitingBytes() > MOST_WAITING_BYTES) {
        cut(parts, TRY_AGAIN_LATER, 'too_slow')
        return
      }
      listener.sentAtMs = nowMs()
      texts.send(text)
    },
  }
  listeners.set(channel, listener)
  return listener
}

function drop({ listeners, ports: { hub } }: StreamSessionParts, channel: string): void {
  const listener = listeners.get(channel)
  if (listener) hub.leave(channel, listener)
  listeners.delete(channel)
}

/** Has a channel sent, by whatever it is to begin with. */
function begin(parts: StreamSessionParts, channel: string, by: (listener: SessionListener) => boolean): void {
  const { state, listeners } = parts
  if (!state.isOpen) return
  const isFull = !listeners.has(channel) && listeners.size >= MOST_CHANNELS
  if (!isFull && by(listenerFor(parts, channel))) return
  drop(parts, channel)
  say(parts, channel, { kind: 'refused', code: isFull ? 'too_many_channels' : 'unknown_channel' })
}

function answer(parts: StreamSessionParts, request: StreamRequest): void {
  const { state, texts } = parts
  const { hub } = parts.ports
  if (request.t === 'hello') {
    state.heartbeatMs = Math.min(LONGEST_HEARTBEAT_MS, Math.max(SHORTEST_HEARTBEAT_MS, request.heartbeatMs))
    state.quietUntilMs = 0
    if (request.isGathering === true) texts.gather()
    say(parts, SOCKET_CHANNEL, { kind: 'session', heartbeatMs: state.heartbeatMs, maxChannels: MOST_CHANNELS })
  } else if (request.t === 'resume') {
    begin(parts, request.ch, (listener) => hub.resume(request, listener))
  } else {
    for (const channel of request.drop) drop(parts, channel)
    for (const channel of request.add) begin(parts, channel, (listener) => hub.join(channel, listener))
  }
}

function mayAsk({ ports: { nowMs }, state }: StreamSessionParts): boolean {
  const now = nowMs()
  state.tokens = Math.min(MOST_REQUESTS, state.tokens + ((now - state.refilledAtMs) / 1000) * REQUESTS_PER_SECOND)
  state.refilledAtMs = now
  state.tokens -= 1
  return state.tokens >= 0
}

function readRequest(text: string): StreamRequest | null {
  try {
    const value: unknown = JSON.parse(text)
    return validate(value) ? value : null
  } catch {
    return null
  }
}
