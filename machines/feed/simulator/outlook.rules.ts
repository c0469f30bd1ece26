import type { Score } from '#schemas'
import type { MarketType, PartOfGame, Subject } from '../markets/market-type.ts'
import type { LikelyScore } from './fair-price.rules.ts'
import { pointChances } from './forecast.rules.ts'
import { playedS } from './game-facts.rules.ts'
import { asLead, type Likely, likelyOf, likelyOfSides } from './likely-scores.rules.ts'
import type { GamePlan } from './planned-game.ts'
import type { ClockPlay } from './simulated-sport.ts'

/** What is expected of a game from a moment on. */
export interface Outlook {
  /** Of the part that a type is about; null when it is over, or nothing is known of it. */
  readonly of: (type: MarketType) => Likely | null
}

interface Moment {
  readonly elapsedS: number
  readonly score: Score | null
}

type Sides = GamePlan['strength']
type Played = Pick<GamePlan, 'periods' | 'counts' | 'rates'>

/** What is expected of a game by the clock. @param strength points of each side in the whole game, as they are thought of now */
export function clockOutlook(play: ClockPlay, strength: Sides, plan: Played, now: Moment): Outlook {
  const known = new Map<string, Likely | null>()
  const shares = sharesLeft(play, plan.periods, now.elapsedS)
  const make = (type: MarketType): Likely | null => {
    const all = { play, strength, shares, plan, now }
    if (!SEVERAL.has(type.question)) return onePart(all, type)
    const scores = severalPeriods(all, type)
    return scores && likelyOf(scores)
  }
  return {
    of(type) {
      const key = SEVERAL.has(type.question) ? `${type.question} ${type.side} ${periodCount(type)}` : partKey(type)
      const found = known.get(key)
      if (found !== undefined) return found
      const made = make(type)
      known.set(key, made)
      return made
    },
  }
}

interface Known {
  readonly play: ClockPlay
  readonly strength: Sides
  /** Which share of each period is still to be played. */
  readonly shares: readonly number[]
  readonly plan: Played
  readonly now: Moment
}

const SEVERAL: ReadonlySet<string> = new Set([
  'part-whole',
  'part-whole-winner',
  'highest-period',
  'scores-in-both',
  'wins-both',
  'wins-either',
  'both-over',
  'both-under',
  'both-score-in-both',
])

function partKey({ subject = 'score', part }: MarketType): string {
  return `${subject} ${part ? `${part.kind} ${part.from} ${part.to}` : 'whole'}`
}

function periodCount({ question, outcomes, part }: MarketType): number {
  if (question === 'part-whole' || question === 'part-whole-winner') return -(part?.to ?? 1)
  return question === 'highest-period' ? outcomes.length - 1 : 2
}

function sharesLeft(play: ClockPlay, periods: GamePlan['periods'], elapsedS: number): number[] {
  return Array.from({ length: play.periods }, (_, place) => {
    const { fromS, toS } = periods[place] ?? { fromS: 0, toS: 1 }
    return Math.min(1, Math.max(0, (toS - Math.max(elapsedS, fromS)) / (toS - fromS)))
  })
}

/** What a side has of something in a period on the average. */
function meansOf({ play, strength, plan }: Known, subject: Subject | undefined, place: number): Sides {
  if (subject === undefined || subject === 'points') {
    if (!play.isByInnings) return { home: strength.home / play.periods, away: strength.away / play.periods }
    return { home: place === 0 ? strength.home : 0, away: place === 1 ? strength.away : 0 }
  }
  const { home = 0, away = 0 } = plan.rates.get(subject) ?? {}
  return { home: home / play.periods, away: away / play.periods }
}

function soFar({ now }: Known, subject: Subject | undefined) {
  const { periods = [], facts } = now.score ?? {}
  return subject === undefined || subject === 'points'
    ? periods
    : (facts?.counts?.find(({ code }) => code === subject)?.periods ?? [])
}

function onePart(known: Known, type: MarketType): Likely | null {
  const { play, strength, shares, plan } = known
  if (type.subject !== undefined && type.subject !== 'points' && !plan.rates.has(type.subject)) return null
  if (type.part?.kind === 'minutes') return minutes(known, type.part)
  const { from, to } = type.part ?? { from: 1, to: play.periods }
  const places = shares.map((_, place) => place).slice(from - 1, to)
  if (places.length === 0 || places.every((place) => shares[place] === 0)) return null
  const means = { home: 0, away: 0 }
  for (const place of places) {
    const { home, away } = meansOf(known, type.subject, place)
    means.home += home * (shares[place] ?? 0)
    means.away += away * (shares[place] ?? 0)
  }
  const begun = { home: 0, away: 0 }
  for (const { home, away } of soFar(known, type.subject).slice(from - 1, to)) {
    begun.home += home
    begun.away += away
  }
  const isWhole = type.subject === undefined && !type.part
  const overtime = isWhole && !play.isDrawPossible ? strength.home / (strength.home + strength.away) : null
  return sides(type.subject === undefined ? play : COUNTED, means, { begun, overtime })
}

function sides(
  play: Pick<ClockPlay, 'values'>,
  { home, away }: Sides,
  { begun, overtime }: { readonly begun: Sides; readonly overtime: number | null },
): Likely {
  const of = (mean: number, from: number) =>
    pointChances(play, mean).map(([points, chance]) => [from + points, chance] as const)
  return likelyOfSides(of(home, begun.home), of(away, begun.away), overtime)
}

