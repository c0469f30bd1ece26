/** How the parts of a game are called. */
export const PERIOD_UNITS = ['half', 'quarter', 'period', 'set', 'game', 'inning', 'frame', 'round', 'map'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/** Sports by what they call a part of their games (TABLE-8); all others have periods. */
const SPORTS: Readonly<Partial<Record<PeriodUnit, readonly number[]>>> = {
  // Football and its kin, rugby, handball, floorball's bandy.
  half: [1, 7, 8, 14, 27, 32, 33, 35, 37, 39, 85, 172, 175, 182, 183, 187, 4073, 4074, 4075],
  // Basketball, American and Australian football, field hockey, netball, water polo, lacrosse.
  quarter: [3, 13, 17, 28, 31, 34, 36, 144, 184, 185, 4077, 4079],
  // Tennis and volleyball, their kin; darts.
  set: [4, 6, 16, 21, 38, 43, 44, 45, 170, 171, 173, 4082, 4083],
  // Table tennis, squash, racquetball and pickleball are counted in games; so are card games and fighting games on a screen.
  game: [
    10,
    46,
    47,
    189,
    4007,
    4011,
    4045,
    4046,
    4047,
    4048,
    4051,
    ...Array.from({ length: 18 }, (_, at) => 4052 + at),
  ],
  inning: [5, 29, 66, 179, 180, 4080],
  frame: [12, 30, 51, 165],
  round: [9, 56, 104, 106, 108, 109, 110],
}

const UNITS: ReadonlyMap<number, PeriodUnit> = new Map(
  PERIOD_UNITS.flatMap((unit) => (SPORTS[unit] ?? []).map((sportId) => [sportId, unit] as const)),
)

/** Disciplines of video games that are played in maps; sports on a screen are called as their sports are. */
const FIRST_MAP = 4001
const LAST_MAP = 4072

/** What a part of a game of a sport is called. */
export function periodUnit(sportId: number): PeriodUnit {
  const isVideoGame = sportId >= FIRST_MAP && sportId <= LAST_MAP
  return UNITS.get(sportId) ?? (isVideoGame || sportId === 40 ? 'map' : 'period')
}
