import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { StreamBoard } from '#schemas'
import { createChannelHub } from '#server/feed/stream/channel-hub.ts'
import { createChannelWriter } from '#server/feed/stream/channel-writer.ts'
import { createMemoryFeedBus } from '#server/feed/stream/feed-bus.ts'
import { createStreamSession } from '#server/feed/stream/stream-session.ts'

export const GAMES = 200
export const OUTCOMES_A_GAME = 100
const UPDATES_A_SECOND = 10_000
/** Of a price that is written a hundred times a second, in a channel and frames of its own. */
export const HOT_ID = 1
const HOT_EVERY_MS = 10
const HOT_STEPS = 4000
const TICK_MS = 250

/** A feed that moves by itself. */
export interface OddsFeed {
  /** The hot price's text, and when the frame with it was made, ms since 1970; the last of each text counts. */
  readonly sentAtMs: ReadonlyMap<string, number>
  /** Updates that were written so far. */
  readonly updates: () => number
  readonly close: () => void
}

const nowMs = () => performance.timeOrigin + performance.now()
const hotUnits = (step: number) => 20_000 + step * 100

/** The channel of a game, counted from 0. */
export function channelOf(game: number): string {
  return `game/${game + 10}`
}

/** An outcome of a game, both counted from 0. */
export function outcomeOf(game: number, outcome: number): number {
  return (game + 10) * 1000 + outcome
}

export const HOT_CHANNEL = 'game/1'

/** A board with markets of three outcomes. */
export function boardWith(outcomeIds: readonly number[]): Omit<StreamBoard, 'isUp'> {
  const marketOf = (index: number) => Math.floor(index / 3) + 1
  const markets = Array.from({ length: marketOf(outcomeIds.length - 1) }, (_, index) => [index + 1, 1, 1, 1])
  return {
    game: { gameStatus: 1, producer: 'live' },
    markets,
    outcomes: outcomeIds.map((id, index) => [id, marketOf(index), (index % 3) + 1]),
    prices: outcomeIds.map((id, index) => [id, 15_000 + (index % 100) * 100, 0]),
  }
}

/** Serves what `answer` gives, and at every other path of a socket the stream, by the real writer, hub and sessions. */
export async function openOddsFeed(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<OddsFeed & { readonly url: string }> {
  const bus = createMemoryFeedBus()
  const hub = createChannelHub({ bus, nowMs: Date.now })
  const server = createServer(answer)
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => serveStream(socket, hub))
  const feed = startFeed(bus)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    ...feed,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      feed.close()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.close()
      hub.close()
    },
  }
}

function serveStream(socket: WebSocket, hub: ReturnType<typeof createChannelHub>): void {
  const session = createStreamSession({
    hub,
    nowMs: Date.now,
    soon: (work) => void setImmediate(work),
    socket: {
      send: (text) => socket.send(text),
      waitingBytes: () => socket.bufferedAmount,
      close: (code, reason) => socket.close(code, reason),
    },
  })
  const timer = setInterval(session.tick, TICK_MS)
  socket.on('message', (data) => session.receive(String(data)))
  socket.on('close', () => {
    clearInterval(timer)
    session.end()
  })
}

/** Writes by the clock: what a late timer missed comes with the next. */
function startFeed(bus: ReturnType<typeof createMemoryFeedBus>): OddsFeed {
  const writer = createChannelWriter({ bus, epoch: 'bench', nowMs: Date.now })
  const hotWriter = createChannelWriter({ bus, epoch: 'hot', nowMs: Date.now })
  const sentAtMs = new Map<string, number>()
  for (let game = 0; game < GAMES; game += 1)
    writer.open(channelOf(game), boardWith(Array.from({ length: OUTCOMES_A_GAME }, (_, at) => outcomeOf(game, at))))
  hotWriter.open(HOT_CHANNEL, boardWith([HOT_ID]))
  writer.start()
  hotWriter.start()
  const startedAt = performance.now()
  let updates = 0
  let steps = 0
  const timer = setInterval(() => {
    const passedMs = performance.now() - startedAt
    while (updates < (passedMs / 1000) * UPDATES_A_SECOND) {
      const game = Math.floor(Math.random() * GAMES)
      const outcomeId = outcomeOf(game, Math.floor(Math.random() * OUTCOMES_A_GAME))
      writer.put(channelOf(game), { prices: [[outcomeId, 11_000 + Math.floor(Math.random() * 900) * 100, 0]] })
      updates += 1
    }
    if (steps >= passedMs / HOT_EVERY_MS) return
    steps = Math.floor(passedMs / HOT_EVERY_MS) + 1
    const units = hotUnits(steps % HOT_STEPS)
    sentAtMs.set((units / 10_000).toFixed(2), nowMs())
    hotWriter.put(HOT_CHANNEL, { prices: [[HOT_ID, units, 0]] })
    hotWriter.flush()
  }, HOT_EVERY_MS / 2)
  return {
    sentAtMs,
    updates: () => updates,
    close() {
      clearInterval(timer)
      writer.stop()
      hotWriter.stop()
    },
  }
}
