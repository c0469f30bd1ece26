import type { OddsFormats } from '#schemas'
import { type OddsFormat, oddsFormats } from './odds-format.rules.ts'
import { readOdds } from './odds-reading.rules.ts'
import {
  add,
  divide,
  multiply,
  ONE,
  type Rational,
  rational,
  rationalOf,
  subtract,
  toPlaces,
  ZERO,
} from './rational.rules.ts'

/** Prices that the odds calculator takes: more than the outcomes of a usual market. */
export const MOST_PRICES = 20

const HUNDRED = rational(100)
const PERCENT_PLACES = 2
const FAIR_PLACES = 4

/** A price of the odds calculator. */
export interface CalculatedPrice {
  /** As it was typed. */
  readonly text: string
  /** Decimal; null when what was typed is no price. */
  readonly decimal: string | null
  readonly formats: OddsFormats | null
  /** The chance at which the price has no edge, in percent of two places. */
  readonly chance: string | null
  /** Its chance and price with the margin of the market taken out; null without a market. */
  readonly fair: { readonly chance: string; readonly decimal: string } | null
}

/** What prices say, one by one and as the outcomes of one market. */
export interface OddsCalculation {
  readonly prices: readonly CalculatedPrice[]
  /** Percents of two places: the chances together, and what of it the house keeps of all stakes. Null with fewer than two prices. */
  readonly market: { readonly chances: string; readonly margin: string; readonly payback: string } | null
}

/** Writes each price in all formats with its chance, and all of them as one market with its margin: 1.91 and 1.91 have chances of
 *  52.36 % each, 104.71 % together, and a margin of 4.50 % of the stakes.
 *  @param texts as they were typed, empty ones left out; more than {@link MOST_PRICES} are not read */
export function calculateOdds(texts: readonly string[], format: OddsFormat): OddsCalculation {
  const read = texts
    .filter((text) => text.trim() !== '')
    .slice(0, MOST_PRICES)
    .map((text) => ({ text: text.trim(), decimal: readOdds(text, format) }))
  const chances = read.map(({ decimal }) => (decimal === null ? null : divide(ONE, rationalOf(decimal))))
  const isMarket = chances.length > 1 && chances.every((chance) => chance !== null)
  const whole = isMarket ? chances.reduce<Rational>((sum, chance) => add(sum, chance ?? ZERO), ZERO) : null
  return {
    prices: read.map(({ text, decimal }, place) => {
      const chance = chances[place] ?? null
      const fair = chance && whole && divide(chance, whole)
      return {
        text,
        decimal,
        formats: decimal === null ? null : oddsFormats(decimal),
        chance: chance && percent(chance),
        fair: fair && { chance: percent(fair), decimal: toPlaces(divide(ONE, fair), FAIR_PLACES) },
      }
    }),
    market: whole && {
      chances: percent(whole),
      margin: percent(subtract(ONE, divide(ONE, whole))),
      payback: percent(divide(ONE, whole)),
    },
  }
}

function percent(share: Rational): string {
  return toPlaces(multiply(share, HUNDRED), PERCENT_PLACES)
}
