import type { Incident, RowOutcome } from '#schemas'
import { type PlayerOfSide, playerOutcome, type QuestionName, typeIdOf } from '../markets/derived-types.ts'
import { LEAST_ODDS, MOST_CHANCE, oddsText, type PricedMarket } from './fair-price.rules.ts'
import { METHOD_SHARES, playedS } from './game-facts.rules.ts'
import type { GamePlan } from './planned-game.ts'
import { weightsOf } from './scorer-weights.rules.ts'
import type { ClockPlay } from './simulated-sport.ts'

/** What prices of goals follow from. */
export interface GoalsToCome {
  readonly plan: GamePlan
  readonly play: ClockPlay
  /** Goals of each side in a whole game, as they are thought of now. */
  readonly strength: GamePlan['strength']
  /** Null before the game. */
  readonly elapsedS: number | null
  readonly goals: readonly Incident[]
  readonly margin: number
}

/** Markets on who scores next, last, when and how: goals come at an even pace. */
export function goalMarkets(now: GoalsToCome): PricedMarket[] {
  const { goals, margin } = now
  const { home, away, all } = ratesLeft(now)
  const next = goals.length + 1
  const shares = Object.values(METHOD_SHARES).map((share) => share / 100)
  const markets = [next, next + 1].map((number, further) => {
    const comes = chanceOfAtLeast(further + 1, all)
    return priced('nthGoal', [(comes * home) / all, 1 - comes, (comes * away) / all], margin, String(number))
  })
  const isMore = 1 - Math.exp(-all)
  markets.push(
    priced('goalMethod', [...shares.map((share) => share * isMore), 1 - isMore], margin, String(next)),
    priced('lastGoal', lastGoal(goals, { home: home / all, isMore }), margin),
  )
  if (goals.length === 0) markets.push(priced('firstGoalTime', timesOfFirst(now, all), margin))
  return markets.flat()
}

/** Markets on scorers; to be asked once it is certain who plays. */
export function scorerMarkets(now: GoalsToCome): PricedMarket[] {
  const { plan, goals, margin, elapsedS } = now
  const rates = ratesLeft(now)
  const weights = weightsOf(plan, elapsedS)
  const scored = ({ side, number }: PlayerOfSide) =>
    goals.filter((goal) => goal.side === side && goal.number === number).length
  const players = weights.map(({ player, share }) => ({
    player,
    rate: rates[player.side] * share,
    scored: scored(player),
  }))
  const isMore = 1 - Math.exp(-rates.all)
  const last = goals.at(-1)
  const isLast = ({ side, number }: PlayerOfSide) => last?.side === side && last.number === number
  const single = (name: QuestionName, chanceOf: (player: (typeof players)[number]) => number, nobody?: number) =>
    onPlayers(
      name,
      players.map((one) => ({ player: one.player, chance: chanceOf(one) })),
      { nobody, margin },
    )
  return [
    single('scorer', ({ rate, scored: had }) => (had > 0 ? 1 : 1 - Math.exp(-rate))),
    single('scorerOfTwo', ({ rate, scored: had }) => chanceOfAtLeast(Math.max(0, 2 - had), rate)),
    ...(goals.length === 0 ? [single('firstScorer', ({ rate }) => (isMore * rate) / rates.all, 1 - isMore)] : []),
    single(
      'lastScorer',
      ({ player, rate }) => (isMore * rate) / rates.all + (isLast(player) ? 1 - isMore : 0),
      goals.length === 0 ? 1 - isMore : 0,
    ),
  ].filter(({ outcomes }) => outcomes.length > 1)
}

function ratesLeft({ plan, play, strength, elapsedS }: GoalsToCome) {
  const wholeS = play.periods * play.periodS
  const share = Math.max(1e-6, 1 - (elapsedS === null ? 0 : playedS(plan, elapsedS)) / wholeS)
  const [home, away] = [strength.home * share, strength.away * share]
  return { home, away, all: home + away }
}

/** How likely at least so many goals are. */
function chanceOfAtLeast(count: number, rate: number): number {
  let [fewer, chance] = [0, Math.exp(-rate)]
  for (let goals = 0; goals < count; goals += 1) {
    fewer += chance
    chance *= rate / (goals + 1)
  }
  return 1 - fewer
}

function lastGoal(goals: readonly Incident[], { home, isMore }: { readonly home: number; readonly isMore: number }) {
  const last = goals.at(-1)
  const now = [last?.side === 'home', last === undefined, last?.side === 'away'].map((is) => (is ? 1 - isMore : 0))
  return [home * isMore + (now[0] ?? 0), now[1] ?? 0, (1 - home) * isMore + (now[2] ?? 0)]
}

const PART_S = 900
const PARTS = 6

function timesOfFirst({ plan, play, elapsedS }: GoalsToCome, rate: number): number[] {
  const wholeS = play.periods * play.periodS
  const atS = elapsedS === null ? 0 : playedS(plan, elapsedS)
  const none = (untilS: number) => Math.exp((-rate * Math.max(0, untilS - atS)) / Math.max(1, wholeS - atS))
  const ends = Array.from({ length: PARTS }, (_, place) => (place + 1 === PARTS ? wholeS : (place + 1) * PART_S))
  return [...ends.map((toS, place) => none(ends[place - 1] ?? 0) - none(toS)), none(wholeS)]
}

const IMPOSSIBLE = 1e-5

/** Nothing is offered that is as good as decided. */
function priced(name: QuestionName, chances: readonly number[], margin: number, parameter?: string): PricedMarket[] {
  const typeId = typeIdOf('score', 0, name)
  if (chances.some((chance) => !(chance <= MOST_CHANCE))) return []
  const outcomes = chances.map((chance, place) => ({
    typeId: typeId * 100 + place + 1,
    odds: oddsText(chance, margin),
    isSuspended: chance < IMPOSSIBLE,
  }))
  return [{ typeId, ...(parameter !== undefined && { parameter }), outcomes }]
}

function onPlayers(
  name: QuestionName,
  chances: readonly { readonly player: PlayerOfSide; readonly chance: number }[],
  { nobody, margin }: { readonly nobody: number | undefined; readonly margin: number },
): PricedMarket {
  const typeId = typeIdOf('score', 0, name)
  const outcome = (player: PlayerOfSide | null, chance: number): RowOutcome & { isSuspended: boolean } => ({
    typeId: playerOutcome(typeId, player),
    odds: chance > MOST_CHANCE ? `${LEAST_ODDS / 100}` : oddsText(chance, margin),
    isSuspended: chance > MOST_CHANCE || chance < IMPOSSIBLE,
  })
  const players = chances.map(({ player, chance }) => outcome(player, chance))
  return { typeId, outcomes: nobody === undefined ? players : [...players, outcome(null, nobody)] }
}
