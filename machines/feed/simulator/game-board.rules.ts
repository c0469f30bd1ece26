import type { Ball, Clock, Ending, FeedField, GameStatistic, RowPlayerAction, Score } from '#schemas'
import { MARKET_TYPE, type MarketType, marketType } from '../markets/market-types.ts'
import { seedOf } from '../stream/stream-faults.rules.ts'
import { ballAt } from './ball.rules.ts'
import { type PricedMarket, priceMarket } from './fair-price.rules.ts'
import { fightMarkets } from './fight.rules.ts'
import { type Forecast, forecast } from './forecast.rules.ts'
import { furtherMarkets, linesNear, meanOf } from './further-markets.rules.ts'
import { endOf, scoreAt } from './game-plan.rules.ts'
import { type Likely, scoresFor } from './likely-scores.rules.ts'
import type { GamePlan, ToldLineUp } from './planned-game.ts'
import type { ClockPlay, SetPlay } from './simulated-sport.ts'

/** A planned game at a moment, as its producer would report it. */
export interface GameBoard {
  readonly phase: 'line' | 'live' | 'over'
  readonly isSuspended: boolean
  readonly score: Score | null
  readonly clock: Clock | null
  /** Null in breaks, and where nobody has it. */
  readonly ball: Ball | null
  readonly statistics: readonly GameStatistic[]
  readonly markets: readonly PricedMarket[]
  /** Null where players are not reported. */
  readonly lineUp: ToldLineUp | null
  readonly events: readonly RowPlayerAction[]
  /** Who takes part in an event of many; left out of two sides. */
  readonly field?: Pick<FeedField, 'entrants' | 'race'>
  /** Null while it is not reported; without a score the game is void. */
  readonly result: { readonly score?: Score; readonly ending?: Ending; readonly events?: RowPlayerAction[] } | null
}

/** How long prices stay before the match and while it is played, seconds. */
const LINE_STEP_S = 300
const LIVE_STEP_S = 10
/** How long prices of the markets beside the first ones stay; what happens in the game moves them at once. */
const FURTHER_LINE_STEP_S = 1800
const FURTHER_LIVE_STEP_S = 60
/** How long before the match they are opened. */
const FURTHER_FROM_S = 7200
/** How long a rare point suspends the game: danger before it, and its consequences after it. */
const BEFORE_POINT_S = 6
const AFTER_POINT_S = 25
/** When the closing prices of a source take the place of the opening ones, seconds before the start. */
const CLOSING_S = 3600

/** What tells two moments of a game apart: boards of the same mark are the same. */
export function boardMark(plan: GamePlan, atS: number): string {
  const elapsedS = atS - plan.startS
  const told = resultAt(plan, elapsedS)
  if (told) return JSON.stringify(told)
  if (elapsedS < 0) return `line ${Math.floor(elapsedS / LINE_STEP_S)} ${elapsedS >= -CLOSING_S}`
  const points = plan.points.filter(({ atS: pointS }) => pointS <= elapsedS).length
  return `live ${Math.floor(elapsedS / LIVE_STEP_S)} ${points} ${isHeldUp(plan, elapsedS)}`
}

/** The board of a game. @param atS seconds of the simulated time @param margin 0.06 for six percent */
export function boardAt(plan: GamePlan, atS: number, margin: number): GameBoard {
  const elapsedS = atS - plan.startS
  const result = resultAt(plan, elapsedS)
  const { expected = null, confirmed = null } = plan.players ?? {}
  const lineUp = elapsedS < -CLOSING_S ? expected : confirmed
  if (elapsedS < 0) return { ...EMPTY, lineUp, markets: lineMarkets(plan, elapsedS, margin) }
  const isEnded = result !== null || elapsedS >= endOf(plan)
  const countedS = isEnded ? elapsedS : Math.floor(elapsedS / LIVE_STEP_S) * LIVE_STEP_S
  const score = scoreAt(plan, elapsedS, countedS)
  const told = {
    score,
    clock: clockAt(plan, elapsedS),
    ball: isEnded ? null : ballAt(plan, countedS),
    statistics: statisticsAt(plan, elapsedS),
    lineUp,
    events: eventsAt(plan, elapsedS),
    result,
  }
  if (isEnded) return { ...EMPTY, ...told, phase: 'over', isSuspended: true }
  const now = { step: Math.floor(elapsedS / LIVE_STEP_S), elapsedS, score, margin }
  return {
    ...told,
    phase: 'live',
    isSuspended: isHeldUp(plan, elapsedS),
    markets: [...marketsNow(plan, now), ...furtherNow(plan, now)],
  }
}

