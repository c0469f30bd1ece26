import type { DeskDraw } from '#schemas'
import { minorMoney } from '../minor-money.ts'

/** What was staked on a draw in all its currencies: `240.00 EUR · 36.00 USD`, and a dash where nothing was yet. */
export function stakedText({ staked }: Pick<DeskDraw, 'staked'>): string {
  if (staked.length === 0) return '–'
  return staked
    .map(({ currency, exponent, stakedMinor }) => minorMoney(stakedMinor, currency, { [currency]: exponent }))
    .join(' · ')
}
