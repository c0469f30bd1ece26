import { marketType } from '#machines/feed/markets/market-types.ts'
import { marketRow, priceRow } from '#machines/feed/stream/stream-row.rules.ts'
import { STREAM_VERSION } from '#machines/feed/stream/stream-sync.rules.ts'
import type { CouponEntry, CouponFeedChange, StreamBoard } from '#schemas'
import { createChannelHub } from '#server/feed/stream/channel-hub.ts'
import { createMemoryFeedBus } from '#server/feed/stream/feed-bus.ts'
import { createStreamSession, type StreamSession } from '#server/feed/stream/stream-session.ts'

/** The end of a socket at which a page speaks the odds stream. */
export interface FeedSocket {
  send(text: string): void
  onMessage(take: (text: string | Buffer) => void): void
  close(options: { readonly code: number; readonly reason: string }): unknown
}

/** An odds stream that says what somebody tells it, and no more. */
export interface ToldStream {
  /** Speaks the odds stream with a page. */
  connect(socket: FeedSocket): void
  /** Publishes a change. @throws Error for what no stream tells, or of an outcome that it does not hold */
  tell(change: CouponFeedChange): void
  /** Time has passed, ms: heartbeats are sent when they are due. */
  pass(ms: number): void
}

/** What the stream holds of a game, and where it is at. */
interface StreamedGame {
  readonly gameId: number
  board: StreamBoard
  epoch: string
  seq: number
}

const PRODUCER = 'told'
/** Where its clock begins, ms. */
const FIRST_MS = 1_000_000

/** Opens the channels of some outcomes: the hub and its sessions serve every connection, under the given epochs and
 *  sequences.
 *  @param entries outcomes, each with its first state if it is listed several times
 *  @param typeId type of all their markets */
export function createToldStream(entries: readonly CouponEntry[], typeId: number): ToldStream {
  let nowMs = FIRST_MS
  const bus = createMemoryFeedBus()
  const hub = createChannelHub({ bus, nowMs: () => nowMs })
  const sessions = new Set<StreamSession>()
  const games = gamesOf(entries, typeId)
  const publish = ({ gameId, board, epoch, seq }: StreamedGame): void => {
    const head = { v: STREAM_VERSION, ep: epoch, ch: `game/${gameId}`, seq, prev: seq, pt: nowMs } as const
    bus.publish({ kind: 'frame', frame: { ...head, t: 'image', d: board } })
  }
  for (const game of games) publish(game)
  return {
    connect(socket) {
      const session = createStreamSession({
        hub,
        nowMs: () => nowMs,
        soon: (work) => void setImmediate(work),
        socket: {
          send: (text) => socket.send(text),
          waitingBytes: () => 0,
          close: (code, reason) => void socket.close({ code, reason }),
        },
      })
      sessions.add(session)
      socket.onMessage((text) => session.receive(String(text)))
    },
    tell(change) {
      const changed = games.filter((game) => takeChange(game, change, typeId))
      if (changed.length === 0) throw new Error(`no game of the stream is meant by ${JSON.stringify(change)}`)
      for (const game of changed) publish(game)
    },
    pass(ms) {
      nowMs += ms
      for (const epoch of new Set(games.map((game) => game.epoch))) bus.publish({ kind: 'alive', ep: epoch })
      for (const session of sessions) session.tick()
    },
  }
}

/** Each game as its outcomes are shown first. */
function gamesOf(entries: readonly CouponEntry[], marketTypeId: number): readonly StreamedGame[] {
  const games = new Map<number, StreamedGame>()
  const seen = new Set<number>()
  for (const entry of entries) {
    const { gameId, outcomeId, marketId, typeId, odds, isSuspended, epoch, seq } = entry
    if (seen.has(outcomeId)) continue
    seen.add(outcomeId)
    const empty = { isUp: true, game: { gameStatus: 1, producer: PRODUCER }, markets: [], outcomes: [], prices: [] }
    const game = games.get(gameId) ?? { gameId, board: empty as StreamBoard, epoch, seq }
    const others = game.board.markets.filter(([id]) => id !== marketId)
    game.board = {
      ...game.board,
      markets: [...others, rowOf(marketId, entry, marketTypeId)],
      outcomes: [...game.board.outcomes, [outcomeId, marketId, typeId]],
      prices: [...game.board.prices, priceRow(outcomeId, odds, isSuspended)],
    }
    games.set(gameId, game)
  }
  return [...games.values()]
}

function rowOf(
  marketId: number,
  { status, parameter }: Pick<CouponEntry, 'status' | 'parameter'>,
  typeId: number,
): number[] {
  const { groupId } = marketType(typeId)
  return marketRow({ marketId, groupId, typeId, status, parameter: parameter ?? null })
}

/** Brings a change into a game. False when it is none of this one. */
function takeChange(game: StreamedGame, change: CouponFeedChange, typeId: number): boolean {
  const { board } = game
  switch (change.kind) {
    case 'price_changed': {
      const { outcomeId, odds, isSuspended, epoch, seq } = change
      if (!board.prices.some(([id]) => id === outcomeId)) return false
      const prices = board.prices.map((row) => (row[0] === outcomeId ? priceRow(outcomeId, odds, isSuspended) : row))
      Object.assign(game, { board: { ...board, prices }, epoch, seq })
      return true
    }
    case 'market_changed': {
      const { marketId } = change
      if (!board.markets.some(([id]) => id === marketId)) return false
      const markets = board.markets.map((row) => (row[0] === marketId ? rowOf(marketId, change, typeId) : row))
      Object.assign(game, { board: { ...board, markets }, seq: game.seq + 1 })
      return true
    }
    case 'link_changed':
      Object.assign(game, { board: { ...board, isUp: change.isLive }, seq: game.seq + 1 })
      return true
    default:
      return false
  }
}
