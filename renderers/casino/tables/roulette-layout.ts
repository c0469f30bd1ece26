import { ROULETTE_SPOTS } from '#machines/casino/games/roulette.rules.ts'

/** Where a spot of the table's grid is: `row / column / span rows / span columns`, on a wide table and on a tall one. */
export interface SpotArea {
  readonly on: string
  readonly wide: string
  readonly tall: string
}

/** Where a spot between numbers is, in percent of the field of the numbers 1 to 36. */
export interface SpotPoint {
  readonly on: string
  /** Whether its chips lie between two numbers of a street, so that the spot is long in that direction. */
  readonly shape: 'along' | 'across' | 'corner'
  readonly wide: readonly [x: number, y: number]
  readonly tall: readonly [x: number, y: number]
}

const STREETS = 12
const LANES = 3

/** Place of a number among the streets of three and within its own. */
function placeOf(number: number): { readonly street: number; readonly lane: number } {
  return { street: Math.floor((number - 1) / LANES), lane: (number - 1) % LANES }
}

/** The numbers in the order in which they are read. */
export const NUMBER_AREAS: readonly (SpotArea & { readonly number: number })[] = Array.from(
  { length: 37 },
  (_, number) => {
    if (number === 0)
      return { on: 'straight:0', number, wide: '1 / 1 / span 3 / span 1', tall: '1 / 3 / span 1 / span 3' }
    const { street, lane } = placeOf(number)
    return {
      on: `straight:${number}`,
      number,
      wide: `${LANES - lane} / ${street + 2} / span 1 / span 1`,
      tall: `${street + 2} / ${lane + 3} / span 1 / span 1`,
    }
  },
)

/** Columns, dozens and the chances of one to one. */
export const OUTSIDE_AREAS: readonly SpotArea[] = [
  ...[1, 2, 3].map((column) => ({
    on: `column${column}`,
    wide: `${LANES + 1 - column} / 14 / span 1 / span 1`,
    tall: `14 / ${column + 2} / span 1 / span 1`,
  })),
  ...[1, 2, 3].map((dozen) => ({
    on: `dozen${dozen}`,
    wide: `4 / ${dozen * 4 - 2} / span 1 / span 4`,
    tall: `${dozen * 4 - 2} / 2 / span 4 / span 1`,
  })),
  ...['low', 'even', 'red', 'black', 'odd', 'high'].map((on, place) => ({
    on,
    wide: `5 / ${place * 2 + 2} / span 1 / span 2`,
    tall: `${place * 2 + 2} / 1 / span 2 / span 1`,
  })),
]

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function pointOf(on: string, numbers: readonly number[]): SpotPoint {
  const kind = on.slice(0, on.indexOf(':'))
  const places = numbers.filter((number) => number > 0).map(placeOf)
  const isAtZero = numbers.includes(0)
  const isAtEdge = kind === 'line' || (kind === 'street' && !isAtZero) || (kind === 'corner' && isAtZero)
  const street = isAtZero ? 0 : mean(places.map((place) => place.street)) + 0.5
  const lane = isAtEdge ? 0 : mean(places.map((place) => place.lane)) + 0.5
  const [alongStreets, acrossLanes] = [(street / STREETS) * 100, (lane / LANES) * 100]
  const isBetweenStreets = Number.isInteger(street)
  const shape = isBetweenStreets && Number.isInteger(lane) ? 'corner' : isBetweenStreets ? 'across' : 'along'
  return { on, shape, wide: [alongStreets, 100 - acrossLanes], tall: [acrossLanes, alongStreets] }
}

/** Spots of several numbers: on the lines between them, and at the outer edge. */
export const BETWEEN_POINTS: readonly SpotPoint[] = [...ROULETTE_SPOTS]
  .filter(([on, numbers]) => numbers.length > 1 && on.includes(':'))
  .map(([on, numbers]) => pointOf(on, numbers))