/** A game before anything is known of it. */
export const EMPTY: GameBoard = {
  phase: 'line',
  isSuspended: false,
  score: null,
  clock: null,
  ball: null,
  statistics: [],
  markets: [],
  lineUp: null,
  events: [],
  result: null,
}

function resultAt(plan: GamePlan, elapsedS: number): GameBoard['result'] {
  const { abandonedS, resultS, correctionS, points } = plan
  if (abandonedS !== null) return elapsedS >= abandonedS ? {} : null
  if (elapsedS < resultS) return null
  const isWrong = correctionS !== null && elapsedS < correctionS
  const told = isWrong ? { ...plan, points: points.slice(0, -1) } : plan
  const { ending } = plan
  return {
    score: scoreAt(told, endOf(plan)),
    ...(ending && { ending }),
    ...(plan.players && { events: eventsAt(told, endOf(plan)) }),
  }
}

/** What players have done by then; goals of unreported points are left out. */
function eventsAt({ players, points }: GamePlan, elapsedS: number): RowPlayerAction[] {
  const told = players?.events.filter(({ atS, point = 0 }) => atS <= elapsedS && point < points.length) ?? []
  return told.map(({ kind, player, periodNumber, seconds }) => ({ kind, player, periodNumber, seconds }))
}

function lineMarkets(plan: GamePlan, elapsedS: number, margin: number): readonly PricedMarket[] {
  const { opening = [], closing = [] } = plan.prices ?? {}
  const given = elapsedS >= -CLOSING_S && closing.length > 0 ? closing : opening
  const told = given.map((market) => ({
    ...market,
    outcomes: market.outcomes.map((outcome) => ({ ...outcome, isSuspended: false })),
  }))
  const names = new Set(told.map(({ typeId }) => typeId))
  const now = { step: Math.floor(elapsedS / LINE_STEP_S), elapsedS: 0, score: null, margin }
  const further = elapsedS < -FURTHER_FROM_S ? [] : furtherNow(plan, { elapsedS, score: null, margin })
  return [...told, ...[...marketsNow(plan, now), ...further].filter(({ typeId }) => !names.has(typeId))]
}

/** The markets beside the first ones, worked out once for as long as they stay. */
const furtherKnown = new WeakMap<GamePlan, { readonly key: string; readonly markets: PricedMarket[] }>()

function furtherNow(plan: GamePlan, { elapsedS, score, margin }: Omit<Moment, 'step'>): PricedMarket[] {
  const stepS = score ? FURTHER_LIVE_STEP_S : FURTHER_LINE_STEP_S
  const step = Math.floor(elapsedS / stepS)
  const isLineUpKnown = elapsedS >= -CLOSING_S
  const key = JSON.stringify([step, score, margin, isLineUpKnown])
  const known = furtherKnown.get(plan)
  if (known?.key === key) return known.markets
  const markets = furtherMarkets(plan, {
    strength: drifted(plan, score ? step * (FURTHER_LIVE_STEP_S / LIVE_STEP_S) : step),
    elapsedS: score ? elapsedS : null,
    score,
    margin,
    isLineUpKnown,
  })
  furtherKnown.set(plan, { key, markets })
  return markets
}

interface Moment {
  /** Prices stay so long. */
  readonly step: number
  readonly elapsedS: number
  readonly score: Score | null
  readonly margin: number
}

function marketsNow(plan: GamePlan, { step, elapsedS, score, margin }: Moment): PricedMarket[] {
  const { play } = plan
  const strength = drifted(plan, step)
  if (play.kind === 'fight')
    return fightMarkets(play, { home: strength.home, foughtS: clockAt(plan, elapsedS).seconds, margin })
  return markets(play, forecast({ play, strength }, plan.periods, { elapsedS, score }), margin)
}

/** What is thought of the sides wanders a little with time. */
function drifted(plan: GamePlan, step: number): GamePlan['strength'] {
  const phase = seedOf(plan.code) % 1000
  const drift = 0.05 * Math.sin(step * 0.37 + phase) + 0.03 * Math.sin(step * 0.11 + 2 * phase)
  const { home, away } = plan.strength
  if (plan.play.kind === 'clock') return { home: home * (1 + drift), away: away * (1 - drift) }
  const chance = Math.min(0.9, Math.max(0.1, home + drift * 0.1))
  return { home: chance, away: 1 - chance }
}

