import { useLanguage, useText } from '../../site/texts.tsx'

/** The sum of what spots pay. */
export function paidOf(wins: readonly { readonly payMinor: number }[]): number {
  return wins.reduce((sum, { payMinor }) => sum + payMinor, 0)
}

/** What a stake wins against one: 15000 → `3:2`, 9500 → `0.95:1`, 80000 → `8:1`.
 *  @param winsE4 ten-thousandths of the stake
 *  @param language whose decimal point it has */
export function payRatio(winsE4: number, language: string): string {
  const denominator = [1, 2, 5].find((one) => (winsE4 * one) % 10_000 === 0)
  if (denominator && winsE4 >= 10_000) return `${(winsE4 * denominator) / 10_000}:${denominator}`
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 4, numberingSystem: 'latn' })
  return `${format.format(winsE4 / 10_000)}:1`
}

/** Words about what is paid. */
export interface PayText {
  /** What a round pays: `Paid: €20`. */
  readonly paid: (payMinor: number) => string
  /** What a spot wins, by ten-thousandths of the stake: `3:2`. */
  readonly ratio: (winsE4: number) => string
}

/** Says in the page's language what is paid. */
export function usePayText(money: (minor: number) => string): PayText {
  const t = useText()
  const { language } = useLanguage()
  return {
    paid: (payMinor) => (payMinor > 0 ? t('casino.paid', { amount: money(payMinor) }) : t('casino.no_win')),
    ratio: (winsE4) => payRatio(winsE4, language),
  }
}
