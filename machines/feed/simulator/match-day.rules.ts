import type { Stadium } from '#schemas'
import { seededRandom, seedOf } from '../stream/stream-faults.rules.ts'
import { planGame } from './game-plan.rules.ts'
import type { Fixture, GamePlan } from './planned-game.ts'
import type { SimulatedCompetition, SimulatedSport } from './simulated-sport.ts'
import { SIMULATED_SPORTS } from './simulator-sports.ts'

/** How long a simulated day lasts, seconds. */
export const DAY_S = 21_600
/** Games of a day. */
export const GAMES_A_DAY = 60
/** Simulated days of a season: a table is made of its games. */
const SEASON_DAYS = 28
/** A producer is away once in so long, for so long, seconds. */
const OUTAGE_EVERY_S = 7200
const OUTAGE_S = 40

const GROUNDS = ['Park', 'Road', 'Arena', 'Ground', 'Lane']

/** The games of a day, in the order in which they start; always the same for a seed and a number. A competition plays a round at a
 *  time: as many games as its sport has in one, at once. Nobody plays two at a time: who plays is free by the start, and the sides of
 *  a day rest on the next one, into which games may reach. */
export function planDay(seed: number, day: number): GamePlan[] {
  const random = seededRandom(seedOf(`${seed}/day/${day}`))
  const busy: Busy = new Map()
  const games: GamePlan[] = []
  while (games.length < GAMES_A_DAY) {
    const startS = day * DAY_S + Math.floor(((games.length + random()) * DAY_S) / GAMES_A_DAY / 60) * 60
    const { sport, competition, free } = drawnRound({ day, startS, busy }, random)
    const most = Math.min(sport.round ?? 1, Math.floor(free.length / 2), GAMES_A_DAY - games.length)
    for (let game = 0; game < most; game += 1) {
      const [home, away] = [drawnSide(free, random), drawnSide(free, random)]
      const plan = planGame(
        sport,
        fixtureOf({ seed, day, startS, number: games.length }, sport, { competition, home, away }),
        seed,
      )
      for (const side of [home, away]) busy.set(`${sport.code}/${side}`, startS + plan.resultS)
      games.push(plan)
    }
  }
  return games
}

function fixtureOf(
  {
    seed,
    day,
    startS,
    number,
  }: { readonly seed: number; readonly day: number; readonly startS: number; readonly number: number },
  sport: SimulatedSport,
  {
    competition,
    home,
    away,
  }: { readonly competition: SimulatedCompetition; readonly home: string; readonly away: string },
): Fixture {
  const { name, countryId } = competition
  return {
    code: `${sport.code}-${seed}-${day}-${number}`,
    competition: {
      code: `simulator/${sport.code}/${name}`,
      name,
      sportId: sport.sportId,
      ...(countryId !== undefined && { countryId }),
    },
    home,
    away,
    season: seasonOf(day),
    ...(sport.squad && { stadium: stadiumOf(home, seed) }),
    startS,
  }
}

/** The season of a simulated day: the year in which it begins, and which of that year's it is: `83_132` → `'2026/48'`. */
function seasonOf(day: number): string {
  const begunMs = Math.floor(day / SEASON_DAYS) * SEASON_DAYS * DAY_S * 1000
  const year = new Date(begunMs).getUTCFullYear()
  const number = Math.floor((begunMs - Date.UTC(year)) / (SEASON_DAYS * DAY_S * 1000)) + 1
  return `${year}/${String(number).padStart(2, '0')}`
}

/** Until when sides play, seconds, by sport and name. */
type Busy = Map<string, number>

/** Draws a sport and a competition of it, with the sides that are free; where too few are, of the next sport. */
function drawnRound(
  { day, startS, busy }: { readonly day: number; readonly startS: number; readonly busy: Busy },
  random: () => number,
) {
  const first = SIMULATED_SPORTS.indexOf(drawnSport(random()))
  for (let step = 0; step < SIMULATED_SPORTS.length; step += 1) {
    const sport = SIMULATED_SPORTS[(first + step) % SIMULATED_SPORTS.length] as SimulatedSport
    const place = Math.floor(random() * sport.competitions.length)
    const free = sidesOf(sport, place, day).filter((side) => (busy.get(`${sport.code}/${side}`) ?? 0) <= startS)
    const competition = sport.competitions[place]
    if (competition && free.length > 1) return { sport, competition, free }
  }
  throw new Error('no two sides of any sport are free')
}

/** Takes a side out of those that are free. */
function drawnSide(free: string[], random: () => number): string {
  const [side] = free.splice(Math.floor(random() * free.length), 1)
  if (side === undefined) throw new Error('no side is free')
  return side
}

/** The sides that play in a competition on a day: one half on even days, the other on odd ones. */
function sidesOf({ sides, competitions, isSplit }: SimulatedSport, competition: number, day: number): string[] {
  const parts = isSplit ? competitions.length : 1
  const all = competitions[competition]?.sides ?? sides
  const own = isSplit ? all.filter((_, at) => at % parts === competition) : all
  return own.filter((_, at) => at % 2 === Math.abs(day) % 2)
}

/** Where a made-up team is at home: in its town, with as many seats as the seed draws. */
function stadiumOf(team: string, seed: number): Stadium {
  const random = seededRandom(seedOf(`${seed}/stadium/${team}`))
  const city = team.replace(/ [^ ]+$/, '')
  const kind = GROUNDS[Math.floor(random() * GROUNDS.length)] ?? 'Park'
  return { name: `${city} ${kind}`, city, capacity: 4000 + Math.floor(random() * 400) * 100 }
}

/** By how often rounds of a sport are drawn, so that its games are its share of a day. */
const ROUNDS = SIMULATED_SPORTS.map((sport) => ({ sport, weight: sport.share / (sport.round ?? 1) }))
const ALL_ROUNDS = ROUNDS.reduce((sum, { weight }) => sum + weight, 0)

/** @param part of all rounds, from 0 to 1 */
function drawnSport(part: number): SimulatedSport {
  let left = part * ALL_ROUNDS
  for (const { sport, weight } of ROUNDS) {
    left -= weight
    if (left < 0) return sport
  }
  return SIMULATED_SPORTS[0] as SimulatedSport
}

/** Whether a producer is away at a moment of the simulated time. */
export function isAway(seed: number, producer: string, atS: number): boolean {
  const part = Math.floor(atS / OUTAGE_EVERY_S)
  const random = seededRandom(seedOf(`${seed}/${producer}/away/${part}`))
  const fromS = part * OUTAGE_EVERY_S + Math.floor(random() * (OUTAGE_EVERY_S - OUTAGE_S))
  return atS >= fromS && atS < fromS + OUTAGE_S
}
