import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { isStreamed, type StreamedGame, streamGame } from '#machines/feed/stream/stream-row.rules.ts'
import type { StreamChange, StreamGame } from '#schemas'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { type ChannelWriter, PRODUCER_SILENT_MS } from '../stream/channel-writer.ts'
import { type GameRows, readChanges, readOpenGames, readWhole } from './change-reading.ts'

/** How often the book is looked at for what other processes have written, ms. */
export const FOLLOW_MS = 250
/** How often games are looked at that change by time alone, ms. */
const CLOCK_MS = 5000
/** A game of the line may be this late before it is let go, ms; games that were to start earlier are not even opened. */
const OPEN_FROM_MS = 600_000
/** Games that are opened with one reading. */
const OPEN_AT_ONCE = 50

export interface FeedPublisherPorts {
  readonly door: FeedDoor
  readonly writer: ChannelWriter
  readonly now: () => Date
  readonly log: Pick<Logger, 'warn'>
}

/** What brings the book into the odds stream. The book is the source of truth: it is read after each commit, by any
 *  process. */
export interface FeedPublisher {
  /** Publishes what the book holds and the stream does not have yet. Calls at the same time are joined. */
  readonly catchUp: () => Promise<void>
  /** Opens the channels of all games, and follows the book from now on. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Makes a publisher that has opened nothing yet. */
export function createFeedPublisher(ports: FeedPublisherPorts): FeedPublisher {
  const stream = createStreamedGames(ports)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let hasFailed = false

  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false
      await stream.follow()
    } while (isAskedAgain && !isStopped)
  }
  const catchUp = (): Promise<void> => {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  const followOn = async (): Promise<void> => {
    try {
      await catchUp()
      hasFailed = false
    } catch (error) {
      if (!hasFailed)
        ports.log.warn({ err: error }, 'the book of the feed cannot be read: the odds stream stands still')
      hasFailed = true
    }
    if (!isStopped) timer = setTimeout(() => void followOn(), FOLLOW_MS)
    timer?.unref()
  }
  return {
    catchUp,
    async start() {
      await followOn()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** What changes while it runs. */
interface StreamedGamesState {
  revision: number | null
  clockedAtMs: number
}

/** What the functions of `createStreamedGames` share. */
interface StreamedGamesParts {
  readonly shown: Map<number, StreamGame>
  readonly ports: FeedPublisherPorts
  readonly games: Map<number, StreamedGame>
  readonly silent: Set<string>
  readonly state: StreamedGamesState
}

/** The games that have a channel, and up to which revision the stream has them. */
function createStreamedGames(ports: FeedPublisherPorts) {
  const { door, now } = ports
  const games = new Map<number, StreamedGame>()
  const shown = new Map<number, StreamGame>()
  const silent = new Set<string>()

  const state: StreamedGamesState = { revision: null, clockedAtMs: Number.NEGATIVE_INFINITY }
  const parts: StreamedGamesParts = { shown, ports, games, silent, state }
  return {
    async follow(): Promise<void> {
      if (state.revision === null) {
        const found = await readOpenGames(door, new Date(now().getTime() - OPEN_FROM_MS))
        await open(
          parts,
          [...found.games].filter(([, game]) => isStreamed(game, now().getTime())),
        )
        state.revision = found.revision
      }
      await take(parts, state.revision)
      lookAtTime(parts)
    },
  }
}

function showGame({ shown, ports: { writer } }: StreamedGamesParts, gameId: number, said: StreamGame): void {
  if (isDeepStrictEqual(shown.get(gameId), said)) return
  shown.set(gameId, said)
  writer.put(channelOf(gameId), { game: said })
}

async function open(
  { ports: { door, now, writer }, games, shown }: StreamedGamesParts,
  fresh: readonly (readonly [number, StreamedGame])[],
): Promise<void> {
  for (let first = 0; first < fresh.length; first += OPEN_AT_ONCE) {
    const some = fresh.slice(first, first + OPEN_AT_ONCE)
    const wholes = await readWhole(
      door,
      some.map(([gameId]) => gameId),
    )
    for (const [gameId, game] of some) {
      const said = streamGame(game, now().getTime())
      games.set(gameId, game)
      shown.set(gameId, said)
      writer.open(channelOf(gameId), { game: said, ...sound(wholes.get(gameId)) })
    }
  }
}

function end({ games, shown, ports: { writer } }: StreamedGamesParts, gameId: number): void {
  games.delete(gameId)
  shown.delete(gameId)
  writer.end(channelOf(gameId))
}

function lookAtProducers(
  { ports: { now, writer }, silent }: StreamedGamesParts,
  producers: Awaited<ReturnType<typeof readChanges>>['producers'],
): void {
  for (const { producer, isUp, heardAtMs } of producers) {
    const isThere = isUp && now().getTime() - heardAtMs <= PRODUCER_SILENT_MS
    if (isThere) writer.heard(producer)
    if (isThere === !silent.has(producer)) continue
    if (isThere) silent.delete(producer)
    else silent.add(producer)
    writer.setProducer(producer, isThere)
  }
}

/** Statuses and clocks that changed by time alone, and games that nobody took up. */
function lookAtTime(parts: StreamedGamesParts): void {
  const { state, games, shown } = parts
  const { now } = parts.ports
  const nowMs = now().getTime()
  const isDue = nowMs - state.clockedAtMs >= CLOCK_MS
  if (isDue) state.clockedAtMs = nowMs
  for (const [gameId, game] of [...games]) {
    const said = streamGame(game, nowMs)
    if (!isStreamed(game, nowMs)) end(parts, gameId)
    else if (isDue || said.gameStatus !== shown.get(gameId)?.gameStatus) showGame(parts, gameId, said)
  }
}

async function take(parts: StreamedGamesParts, since: number): Promise<void> {
  const { games, state } = parts
  const { door, now, writer } = parts.ports
  const changes = await readChanges(door, since)
  const nowMs = now().getTime()
  const fresh = [...changes.games].filter(([gameId, game]) => !games.has(gameId) && isStreamed(game, nowMs))
  await open(parts, fresh)
  const opened = new Set(fresh.map(([gameId]) => gameId))
  for (const [gameId, rows] of changes.rows)
    if (games.has(gameId) && !opened.has(gameId)) writer.put(channelOf(gameId), changeOf(rows))
  for (const [gameId, game] of changes.games) {
    if (!games.has(gameId) || opened.has(gameId)) continue
    games.set(gameId, game)
    showGame(parts, gameId, streamGame(game, nowMs))
    if (!isStreamed(game, nowMs)) end(parts, gameId)
  }
  lookAtProducers(parts, changes.producers)
  state.revision = changes.revision
}

function channelOf(gameId: number): string {
  return `game/${gameId}`
}

function sound(rows: GameRows | undefined): GameRows {
  return rows ?? { markets: [], outcomes: [], prices: [] }
}

function changeOf({ markets, outcomes, prices }: GameRows): StreamChange {
  return {
    ...(markets.length > 0 && { markets }),
    ...(outcomes.length > 0 && { outcomes }),
    ...(prices.length > 0 && { prices }),
  }
}
