import { describe, expect, test } from 'vitest'
import type { StreamFrame, StreamRequest } from '#schemas'
import { type OddsSocketEvents, openOddsStream } from './odds-stream.ts'

const CHANNEL = 'game/1'
const FRAME_MS = 16
const head = { v: 1, ep: 'a', ch: CHANNEL, pt: 0 } as const
const image = (seq: number, odds: number): StreamFrame => ({
  ...head,
  seq,
  prev: seq,
  t: 'image',
  d: {
    isUp: true,
    game: { gameStatus: 1, producer: 'live' },
    markets: [[1, 1, 1, 1]],
    outcomes: [
      [10, 1, 1],
      [11, 1, 2],
    ],
    prices: [
      [10, odds, 0],
      [11, 30_000, 0],
    ],
  },
})
const delta = (seq: number, odds: number): StreamFrame => ({
  ...head,
  seq,
  prev: seq - 1,
  t: 'delta',
  d: { prices: [[10, odds, 0]] },
})

interface FakeSocket {
  readonly events: OddsSocketEvents
  readonly sent: StreamRequest[]
  isClosed: boolean
}

/** A browser with a clock, timers and frames of its own. */
function makeBrowser(random = 0.5) {
  let nowMs = 0
  let timers: { readonly atMs: number; readonly work: () => void }[] = []
  const sockets: FakeSocket[] = []
  const openedAtMs: number[] = []
  const state = { isPolling: false, wake: (): void => undefined, take: (_: readonly string[]): void => undefined }
  const later = (ms: number, work: () => void) => {
    const timer = { atMs: nowMs + ms, work }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  const advance = (ms: number): void => {
    const untilMs = nowMs + ms
    for (;;) {
      const next = timers.toSorted((one, other) => one.atMs - other.atMs)[0]
      if (!next || next.atMs > untilMs) break
      timers = timers.filter((timer) => timer !== next)
      nowMs = next.atMs
      next.work()
    }
    nowMs = untilMs
  }
  const stream = openOddsStream({
    openSocket(events) {
      const socket: FakeSocket = { events, sent: [], isClosed: false }
      sockets.push(socket)
      openedAtMs.push(nowMs)
      return {
        send: (text) => void socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.isClosed = true
        },
      }
    },
    nowMs: () => nowMs,
    random: () => random,
    later,
    nextFrame: (work) => void later(FRAME_MS - (nowMs % FRAME_MS), work),
    onWake(wake) {
      state.wake = wake
      return () => undefined
    },
    poll(channels, take) {
      state.isPolling = true
      state.take = (texts) => channels().includes(CHANNEL) && take(texts)
      return () => {
        state.isPolling = false
      }
    },
  })
  const socket = () => {
    const last = sockets.at(-1)
    if (!last) throw new Error('no socket was opened')
    return last
  }
  const receive = (...frames: readonly StreamFrame[]) => {
    for (const frame of frames) socket().events.received(JSON.stringify(frame))
  }
  return { stream, sockets, socket, openedAtMs, receive, advance, state, timers: () => timers.length }
}

/** A browser that watches the game and has its first image. */
function watching() {
  const browser = makeBrowser()
  const stop = browser.stream.watch(CHANNEL)
  browser.socket().events.opened()
  browser.advance(50)
  browser.receive(image(1, 20_000))
  browser.advance(FRAME_MS)
  return { ...browser, stop }
}

