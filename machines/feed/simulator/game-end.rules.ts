import type { DeadHeat, FieldEnding, FightEnding, GameResult } from '#schemas'
import { type OutcomeResult, outcomeResult, readParameter } from '../markets/market-result.rules.ts'
import { entrantOf, MARKET_TYPE, type MarketType, marketType } from '../markets/market-types.ts'

/** What an outcome shares when it ties for places: `{ places: 1, tied: 2 }`. */
type SharedPlaces = Pick<DeadHeat, 'places' | 'tied'>

const HUNDREDTHS = 100
/** How long a round of a fight is, seconds. */
export const ROUND_S = 300
const METHODS: readonly FightEnding['method'][] = ['knockout', 'submission', 'decision']

/** How an outcome ends with the result of its game (MATH-3): by the score, or by the ending where the market is on one. A place
 *  that entrants tie for is shared, as a dead heat is.
 *  @param parameter of the market, as `outcomeResult` has it
 *  @returns null when the result does not tell @throws RangeError when the type, the outcome or the parameter is none */
export function gameEnd(
  {
    typeId,
    outcomeTypeId,
    parameter,
  }: Readonly<Record<'typeId' | 'outcomeTypeId', number>> & {
    readonly parameter: string | undefined
  },
  { score, ending }: Pick<GameResult, 'score' | 'ending'>,
): OutcomeResult | SharedPlaces | null {
  const type = marketType(typeId)
  if (!type.outcomes.includes(outcomeTypeId))
    throw new RangeError(`market type ${typeId} has no outcome ${outcomeTypeId}`)
  switch (type.question) {
    case 'field-winner':
    case 'field-place':
      return ending?.kind === 'field' ? fieldEnd(type, { outcomeTypeId, parameter }, ending) : null
    case 'fight-method':
      return ending?.kind === 'fight' && score ? methodEnd(type.outcomes.indexOf(outcomeTypeId), score, ending) : null
    case 'fight-rounds':
      return ending?.kind === 'fight' ? roundsEnd(type, { outcomeTypeId, parameter }, ending) : null
    default:
      return score ? outcomeResult(typeId, parameter, outcomeTypeId, score) : null
  }
}

/** Where an entrant came in, those who tie at the same place: `([[3], [1, 7], [2]], 7)` → `{ place: 2, tied: 2 }`; null when it
 *  did not. */
export function placeOf(order: FieldEnding['order'], number: number): { place: number; tied: number } | null {
  let place = 1
  for (const same of order) {
    if (same.includes(number)) return { place, tied: same.length }
    place += same.length
  }
  return null
}

/** How many places a race of so many runners pays: 2 for 5 to 7, 3 for 8 or more; null when it pays none. */
export function placesPaid(runners: number): number | null {
  if (runners < 5) return null
  return runners < 8 ? 2 : 3
}

interface Bet {
  readonly outcomeTypeId: number
  readonly parameter: string | undefined
}

function fieldEnd(type: MarketType, { outcomeTypeId, parameter }: Bet, { order, withdrawn = [] }: FieldEnding) {
  const number = entrantOf(type, outcomeTypeId) ?? 0
  if (withdrawn.includes(number)) return 'void'
  const places = type.question === 'field-winner' ? 1 : parameterOf(type, parameter) / HUNDREDTHS
  const found = placeOf(order, number)
  if (!found || found.place > places) return 'lose'
  const left = places - found.place + 1
  return left >= found.tied ? 'win' : { places: left, tied: found.tied }
}

function methodEnd(
  place: number,
  { home, away }: NonNullable<GameResult['score']>,
  { method }: FightEnding,
): OutcomeResult {
  if (home === away) return 'void'
  const side = home > away ? 0 : 1
  return place === side * METHODS.length + METHODS.indexOf(method) ? 'win' : 'lose'
}

/** The line is held against the time that was fought; exactly on it, the stake comes back. */
function roundsEnd(type: MarketType, { outcomeTypeId, parameter }: Bet, { round, seconds }: FightEnding) {
  const foughtS = (round - 1) * ROUND_S + seconds
  const lineS = (parameterOf(type, parameter) * ROUND_S) / HUNDREDTHS
  if (foughtS === lineS) return 'void'
  return foughtS > lineS === (outcomeTypeId === type.outcomes[0]) ? 'win' : 'lose'
}

function parameterOf(type: MarketType, text: string | undefined): number {
  const number = readParameter(type, text)
  if (number === null) throw new RangeError(`market type ${type.typeId} has no ${type.parameter} ${text ?? 'left out'}`)
  return number
}

/** Why an order of finish does not fit a field, in words; null when it does. An order that names nobody is none: such
 *  a game is void.
 *  @param entrants numbers of the field; empty when none was reported */
export function fieldEndingFault({ order, withdrawn = [] }: FieldEnding, entrants: readonly number[]): string | null {
  const named = order.flat()
  if (named.length === 0) return 'An order names who came in first.'
  const all = [...named, ...withdrawn]
  const twice = all.find((number, at) => all.indexOf(number) !== at)
  if (twice !== undefined) return `Number ${twice} is named twice.`
  const stranger = all.find((number) => !entrants.includes(number))
  if (stranger !== undefined) return `The field has no number ${stranger}: send it as kind field first.`
  return order.some((same) => same.length === 0) ? 'A place of the order names nobody.' : null
}

/** Whether a type of market is on a field. */
export function isOnField(typeId: number): boolean {
  return typeId === MARKET_TYPE.fieldWinner.typeId || typeId === MARKET_TYPE.fieldPlace.typeId
}
