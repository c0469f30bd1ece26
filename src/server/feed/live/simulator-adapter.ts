import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PricedMarket } from '#machines/feed/simulator/fair-price.rules.ts'
import { EMPTY, type GameBoard } from '#machines/feed/simulator/game-board.rules.ts'
import {
  createSimulator,
  type OpenBoards,
  SIMULATOR_PRODUCERS,
  type Simulator,
} from '#machines/feed/simulator/simulator.ts'
import type { SimulatorSettings } from '#machines/feed/simulator/simulator-settings.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedChange } from '#schemas'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { isNoDuel } from '../duel-offer.ts'
import type { Leading } from './leadership.ts'
import type { LiveBook } from './live-book.ts'

export interface SimulatorPorts {
  readonly door: FeedDoor
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
}

const { BETS_ARE_BEING_ACCEPTED, BETS_ARE_NO_LONGER_ACCEPTED } = MARKET_STATUS
const TICK_MS = 1000
/** What the log says when all games of the day are in the book for the first time. */
export const DEALT_OUT = 'the simulated match day is dealt out'
/** Changes of one batch: few enough that others wait no longer than a moment. */
const CHANGES_AT_ONCE = 250

/** Has simulated match days happen in the book, by the clock: a restarted server continues at the current point of
 *  the day. */
export async function startSimulator(
  book: LiveBook,
  settings: SimulatorSettings,
  { door, now, log }: SimulatorPorts,
): Promise<Leading> {
  let simulator: Simulator | null = null
  const startsAt = (startS: number) => new Date((startS / settings.speed) * 1000).toISOString()
  let [isStopped, isDealtOut, isBookEmpty] = [false, false, false]
  let timer: NodeJS.Timeout | undefined

  const tick = async (): Promise<void> => {
    // After a failure it continues from what the book has come to hold.
    const own = simulator ?? (await continued())
    simulator = null
    const atS = (now().getTime() / 1000) * settings.speed
    let partAtMs = performance.now()
    for (const { producer, parts } of own.changesAt(atS, startsAt)) {
      let isSilent = true
      for (const changes of inBatches(parts)) {
        // Requests are answered between two parts; while a book of before is brought up to date, in half of the time.
        await (isDealtOut || isBookEmpty ? setImmediate() : delay(performance.now() - partAtMs))
        partAtMs = performance.now()
        if (isStopped) return
        if (changes.length === 0) continue
        isSilent = false
        await take(producer, changes)
      }
      if (isSilent) await take(producer, [{ kind: 'alive' }])
    }
    simulator = own
    if (!isDealtOut) log.info({}, DEALT_OUT)
    isDealtOut = true
  }
  const continued = async (): Promise<Simulator> => {
    const boards = await openBoards(door)
    isBookEmpty = [...boards.values()].every(({ size }) => size === 0)
    return createSimulator(settings, boards)
  }
  const take = async (producer: string, changes: FeedChange[]): Promise<void> => {
    const { refused } = await book.take({ producer, changes })
    if (refused.length > 0) log.warn({ producer, refused: refused.slice(0, 5) }, 'the simulator was refused changes')
  }
  const goOn = async (): Promise<void> => {
    const beganAtMs = performance.now()
    await tick().catch((error: unknown) => log.warn({ err: error }, 'the simulator could not tell what happened'))
    if (isStopped) return
    timer = setTimeout(begin, Math.max(TICK_MS / 4, TICK_MS - (performance.now() - beganAtMs)))
    timer.unref()
  }
  let running: Promise<void> = Promise.resolve()
  const begin = (): void => {
    running = goOn()
  }
  log.info({ ...settings }, 'a simulated match day is played')
  begin()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** What comes in parts, as batches of a fit size; after each part there is one, be it empty. */
function* inBatches(parts: Iterable<readonly FeedChange[]>): Generator<FeedChange[]> {
  const waiting: FeedChange[] = []
  for (const part of parts) {
    waiting.push(...part)
    const isFull = waiting.length >= CHANGES_AT_ONCE
    yield isFull ? waiting.splice(0, CHANGES_AT_ONCE) : []
  }
  while (waiting.length > 0) yield waiting.splice(0, CHANGES_AT_ONCE)
}

/** The games of the simulator that have no result yet, with the markets that they offer. */
async function openBoards(door: FeedDoor): Promise<OpenBoards> {
  const rows = await door.read((tx) =>
    tx
      .selectFrom('feed.game as game')
      .leftJoin('feed.market as market', (join) =>
        join.onRef('market.game_id', '=', 'game.game_id').on('market.status', '=', BETS_ARE_BEING_ACCEPTED),
      )
      .leftJoin('feed.outcome as outcome', 'outcome.market_id', 'market.market_id')
      .select(['game.producer', 'game.source_code', 'game.kind', 'game.is_suspended', 'market.type_id'])
      .select(['market.parameter', 'outcome.type_id as outcome_type_id', 'outcome.odds'])
      .select('outcome.is_suspended as is_outcome_suspended')
      .where('game.producer', 'in', [...SIMULATOR_PRODUCERS])
      .where('game.source_code', 'is not', null)
      .where(isNoDuel('game.game_id'))
      .where('game.status', 'in', [BETS_ARE_BEING_ACCEPTED, BETS_ARE_NO_LONGER_ACCEPTED])
      .execute(),
  )
  const boards = new Map(SIMULATOR_PRODUCERS.map((producer) => [producer as string, new Map<string, GameBoard>()]))
  for (const same of Map.groupBy(rows, (row) => `${row.producer} ${row.source_code}`).values()) {
    const [game] = same
    if (!game) continue
    const phase = game.kind === FEED_KIND.live ? 'live' : 'line'
    const board = { ...EMPTY, phase, isSuspended: game.is_suspended, markets: marketsOf(same) } as const
    boards.get(game.producer)?.set(game.source_code ?? '', board)
  }
  return boards
}

function marketsOf(
  rows: readonly {
    readonly type_id: number | null
    readonly parameter: string | null
    readonly outcome_type_id: number | null
    readonly odds: string | null
    readonly is_outcome_suspended: boolean | null
  }[],
): PricedMarket[] {
  const known = rows.filter(({ type_id }) => type_id !== null)
  return [...Map.groupBy(known, (row) => `${row.type_id} ${row.parameter ?? ''}`).values()].map((same) => ({
    typeId: same[0]?.type_id ?? 0,
    ...(same[0]?.parameter != null && { parameter: same[0].parameter }),
    outcomes: same.flatMap(({ outcome_type_id: typeId, odds, is_outcome_suspended: isSuspended }) =>
      typeId === null || odds === null ? [] : { typeId, odds, isSuspended: isSuspended === true },
    ),
  }))
}
