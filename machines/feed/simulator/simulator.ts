import type { FeedChange } from '#schemas'
import { boardChanges } from '../board/board-changes.rules.ts'
import { fieldBoardAt, fieldMark } from './fields/field-board.rules.ts'
import { type FieldPlan, planFieldDay } from './fields/field-plan.rules.ts'
import { boardAt, boardMark, type GameBoard } from './game-board.rules.ts'
import { DAY_S, isAway, planDay } from './match-day.rules.ts'
import { translationsOf } from './names/written-names.ts'
import type { GamePlan } from './planned-game.ts'
import type { SimulatorSettings } from './simulator-settings.rules.ts'

/** What a producer tells at a moment, in parts: each is computed when it is taken. */
export interface ProducerChanges {
  readonly producer: string
  readonly parts: Iterable<readonly FeedChange[]>
}

/** Games that go their planned way. It knows no clock: times come in, changes go out. */
export interface Simulator {
  /** What is reported up to a moment, which may not be before the last one. @param atS seconds of the simulated time
   *  @param startsAt when a game of a simulated start begins by the clock of the site */
  readonly changesAt: (atS: number, startsAt: (startS: number) => string) => readonly ProducerChanges[]
}

type Plan = GamePlan | FieldPlan

/** A game that goes its planned way. */
export interface Running {
  readonly plan: Plan
  board: GameBoard | null
  mark: string
}

export const SIMULATOR_PRODUCERS = ['simulator', 'simulator-cyber'] as const
/** Games of one part: the first look at all of a day takes more than a second. */
const GAMES_AT_ONCE = 8
/** How long after its result a game is remembered, seconds: then no correction comes any more. */
const REMEMBERED_S = 600

/** Games that a book holds without a result, as it holds them: by producer and name. */
export type OpenBoards = ReadonlyMap<string, ReadonlyMap<string, GameBoard>>

/** Makes a simulator. @param open games to continue with; the ones without a plan are void */
export function createSimulator(
  { seed, margin }: Pick<SimulatorSettings, 'seed' | 'margin'>,
  open: OpenBoards,
): Simulator {
  const games = new Map<string, Running>()
  const away = new Set<string>()
  let planned: number | null = null

  const plan = (day: number, atS: number): Plan[] =>
    [...planDay(seed, day), ...planFieldDay(seed, day)].filter((game) => {
      const isOld = atS > game.startS + game.resultS
      return !games.has(game.code) && (!isOld || open.get(game.producer)?.has(game.code) === true)
    })
  /** @returns what is to be said of open games that nobody plans */
  const begin = (atS: number): Map<string, FeedChange[]> => {
    const day = Math.floor(atS / DAY_S)
    const isFirst = planned === null
    for (let next = planned === null ? day - 1 : planned + 1; next <= day + 1; next += 1)
      for (const game of plan(next, atS))
        games.set(game.code, { plan: game, board: open.get(game.producer)?.get(game.code) ?? null, mark: '' })
    planned = day + 1
    if (!isFirst) return new Map()
    return new Map(
      [...open].map(([producer, codes]) => [
        producer,
        [...codes.keys()].filter((code) => !games.has(code)).map((game) => ({ kind: 'result', game }) as const),
      ]),
    )
  }
  const tell = (running: Running, atS: number, startsAt: (startS: number) => string): FeedChange[] => {
    const { plan: game, board } = running
    const isForgotten = atS > game.startS + (game.correctionS ?? game.resultS) + REMEMBERED_S
    if (isForgotten && board?.result) games.delete(game.code)
    return gameChanges(running, atS, { margin, startsAt })
  }
  return {
    changesAt(atS, startsAt) {
      const isFirst = planned === null
      const orphans = begin(atS)
      function* partsOf(own: readonly Running[], producer: string): Generator<readonly FeedChange[]> {
        const isBack = away.delete(producer) || isFirst
        yield orphans.get(producer) ?? []
        for (let first = 0; first < own.length; first += GAMES_AT_ONCE)
          yield own.slice(first, first + GAMES_AT_ONCE).flatMap((running) => tell(running, atS, startsAt))
        if (isBack) yield [{ kind: 'producer', isUp: true }]
      }
      return SIMULATOR_PRODUCERS.flatMap((producer): ProducerChanges[] => {
        const wasAway = away.has(producer)
        if (isAway(seed, producer, atS)) {
          away.add(producer)
          return wasAway ? [] : [{ producer, parts: [[{ kind: 'producer', isUp: false }]] }]
        }
        const own = [...games.values()].filter(({ plan: game }) => game.producer === producer)
        return [{ producer, parts: partsOf(own, producer) }]
      })
    },
  }
}

function markOf(plan: Plan, atS: number): string {
  return 'entrants' in plan ? fieldMark(plan, atS) : boardMark(plan, atS)
}

/** What is reported of a game up to a moment; the game is advanced to it. */
export function gameChanges(
  running: Running,
  atS: number,
  how: { readonly margin: number; readonly startsAt: (startS: number) => string },
): FeedChange[] {
  const { plan: game, board: before } = running
  const mark = markOf(game, atS)
  if (mark === running.mark) return []
  running.mark = mark
  running.board = 'entrants' in game ? fieldBoardAt(game, atS, how.margin) : boardAt(game, atS, how.margin)
  const { code, competition, home } = game
  const { away, season, stadium }: Partial<GamePlan> = 'entrants' in game ? {} : game
  const names = {
    of: translationsOf(competition.name),
    home: translationsOf(home),
    away: away === undefined ? undefined : translationsOf(away),
  }
  const appears = {
    kind: 'game' as const,
    game: code,
    competition: { ...competition, ...(names.of && { names: names.of }) },
    home,
    ...(names.home && { homeNames: names.home }),
    ...(away !== undefined && { away }),
    ...(names.away && { awayNames: names.away }),
    startsAt: how.startsAt(game.startS),
    ...(season && { season }),
    ...(stadium && { stadium }),
  }
  return [...(before ? [] : [appears]), ...boardChanges(code, before, running.board)]
}
