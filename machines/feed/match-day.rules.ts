import type { Stadium } from '#schemas'
import { type GamePlan, planGame } from './game-plan.rules.ts'
import { SIMULATED_SPORTS, type SimulatedSport } from './simulator-sports.ts'
import { seededRandom, seedOf } from './stream-faults.rules.ts'

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

/** The games of a day, in the order in which they start; always the same for a seed and a number. */
export function planDay(seed: number, day: number): GamePlan[] {
  const random = seededRandom(seedOf(`${seed}/day/${day}`))
  const games = Array.from({ length: GAMES_A_DAY }, (_, number) => {
    const sport = drawnSport(random() * 100)
    const [name, countryId] = sport.competitions[Math.floor(random() * sport.competitions.length)] ?? ['Sim League']
    const home = Math.floor(random() * sport.sides.length)
    const away = (home + 1 + Math.floor(random() * (sport.sides.length - 1))) % sport.sides.length
    const fixture = {
      code: `${sport.code}-${seed}-${day}-${number}`,
      competition: {
        code: `simulator/${sport.code}/${name}`,
        name,
        sportId: sport.sportId,
        ...(countryId !== undefined && { countryId }),
      },
      home: sport.sides[home] ?? '',
      away: sport.sides[away] ?? '',
      season: String(Math.floor(day / SEASON_DAYS)),
      ...(sport.squad && { stadium: stadiumOf(sport.sides[home] ?? '', seed) }),
      startS: day * DAY_S + Math.floor(((number + random()) * DAY_S) / GAMES_A_DAY / 60) * 60,
    }
    return planGame(sport, fixture, seed)
  })
  return games.sort((one, other) => one.startS - other.startS)
}

/** Where a made-up team is at home: in its town, with as many seats as the seed draws. */
function stadiumOf(team: string, seed: number): Stadium {
  const random = seededRandom(seedOf(`${seed}/stadium/${team}`))
  const city = team.replace(/ [^ ]+$/, '')
  const kind = GROUNDS[Math.floor(random() * GROUNDS.length)] ?? 'Park'
  return { name: `${city} ${kind}`, city, capacity: 4000 + Math.floor(random() * 400) * 100 }
}

function drawnSport(chance: number): SimulatedSport {
  let left = chance
  for (const sport of SIMULATED_SPORTS) {
    left -= sport.share
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
