import type { PeriodScore, Score } from '#schemas'
import { seededRandom, seedOf } from '../stream/stream-faults.rules.ts'
import { playFight, roundsOf } from './fight.rules.ts'
import { factsAt } from './game-facts.rules.ts'
import type { Fixture, GamePlan, PlannedPeriod, PlannedPoint } from './planned-game.ts'
import { planPlayers } from './player-plan.rules.ts'
import type { ClockPlay, SetPlay, SimulatedSport } from './simulated-sport.ts'

/** Overtime of sports that know no draw, seconds. */
const OVERTIME_S = 300
const RESULT_AFTER_S = 90
const CORRECTION_AFTER_S = 240
/** One game of so many has its result corrected, or is broken off. */
const CORRECTED_OF = 12
const ABANDONED_OF = 40

/** Plans a game. The same seed and fixture give the same game. */
export function planGame(sport: SimulatedSport, fixture: Fixture, seed: number): GamePlan {
  const random = seededRandom(seedOf(`${seed}/${fixture.code}`))
  const play = sport.play.kind === 'fight' ? roundsOf(sport.play, random) : sport.play
  const edge = (random() - 0.42) * 0.5
  const strength =
    play.kind === 'clock'
      ? { home: play.meanPoints * (1 + edge * spread(play)), away: play.meanPoints * (1 - edge * spread(play)) }
      : { home: 0.5 + edge * REACH[play.kind], away: 0.5 - edge * REACH[play.kind] }
  const played = playOf(play, strength, random)
  const endS = played.periods.at(-1)?.toS ?? 0
  const isCorrected = random() * CORRECTED_OF < 1 && played.points.length > 1 && play.kind === 'clock'
  const isAbandoned = !isCorrected && random() * ABANDONED_OF < 1
  const rates = new Map(sport.counts.map(([code, perGame]) => [code, ratesOf(perGame, play, strength)]))
  const counts = [...rates].map(([code, { home, away }]) => ({
    code,
    home: countedMoments(home, played.periods, play, random),
    away: countedMoments(away, played.periods, play, random),
  }))
  const { squad } = sport
  const known = squad && planPlayers({ ...sport, squad }, fixture, { strength, ...played, counts }, seed)
  return {
    ...fixture,
    sportId: sport.sportId,
    producer: sport.producer,
    play,
    strength,
    ...played,
    counts,
    rates,
    ...(known && { players: known }),
    resultS: endS + RESULT_AFTER_S,
    correctionS: isCorrected ? endS + RESULT_AFTER_S + CORRECTION_AFTER_S : null,
    abandonedS: isAbandoned ? Math.floor(endS * (0.3 + random() * 0.5)) : null,
  }
}

/** A stronger side has more of what is counted, though by less than it is stronger. */
function ratesOf(perGame: number, play: GamePlan['play'], { home, away }: GamePlan['strength']) {
  if (play.kind !== 'clock') return { home: perGame, away: perGame }
  const factor = (home / away) ** 0.25
  return { home: perGame * factor, away: perGame / factor }
}

/** Moments within the time that is played; of a game by the clock as many in each period that it has without overtime. */
function countedMoments(
  perGame: number,
  periods: readonly PlannedPeriod[],
  play: GamePlan['play'],
  random: () => number,
): number[] {
  const regular = play.kind === 'clock' ? periods.slice(0, play.periods) : periods
  return regular.flatMap(({ fromS, toS }) =>
    moments(perGame / regular.length, toS - fromS, random).map((atS) => fromS + atS),
  )
}

/** How far the chance of a side is from a half, of a point of a set and of a fight, beside its edge. */
const REACH = { sets: 0.16, fight: 1.1 }

function playOf(play: GamePlan['play'], strength: GamePlan['strength'], random: () => number) {
  if (play.kind === 'clock') return playClock(play, strength, random)
  return play.kind === 'sets' ? playSets(play, strength.home, random) : playFight(play, strength.home, random)
}

/** Sides of low-scoring sports differ by more. */
function spread({ isPointRare }: ClockPlay): number {
  return isPointRare ? 1.6 : 0.25
}

