import { COVER_BETS } from '#machines/betting/coupon/cover-bets.ts'
import { readOdds } from '#machines/odds/odds-reading.rules.ts'
import type { CalculatorForm } from '#schemas'
import { typeKey } from '../coupon/coupon.selectors.ts'

type CalculatorType = CalculatorForm['type']
type Cover = keyof typeof COVER_BETS

function isCover(type: CalculatorType): type is Cover {
  return Object.hasOwn(COVER_BETS, type)
}

/** What a kind of bet is called, as a key. */
export function calculatorTypeKey(type: CalculatorType) {
  return isCover(type) ? typeKey({ betType: 'cover', cover: type }) : typeKey({ betType: type })
}

/** Whether a kind of bet has combinations, over which its stake is split or on each of which it is staked. */
export function hasCombinations(type: CalculatorType): boolean {
  return type === 'system' || isCover(type)
}

/** The decimal price of what was typed in another format; null where there is nothing to add. */
export function typedDecimal(text: string, format: CalculatorForm['format']): string | null {
  return format === 'decimal' || text.trim() === '' ? null : readOdds(text, format)
}
