import type { CurrencyAccountBalance } from '#schemas'
import { minorToDecimal } from './amount.rules.ts'
import { divideHalfUp } from './decimal.rules.ts'

const MONEY_PLACES = 2

/** What an account shows in place of a balance: its points (ACC-29), or minor units of its currency. */
export type ShownBalance =
  | { readonly kind: 'points'; readonly points: number }
  | { readonly kind: 'money'; readonly minor: number }

/** Money as a call carries it: whole units with at most two decimals, a half going away from zero (ACC-28): `(1235, 3)` → 1.24.
 *  @throws Error when the amount is no safe integer or the exponent is not 0 to 8 */
export function moneyOfMinor(minor: number, exponent: number): number {
  const places = Math.min(exponent, MONEY_PLACES)
  const units = divideHalfUp(BigInt(minor), 10n ** BigInt(exponent - places))
  return Number(minorToDecimal(Number(units), places))
}

/** What an account shows: the exact balance where the answer tells it, else its rounded money. */
export function shownBalance(
  account: Pick<CurrencyAccountBalance, 'isPointsTypeBalance' | 'points' | 'balanceMinor' | 'money'>,
  exponent: number,
): ShownBalance {
  if (account.isPointsTypeBalance) return { kind: 'points', points: account.points }
  return { kind: 'money', minor: account.balanceMinor ?? Math.round(account.money * 10 ** exponent) }
}
