import { ODDS_FORMATS } from '#machines/odds/odds-preference.rules.ts'
import type { CalculatorForm, CalculatorLeg } from '#schemas'

/** Legs that the address of a calculator is read for; one more than any brand takes says enough. */
export const MOST_READ_LEGS = 51

const TYPES: readonly CalculatorForm['type'][] = [
  'single',
  'express',
  'system',
  'chain',
  'trixie',
  'patent',
  'yankee',
  'lucky15',
  'canadian',
  'lucky31',
  'heinz',
  'lucky63',
  'super-heinz',
  'goliath',
]
/** How an outcome may end, in the order of the page's list. */
export const LEG_RESULTS: readonly CalculatorLeg['result'][] = [
  'win',
  'lose',
  'void',
  'half-win',
  'half-lose',
  'dead-heat',
]

const ODDS_LENGTH = 12
const STAKE_LENGTH = 17
const MOST_SIZE = 20
const MOST_TIED = 1000
const USUAL_TIED = 2

/** The query of an address. */
export interface AddressQuery {
  readonly get: (name: string) => string | null
  readonly getAll: (name: string) => readonly string[]
}

/** Reads the calculator from the query of its address, whose names are those of the fields of the page: `?type=system&size=2&stake=30&
 *  odds=1.5&odds=2&result=win&result=lose`. An outcome without a price is left out, anything that is not of its form becomes what the
 *  page begins with.
 *  @param usual the format that the visitor reads prices in */
export function readCalculator(query: AddressQuery, usual: CalculatorForm['format']): CalculatorForm {
  const one = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value =>
    values.find((value) => value === query.get(name)) ?? otherwise
  return {
    type: one('type', TYPES, 'express'),
    sizes: [...new Set(query.getAll('size').slice(0, MOST_SIZE).map(Number))]
      .filter((size) => Number.isInteger(size) && size >= 1 && size <= MOST_SIZE)
      .toSorted((left, right) => left - right),
    stake: (query.get('stake') ?? '').slice(0, STAKE_LENGTH),
    stakeIs: one('per', ['total', 'per-line'], 'total'),
    format: one('format', ODDS_FORMATS, usual),
    legs: readLegs(query),
  }
}

function readLegs(query: AddressQuery): CalculatorLeg[] {
  const results = query.getAll('result')
  const places = query.getAll('places')
  const tied = query.getAll('tied')
  return query
    .getAll('odds')
    .flatMap((odds, place) => {
      if (odds.trim() === '') return []
      const result = LEG_RESULTS.find((value) => value === results[place]) ?? 'win'
      return [
        {
          odds: odds.trim().slice(0, ODDS_LENGTH),
          result,
          places: counted(places[place], 1),
          tied: counted(tied[place], USUAL_TIED),
        },
      ]
    })
    .slice(0, MOST_READ_LEGS)
}

function counted(text: string | undefined, otherwise: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= MOST_TIED ? value : otherwise
}

/** The query that keeps a calculator, name by name: what it says is left out where the page begins with it. */
export function writeCalculator(form: CalculatorForm): readonly (readonly [name: string, value: string])[] {
  const legs = form.legs.filter(({ odds }) => odds.trim() !== '')
  const hasTies = legs.some(({ result }) => result === 'dead-heat')
  return [
    ['type', form.type],
    ...(form.type === 'system' ? form.sizes : []).map((size) => ['size', String(size)] as const),
    ...(form.stake === '' ? [] : [['stake', form.stake] as const]),
    ...(form.stakeIs === 'total' ? [] : [['per', form.stakeIs] as const]),
    ['format', form.format],
    ...legs.flatMap((leg) => [
      ['odds', leg.odds] as const,
      ['result', leg.result] as const,
      ...(hasTies ? [['places', String(leg.places)] as const, ['tied', String(leg.tied)] as const] : []),
    ]),
  ]
}
