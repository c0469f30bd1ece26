import type { GameFacts, Incident, PeriodScore } from '#schemas'
import { seedOf } from '../stream/stream-faults.rules.ts'
import type { GamePlan } from './planned-game.ts'

/** How goals are scored, in a hundred of them. */
export const METHOD_SHARES = { shot: 64, header: 20, penalty: 11, free_kick: 5 } as const

/** Counts whose moments are reported one by one. */
const TOLD: Readonly<Partial<Record<string, Incident['kind']>>> = {
  corners: 'corner',
  yellow_cards: 'yellow_card',
  red_cards: 'red_card',
}

type Facts = Pick<GamePlan, 'code' | 'play' | 'periods' | 'points' | 'counts' | 'players'>

/** What decides the markets of a game beside its score: goals up to a moment, all else up to another, in seconds since it began. */
export function factsAt(
  plan: Facts,
  { elapsedS, countedS }: { readonly elapsedS: number; readonly countedS: number },
): GameFacts {
  const { play, counts } = plan
  const isTold = play.kind === 'clock' && play.isPointRare
  const played = playedAt(plan, countedS)
  return {
    ...(counts.length > 0 && {
      counts: counts.map(({ code }) => ({ code, periods: countedAt(plan, code, countedS) })),
    }),
    ...(isTold && { incidents: incidentsAt(plan, elapsedS, countedS) }),
    ...(played && { played }),
  }
}

/** How often each side had something in each period that has begun. */
function countedAt({ counts, periods }: Facts, code: string, elapsedS: number): PeriodScore[] {
  const own = counts.find((count) => count.code === code)
  const begun = periods.filter(({ fromS }) => fromS <= elapsedS)
  const within = (all: readonly number[] = [], place: number) => {
    const fromS = place === 0 ? Number.NEGATIVE_INFINITY : (begun[place]?.fromS ?? 0)
    const toS = begun[place + 1]?.fromS ?? Number.POSITIVE_INFINITY
    return all.filter((atS) => atS <= elapsedS && atS >= fromS && atS < toS).length
  }
  return begun.map((_, place) => ({ home: within(own?.home, place), away: within(own?.away, place) }))
}

function incidentsAt(plan: Facts, elapsedS: number, countedS: number): Incident[] {
  const goals = plan.points.flatMap((point, place): Timed[] => {
    const number = numberOfScorer(plan, place)
    const told = { kind: 'goal' as const, side: point.side, ...(number !== undefined && { number }) }
    return [{ ...told, atS: point.atS, method: methodOf(plan.code, place) }]
  })
  const counted = plan.counts.flatMap(({ code, home, away }) => {
    const kind = TOLD[code]
    if (!kind) return []
    const of = (side: 'home' | 'away', all: readonly number[]) => all.map((atS): Timed => ({ kind, side, atS }))
    return [...of('home', home), ...of('away', away)]
  })
  return [...goals, ...counted]
    .filter(({ kind, atS }) => atS <= (kind === 'goal' ? elapsedS : countedS))
    .sort((one, other) => one.atS - other.atS)
    .map(({ atS, ...incident }) => ({ ...incident, ...momentOf(plan, atS) }))
}

type Timed = Omit<Incident, 'periodNumber' | 'seconds'> & { readonly atS: number }

function methodOf(code: string, place: number): NonNullable<Incident['method']> {
  let left = seedOf(`${code}/goal/${place}`) % 100
  for (const [method, share] of Object.entries(METHOD_SHARES)) {
    left -= share
    if (left < 0) return method as keyof typeof METHOD_SHARES
  }
  return 'shot'
}

function numberOfScorer({ players }: Facts, place: number): number | undefined {
  const event = players?.events.find(({ kind, point }) => kind === 'goal' && point === place)
  const all = players ? [...players.confirmed.home, ...players.confirmed.away] : []
  return all.find(({ code }) => code === event?.player)?.number
}

/** Numbers of those who began the game or came on since. */
function playedAt({ players }: Facts, elapsedS: number): GameFacts['played'] {
  if (!players) return undefined
  const cameOn = new Set(
    players.events.flatMap(({ kind, player, atS }) => (kind === 'came_on' && atS <= elapsedS ? [player] : [])),
  )
  const of = (side: 'home' | 'away') =>
    players.confirmed[side].flatMap(({ code, number, isStarting }) =>
      number !== undefined && (isStarting || cameOn.has(code)) ? [number] : [],
    )
  return { home: of('home'), away: of('away') }
}

/** The moment on the game's clock, which stops in breaks. */
function momentOf({ periods }: Pick<GamePlan, 'periods'>, atS: number) {
  const begun = periods.filter(({ fromS }) => fromS <= atS)
  return { periodNumber: Math.max(1, begun.length), seconds: playedS({ periods }, atS) }
}

/** Seconds of play until a moment, without breaks. */
export function playedS({ periods }: Pick<GamePlan, 'periods'>, atS: number): number {
  let sum = 0
  for (const { fromS, toS } of periods) if (fromS <= atS) sum += Math.min(atS, toS) - fromS
  return Math.floor(sum)
}