function playClock(play: ClockPlay, strength: GamePlan['strength'], random: () => number) {
  const { periods: count, periodS, breakS, values, isByInnings, isDrawPossible } = play
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const periods = Array.from({ length: count }, (_, number) => {
    const fromS = number * (periodS + breakS)
    return { fromS, toS: fromS + periodS }
  })
  const points = periods.flatMap(({ fromS }, period) =>
    (['home', 'away'] as const).flatMap((side, place) => {
      if (isByInnings && place !== period) return []
      const expected = strength[side] / mean / (isByInnings ? 1 : count)
      return moments(expected, periodS, random).map((atS) => {
        return { atS: fromS + atS, period, side, value: values[Math.floor(random() * values.length)] ?? 1 }
      })
    }),
  )
  points.sort((one, other) => one.atS - other.atS)
  const { home, away } = totalOf(points)
  if (home === away && !isDrawPossible) {
    const fromS = (periods.at(-1)?.toS ?? 0) + breakS
    const side = random() < strength.home / (strength.home + strength.away) ? 'home' : 'away'
    periods.push({ fromS, toS: fromS + OVERTIME_S })
    points.push({
      atS: fromS + Math.floor(random() * OVERTIME_S),
      period: count,
      side,
      value: Math.max(...values.slice(0, 1)),
    })
  }
  return { periods, points }
}

function playSets({ mostSets, pointS, breakS, ...play }: SetPlay, chance: number, random: () => number) {
  const needed = (mostSets + 1) / 2
  const won = { home: 0, away: 0 }
  const [points, periods]: [PlannedPoint[], PlannedPeriod[]] = [[], []]
  let atS = 0
  for (let period = 0; won.home < needed && won.away < needed; period += 1) {
    const [fromS, score] = [atS, { home: 0, away: 0 }]
    while (!isSetWon(play, score)) {
      const side = random() < chance ? 'home' : 'away'
      atS += Math.max(1, Math.floor(pointS * (0.6 + random() * 0.8)))
      score[side] += 1
      points.push({ atS, period, side, value: 1 })
    }
    won[score.home > score.away ? 'home' : 'away'] += 1
    periods.push({ fromS, toS: atS })
    atS += breakS
  }
  return { periods, points }
}

/** Whether a set of this score is over. */
export function isSetWon(
  { pointsToWin, cap }: Pick<SetPlay, 'pointsToWin' | 'cap'>,
  { home, away }: PeriodScore,
): boolean {
  const most = Math.max(home, away)
  return most >= pointsToWin && (Math.abs(home - away) >= 2 || most === cap)
}

/** Moments that fall as rain does, in their order: so many on the average. */
function moments(expected: number, withinS: number, random: () => number): number[] {
  const found: number[] = []
  for (let atS = 0; expected > 0; ) {
    atS += (-Math.log(1 - random()) * withinS) / expected
    if (atS >= withinS) break
    found.push(Math.max(1, Math.floor(atS)))
  }
  return found
}

function totalOf(points: readonly PlannedPoint[]): PeriodScore {
  const total = { home: 0, away: 0 }
  for (const { side, value } of points) total[side] += value
  return total
}

/** The score some seconds after the game began: of the periods that have begun, and as a whole the points, or the sets won; with what
 *  else decides its markets. @param countedS up to when that is reported: what is counted comes a little later than points */
export function scoreAt(plan: GamePlan, elapsedS: number, countedS = elapsedS): Score {
  const facts = factsAt(plan, { elapsedS, countedS })
  return { ...pointsAt(plan, elapsedS), ...(Object.keys(facts).length > 0 && { facts }) }
}

function pointsAt({ play, periods, points }: GamePlan, elapsedS: number): Score {
  const begun = periods.filter(({ fromS }) => fromS <= elapsedS)
  const parts = begun.map((_, period) =>
    totalOf(points.filter((point) => point.period === period && point.atS <= elapsedS)),
  )
  if (play.kind !== 'sets') return { ...totalOf(points.filter(({ atS }) => atS <= elapsedS)), periods: parts }
  const over = parts.filter((part) => isSetWon(play, part))
  const home = over.filter((part) => part.home > part.away).length
  return { home, away: over.length - home, periods: parts }
}

/** When the last period ends, seconds since the game began. */
export function endOf({ periods }: Pick<GamePlan, 'periods'>): number {
  return periods.at(-1)?.toS ?? 0
}
