import { soldCurrencies } from '#machines/odds/draw-prices.rules.ts'
import type { GlobalConfig } from '#schemas'
import { type BrandLevel, levelsOf, sectionPath } from '../brands/brand-level.ts'

/** What is wrong with amounts by currency, below a pointer. */
export interface PriceFault {
  readonly pointer: string
  readonly found: string
  readonly expected: string
  readonly what: string
}

/** Amounts by currency that nobody can pay: of a currency that neither the brand nor what it inherits from knows, as one that is misspelt. What a parent
 *  prices and the brand does not offer is passed over (LOT-5).
 *  @param pointer of the amounts, as `/prices` */
export function currencyFault(
  level: BrandLevel,
  pointer: string,
  amounts: Readonly<Record<string, number>> | undefined,
): PriceFault | null {
  const known = new Set(levelsOf(level).flatMap((one) => Object.keys(globalOf(one)?.currencies ?? {})))
  const unknown = known.size === 0 ? undefined : Object.keys(amounts ?? {}).find((currency) => !known.has(currency))
  if (unknown === undefined) return null
  return {
    ...{ pointer: `${pointer}/${unknown}`, found: unknown, expected: 'a currency of config/global.json' },
    what: `names an amount in ${unknown}, and the brand has no such currency. Correct the code, or enter it in currencies of config/global.json.`,
  }
}

/** A game that has no price in any currency of the brand. */
export function unsoldFault(level: BrandLevel, prices: Readonly<Record<string, number>>): PriceFault | null {
  const global = globalOf(level)
  if (!global?.currencies || soldCurrencies(prices, global).length > 0) return null
  const expected = `a price in ${global.defaultCurrency}`
  return {
    ...{ pointer: '/prices', found: Object.keys(prices).join(', '), expected },
    what: `has no price in a currency of the brand, so that nobody can buy it. Write ${expected}.`,
  }
}

function globalOf({ documents }: BrandLevel): GlobalConfig | undefined {
  return documents.get(sectionPath('global'))?.value as GlobalConfig | undefined
}
