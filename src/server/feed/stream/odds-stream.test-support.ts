import type { StreamBoard, StreamFrame, StreamRequest } from '#schemas'
import { type ChannelHub, createChannelHub } from './channel-hub.ts'
import { createChannelWriter } from './channel-writer.ts'
import { createMemoryFeedBus, type FeedBus } from './feed-bus.ts'
import { createStreamSession } from './stream-session.ts'

export const board = (gameId: number, producer = 'live'): Omit<StreamBoard, 'isUp'> => ({
  game: { gameStatus: 1, producer },
  markets: [[gameId * 10, 1, 1, 1]],
  outcomes: [[gameId * 100, gameId * 10, 1]],
  prices: [[gameId * 100, 20_000, 0]],
})

/** A server with a clock that is turned by hand. */
export function makeScene(bus: FeedBus = createMemoryFeedBus()) {
  let clockMs = 1_000_000
  const nowMs = () => clockMs
  const hub = createChannelHub({ bus, nowMs })
  const writer = createChannelWriter({ bus, epoch: 'first', nowMs })
  writer.open('game/1', board(1))
  const wait = (ms: number) => {
    clockMs += ms
  }
  return { bus, hub, writer, nowMs, wait }
}

/** A connection whose other end reads nothing but what a test looks at. */
export function connect(hub: ChannelHub, nowMs: () => number) {
  const texts: string[] = []
  const closes: { code: number; reason: string }[] = []
  const state = { waitingBytes: 0 }
  const due: (() => void)[] = []
  const session = createStreamSession({
    hub,
    nowMs,
    soon: (work) => void due.push(work),
    socket: {
      send: (text) => void texts.push(text),
      waitingBytes: () => state.waitingBytes,
      close: (code, reason) => void closes.push({ code, reason }),
    },
  })
  const ask = (request: StreamRequest) => session.receive(JSON.stringify(request))
  const take = () => texts.splice(0).map((text) => JSON.parse(text) as StreamFrame)
  /** The turn is over. */
  const turn = () => {
    for (const work of due.splice(0)) work()
  }
  return { session, ask, take, texts, closes, state, turn }
}
