import type { DrawGame } from '#schemas'

type Priced = Pick<DrawGame, 'priceMinor' | 'prices'>
type Seeded = Pick<DrawGame, 'jackpotSeedMinor' | 'jackpotSeeds'>

/** What a line costs in a currency, minor units: `{priceMinor: 200, prices: {USD: 220}}` → 220 in USD, and 200 in the default currency of the brand;
 *  null where the game has no price (LOT-5). */
export function linePrice(
  { priceMinor, prices = {} }: Priced,
  currency: string,
  defaultCurrency: string,
): number | null {
  return amountIn(prices, currency) ?? (currency === defaultCurrency ? priceMinor : null)
}

/** What the house puts into a jackpot that begins in a currency, minor units. */
export function jackpotSeed(
  { jackpotSeedMinor, jackpotSeeds = {} }: Seeded,
  currency: string,
  defaultCurrency: string,
): number {
  return amountIn(jackpotSeeds, currency) ?? (currency === defaultCurrency ? jackpotSeedMinor : 0)
}

/** Of the currencies of a brand those in which there is a price, the default one first where it has one. */
export function soldCurrencies(
  prices: Readonly<Record<string, number>>,
  {
    currencies,
    defaultCurrency,
  }: { readonly currencies: Readonly<Record<string, unknown>>; readonly defaultCurrency: string },
): readonly string[] {
  const sold = Object.keys(prices).filter((currency) => Object.hasOwn(currencies, currency))
  return sold.toSorted((one, other) => Number(other === defaultCurrency) - Number(one === defaultCurrency))
}

/** In which currency a game is shown to somebody who pays in `wished`: in that one where it has a price, otherwise in the default one of the brand, or
 *  the first that it is sold in. */
export function shownCurrency(
  prices: Readonly<Record<string, number>>,
  global: Parameters<typeof soldCurrencies>[1],
  wished = global.defaultCurrency,
): string {
  const sold = soldCurrencies(prices, global)
  return sold.includes(wished) ? wished : (sold[0] ?? global.defaultCurrency)
}

/** The prices of a game in all currencies, with the default one. */
export function pricesOf(
  { priceMinor, prices = {} }: Priced,
  defaultCurrency: string,
): Readonly<Record<string, number>> {
  return { [defaultCurrency]: priceMinor, ...prices }
}

function amountIn(amounts: Readonly<Record<string, number>>, currency: string): number | undefined {
  return Object.hasOwn(amounts, currency) ? amounts[currency] : undefined
}