/** Whatever is counted comes one at a time. */
const COUNTED: Pick<ClockPlay, 'values'> = { values: [1] }

const MINUTE_S = 60

function minutes({ play, strength, plan, now }: Known, { from, to }: PartOfGame): Likely | null {
  const wholeS = play.periods * play.periodS
  const [fromS, toS] = [from * MINUTE_S, Math.min(wholeS, to * MINUTE_S)]
  const atS = now.score ? playedS(plan, now.elapsedS) : 0
  const share = Math.max(0, toS - Math.max(atS, fromS)) / wholeS
  if (share === 0) return null
  const goals = (now.score?.facts?.incidents ?? []).filter(
    ({ kind, seconds }) => kind === 'goal' && seconds >= fromS && seconds < to * MINUTE_S,
  )
  const home = goals.filter(({ side }) => side === 'home').length
  const begun = { home, away: goals.length - home }
  return sides(play, { home: strength.home * share, away: strength.away * share }, { begun, overtime: null })
}

/** Chances that are smaller are left out where several parts are looked at beside each other. */
const LEAST_CHANCE = 1e-7

/** Every way in which periods may end beside each other, as far as the question asks. */
function severalPeriods(known: Known, type: MarketType): LikelyScore[] | null {
  const count = periodCount(type)
  const { play } = known
  // Of a part and the whole: the part, then all that comes after it.
  const parts = count < 0 ? [[1, -count] as const, [-count + 1, play.periods] as const] : counted(count)
  const told = soFar(known, undefined)
  const likely = parts.map(([from, to]) => {
    const part = onePart(known, { ...type, question: 'result', part: { kind: 'periods', from, to } })
    return part ?? likelyOf([{ ...told.slice(from - 1, to).reduce(added, { home: 0, away: 0 }), chance: 1 }])
  })
  const isOpen = parts.some(([from, to]) => known.shares.slice(from - 1, to).some((share) => share > 0))
  if (!isOpen) return null
  if (type.question === 'highest-period') return highestOf(likely)
  const ways = beside(likely.map((part) => asked(type, part)))
  if (count > 0) return ways
  return ways.map(({ periods = [], chance }) => ({ ...wholeLead(periods), chance, periods: padded(periods, -count) }))
}

/** Of a period what the question is about. */
function asked({ question, side }: MarketType, part: Likely): readonly LikelyScore[] {
  if (question === 'both-over' || question === 'both-under') return part.sums()
  if (question === 'both-score-in-both') return part.all()
  if (question === 'scores-in-both') return side === 'home' ? part.homes() : part.aways()
  return part.leads()
}

function beside(parts: readonly (readonly LikelyScore[])[]): LikelyScore[] {
  let all: (LikelyScore & { readonly periods: Sides[] })[] = [{ home: 0, away: 0, chance: 1, periods: [] }]
  for (const part of parts)
    all = all.flatMap((one) =>
      part.flatMap(({ home, away, chance }) => {
        const both = one.chance * chance
        if (both < LEAST_CHANCE) return []
        const sum = added(one, { home, away })
        return [{ ...sum, chance: both, periods: [...one.periods, { home, away }] }]
      }),
    )
  const sum = all.reduce((total, { chance }) => total + chance, 0)
  return all.map((one) => ({ ...one, chance: one.chance / sum }))
}

function wholeLead(periods: readonly Sides[]): Sides {
  return asLead(periods.reduce((lead, { home, away }) => lead + home - away, 0))
}

/** The period with the most points, as the only one that has any; none has where several have as many. */
function highestOf(parts: readonly Likely[]): LikelyScore[] {
  const sums = parts.map((part) => new Map(part.sums().map(({ home, chance }) => [home, chance])))
  const fewer = (chances: ReadonlyMap<number, number>, most: number) =>
    [...chances].reduce((sum, [points, chance]) => (points < most ? sum + chance : sum), 0)
  const ways = sums.map((own, place) => {
    const others = sums.filter((_, other) => other !== place)
    const chance = [...own].reduce(
      (sum, [points, here]) => sum + here * others.reduce((product, other) => product * fewer(other, points), 1),
      0,
    )
    return { home: 1, away: 0, chance, periods: parts.map((_, other) => ({ home: Number(other === place), away: 0 })) }
  })
  const level = Math.max(0, 1 - ways.reduce((sum, { chance }) => sum + chance, 0))
  return [...ways, { home: 0, away: 0, chance: level, periods: parts.map(() => ({ home: 0, away: 0 })) }]
}

function counted(count: number): readonly (readonly [from: number, to: number])[] {
  return Array.from({ length: count }, (_, place) => [place + 1, place + 1] as const)
}

function added(one: Sides, other: Sides): Sides {
  return { home: one.home + other.home, away: one.away + other.away }
}

/** A part as the periods that make it: what it came to in the first, nothing in the others. */
function padded(periods: readonly Sides[], length: number): Sides[] {
  const [first = { home: 0, away: 0 }, rest = { home: 0, away: 0 }] = periods
  const empty = Array.from({ length: length - 1 }, () => ({ home: 0, away: 0 }))
  return [first, ...empty, rest]
}