describe('the stream of a page', () => {
  test('STREAM-7: what is watched within 50 ms is asked for in one message, and dropped after the last who watched it', () => {
    const { stream, sockets, socket, advance } = makeBrowser()
    expect(sockets).toEqual([])
    const stops = ['game/1', 'game/1', 'game/2'].map((channel) => stream.watch(channel))
    socket().events.opened()
    advance(49)
    expect(socket().sent).toEqual([{ t: 'hello', heartbeatMs: 5000, isGathering: true }])
    advance(1)
    expect(socket().sent.slice(1)).toEqual([{ t: 'channels', add: ['game/1', 'game/2'], drop: [] }])
    stops[0]?.()
    stops[0]?.()
    advance(50)
    expect(socket().sent).toHaveLength(2)
    stops[1]?.()
    advance(50)
    expect(socket().sent[2]).toEqual({ t: 'channels', add: [], drop: ['game/1'] })
  })

  test('STREAM-8: an outcome that moves a hundred times a second is shown once a frame, never less than thirty times a second', () => {
    const { stream, receive, advance } = watching()
    const counts = { moved: 0, still: 0 }
    stream.prices.listen(10, () => {
      counts.moved += 1
    })
    stream.prices.listen(11, () => {
      counts.still += 1
    })
    for (let update = 1; update <= 100; update += 1) {
      receive(delta(1 + update, 20_000 + update))
      advance(10)
    }
    advance(FRAME_MS)
    expect(stream.prices.read(10)).toMatchObject({ oddsUnits: 20_100, isLive: true, seq: 101 })
    expect(counts.moved).toBeGreaterThanOrEqual(30)
    expect(counts.moved).toBeLessThanOrEqual(1000 / FRAME_MS + 2)
    expect(counts.still).toBe(0)
  })

  test('STREAM-3: after a break it resumes from its last sequence; until then nothing is shown as live for longer than two intervals', () => {
    const { stream, socket, sockets, receive, advance } = watching()
    stream.prices.listen(10, () => undefined)
    receive(delta(2, 21_000))
    expect(stream.prices.read(10)?.oddsUnits).toBe(20_000)
    socket().events.closed()
    advance(250)
    expect(sockets).toHaveLength(2)
    socket().events.opened()
    expect(socket().sent).toEqual([
      { t: 'hello', heartbeatMs: 5000, isGathering: true },
      { t: 'resume', ch: CHANNEL, ep: 'a', seq: 2 },
    ])
    receive(delta(3, 22_000), delta(4, 23_000))
    advance(FRAME_MS)
    expect(stream.prices.read(10)).toMatchObject({ oddsUnits: 23_000, movement: 1, isLive: true })
  })

  test('STREAM-4: a connection that says nothing makes the board degraded and the prices stale', () => {
    const { stream, advance } = watching()
    advance(9500)
    expect([stream.isDegraded(), stream.prices.read(10)?.isLive]).toEqual([false, true])
    advance(1500)
    expect([stream.isDegraded(), stream.prices.read(10)?.isLive]).toEqual([true, false])
  })

  test('STREAM-5: attempts come further and further apart, and at once when the browser wakes', () => {
    const { stream, sockets, socket, openedAtMs, advance, state } = makeBrowser()
    stream.watch(CHANNEL)
    for (let attempt = 0; attempt < 9; attempt += 1) {
      socket().events.closed()
      advance(15_000)
    }
    const waits = openedAtMs.slice(1).map((atMs, index) => atMs - (index === 0 ? 0 : index * 15_000))
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    socket().events.closed()
    state.wake()
    expect(sockets).toHaveLength(11)
    state.wake()
    expect(sockets).toHaveLength(11)
  })

  test('STREAM-9: where no socket can be had the feed is polled, with the same prices, until one opens', () => {
    const { stream, socket, advance, state } = makeBrowser()
    stream.watch(CHANNEL)
    advance(50)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(state.isPolling).toBe(false)
      socket().events.closed()
      advance(30_000)
    }
    expect(state.isPolling).toBe(true)
    for (const [seq, odds] of [
      [1, 20_000],
      [2, 21_000],
    ] as const) {
      state.take([JSON.stringify(image(seq, odds))])
      advance(FRAME_MS)
      expect(stream.prices.read(10)).toMatchObject({ oddsUnits: odds, isLive: true })
    }
    socket().events.opened()
    expect(state.isPolling).toBe(false)
    expect(socket().sent).toContainEqual({ t: 'resume', ch: CHANNEL, ep: 'a', seq: 2 })
  })

  test('a stream that is closed leaves nothing behind', () => {
    const { stream, socket, sockets, timers, advance } = watching()
    stream.close()
    expect(socket().isClosed).toBe(true)
    socket().events.closed()
    advance(60_000)
    expect([sockets.length, timers()]).toEqual([1, 0])
  })
})