function isHeldUp({ play, points, periods }: GamePlan, elapsedS: number): boolean {
  const isBetweenSets = play.kind !== 'clock' && !periods.some(({ fromS, toS }) => elapsedS >= fromS && elapsedS < toS)
  if (isBetweenSets) return true
  if (play.kind === 'sets' || (play.kind === 'clock' && !play.isPointRare)) return false
  return points.some(({ atS }) => elapsedS >= atS - BEFORE_POINT_S && elapsedS < atS + AFTER_POINT_S)
}

function clockAt({ periods }: GamePlan, elapsedS: number): Clock {
  const begun = periods.filter(({ fromS }) => fromS <= elapsedS)
  const seconds = begun.reduce((sum, { fromS, toS }) => sum + Math.min(elapsedS, toS) - fromS, 0)
  const isRunning = begun.length > 0 && elapsedS < (begun.at(-1)?.toS ?? 0)
  return { periodNumber: Math.max(1, begun.length), seconds: Math.floor(seconds), isRunning }
}

function statisticsAt({ counts }: GamePlan, elapsedS: number): GameStatistic[] {
  const soFar = (all: readonly number[]) => all.filter((atS) => atS <= elapsedS).length
  return counts.map(({ code, home, away }) => ({ code, home: soFar(home), away: soFar(away) }))
}

function markets(play: ClockPlay | SetPlay, { whole, periods }: Forecast, margin: number): PricedMarket[] {
  const priced = (typeId: number, likely = whole, parameter?: string) => {
    const scores = scoresFor(marketType(typeId), likely)
    return priceMarket({ typeId, ...(parameter !== undefined && { parameter }) }, scores, margin) ?? []
  }
  const isDraw = play.kind === 'clock' && play.isDrawPossible
  const isRare = play.kind === 'sets' || play.isPointRare
  const { matchResult, doubleChance, drawNoBet, winner, bothTeamsToScore, correctScore, oddEven } = MARKET_TYPE
  const plain: MarketType[] = [
    ...(isDraw ? [matchResult, doubleChance, drawNoBet] : [winner]),
    ...(isDraw && isRare ? [bothTeamsToScore] : []),
    ...(isRare ? [correctScore] : []),
    ...(play.kind === 'clock' ? [oddEven] : []),
  ]
  const found = plain.flatMap(({ typeId }) => priced(typeId))
  const first = periods.get(1)
  if (isDraw && first && play.periods === 2) found.push(...[priced(MARKET_TYPE.halfTimeResult.typeId, first)].flat())
  if (play.kind === 'sets' || (!play.isByInnings && play.periods > 2))
    for (const [number, scores] of periods)
      found.push(...[priced(MARKET_TYPE.periodWinner.typeId, scores, String(number))].flat())
  return [...found, ...lineBased(play, whole).flatMap(({ typeId, line }) => priced(typeId, undefined, line))]
}

/** The lines next to what is expected. */
function lineBased(play: ClockPlay | SetPlay, whole: Likely) {
  const step = play.kind === 'sets' ? 1 : play.lineStep
  const sum = meanOf(whole.sums(), ({ home, away }) => home + away)
  const { total, handicap, homeTotal, awayTotal } = MARKET_TYPE
  const totals = linesNear(sum, step, play.kind === 'sets' ? 1 : 3)
  const behind = meanOf(whole.leads(), ({ home, away }) => away - home)
  const isAsian = play.kind === 'clock' && play.isPointRare
  const quarter = isAsian ? linesNear(sum - 0.25, 1, 1).map((line) => line + 0.25) : []
  const near = (side: 'home' | 'away') =>
    play.kind === 'clock'
      ? linesNear(
          meanOf(side === 'home' ? whole.homes() : whole.aways(), (score) => score[side]),
          step,
          1,
        )
      : []
  const of = ({ typeId }: MarketType, lines: readonly number[]) => lines.map((line) => ({ typeId, line: String(line) }))
  const above = (lines: readonly number[]) => lines.filter((line) => line > 0)
  return [
    ...of(total, above([...totals, ...quarter])),
    ...of(handicap, linesNear(behind, step, play.kind === 'sets' ? 2 : 3)),
    ...of(homeTotal, above(near('home'))),
    ...of(awayTotal, above(near('away'))),
  ]
}
