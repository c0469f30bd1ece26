import type { FeedRow, PeriodScore, RowPrice } from '#schemas'
import { MARKET_TYPE } from '../markets/market-types.ts'
import { seededRandom, seedOf } from '../stream/stream-faults.rules.ts'
import { forecast } from './forecast.rules.ts'
import type { GamePlan, PlannedPoint } from './planned-game.ts'
import type { ClockPlay } from './simulated-sport.ts'
import { simulatedSport } from './simulator-sports.ts'

const FOOTBALL = 1
const RESULT_AFTER_S = 90
/** Times without matches are cut down to so many seconds. */
const LONGEST_GAP_S = 10_800
/** Goals of a match of which no price tells anything. */
const MEAN_GOALS = 2.7
/** The home side's part of the goals is looked for in so many steps. */
const SHARE_STEPS = 40

/** Plans matches of a file with the results that they had. Goals fall at minutes that are drawn from the seed, as many in each half
 *  as the file tells: it has no times of goals (decision 73). Days without matches are left out.
 *  @param run names this playing, so that a second one makes games of its own */
export function planSeason(
  rows: readonly FeedRow[],
  { seed, run }: { readonly seed: number; readonly run: string },
): GamePlan[] {
  const played = rows.filter(({ result }) => result !== undefined)
  const sorted = played.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  let [startS, formerS] = [0, Date.parse(sorted[0]?.startsAt ?? '') / 1000]
  return sorted.map((row, number) => {
    const atS = Date.parse(row.startsAt) / 1000
    startS += Math.min(LONGEST_GAP_S, atS - formerS)
    formerS = atS
    return planRow(row, { code: `${run}-${number + 1}`, startS, seed })
  })
}

function planRow(
  row: FeedRow,
  { code, startS, seed }: { readonly code: string; readonly startS: number; readonly seed: number },
): GamePlan {
  const { play } = simulatedSport(FOOTBALL)
  if (play.kind !== 'clock') throw new Error('football is played by the clock')
  const random = seededRandom(seedOf(`${seed}/${row.competition.code}/${row.date}/${row.home}/${row.away}`))
  const periods = [0, 1].map((half) => {
    const fromS = half * (play.periodS + play.breakS)
    return { fromS, toS: fromS + play.periodS }
  })
  const { competition, home, away, prices } = row
  return {
    code,
    sportId: FOOTBALL,
    producer: 'replay',
    play,
    competition,
    home,
    away,
    startS,
    strength: strengthOf(play, prices, periods),
    periods,
    points: goalsOf(halvesOf(row, random), periods, random),
    counts: [],
    rates: new Map(),
    resultS: (periods[1]?.toS ?? 0) + RESULT_AFTER_S,
    correctionS: null,
    abandonedS: null,
    prices,
  }
}

/** Goals by halves; where the file tells none, they are spread by chance. */
function halvesOf({ result }: FeedRow, random: () => number): PeriodScore[] {
  if (result?.periods) return result.periods
  const early = (goals: number) => Array.from({ length: goals }, () => random() < 0.45).filter(Boolean).length
  const { home = 0, away = 0 } = result ?? {}
  const first = { home: early(home), away: early(away) }
  return [first, { home: home - first.home, away: away - first.away }]
}

function goalsOf(halves: readonly PeriodScore[], periods: GamePlan['periods'], random: () => number): PlannedPoint[] {
  const goals = halves.flatMap((half, period) =>
    (['home', 'away'] as const).flatMap((side) =>
      Array.from({ length: half[side] }, () => {
        const { fromS, toS } = periods[period] ?? { fromS: 0, toS: 0 }
        return { atS: fromS + 1 + Math.floor(random() * (toS - fromS - 1)), period, side, value: 1 }
      }),
    ),
  )
  return goals.sort((one, other) => one.atS - other.atS)
}

/** What the sides are thought to score, by the prices of the match result. */
function strengthOf(
  play: ClockPlay,
  { closing, opening }: FeedRow['prices'],
  periods: GamePlan['periods'],
): GamePlan['strength'] {
  const price = [...closing, ...opening].find(({ typeId }) => typeId === MARKET_TYPE.matchResult.typeId)
  if (!price) return { home: MEAN_GOALS * 0.55, away: MEAN_GOALS * 0.45 }
  const wanted = aheadBy(price)
  const shares = Array.from({ length: SHARE_STEPS - 1 }, (_, step) => (step + 1) / SHARE_STEPS)
  const off = (share: number) => Math.abs(expectedAhead(play, share, periods) - wanted)
  const best = shares.reduce((found, share) => (off(share) < off(found) ? share : found))
  return { home: MEAN_GOALS * best, away: MEAN_GOALS * (1 - best) }
}

/** By how much the home side is likelier to win than the away side, as prices have it. */
function aheadBy({ outcomes }: RowPrice): number {
  const [home = 0, draw = 0, away = 0] = outcomes.map(({ odds }) => 1 / Number(odds))
  return (home - away) / (home + draw + away)
}

/** Home shares of the goals and what they come to: the same for all matches. */
const AHEAD = new Map<number, number>()

function expectedAhead(play: ClockPlay, share: number, periods: GamePlan['periods']): number {
  const strength = { home: MEAN_GOALS * share, away: MEAN_GOALS * (1 - share) }
  const known = AHEAD.get(share)
  if (known !== undefined) return known
  const { whole } = forecast({ play, strength }, periods, { elapsedS: 0, score: null })
  const ahead = whole.leads().reduce((sum, { home, away, chance }) => sum + Math.sign(home - away) * chance, 0)
  AHEAD.set(share, ahead)
  return ahead
}
