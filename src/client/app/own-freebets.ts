import { useMemo } from 'react'
import type { CallPort } from '#calls/call.ts'
import { getBonuses } from '#calls/promo/bonus.calls.ts'
import { promoCodeOf } from '#machines/promo/awards/promo-code.rules.ts'
import type { CouponFreebet, PlayerBonus } from '#schemas'
import type { FreebetSource } from '../betting/coupon-freebets.ts'

/** The free bets that a coupon in a currency can be paid with, the one that ends first first. */
export function usableFreebets(bonuses: readonly PlayerBonus[], currency: string): readonly CouponFreebet[] {
  return bonuses
    .filter(({ state, currencyIso }) => state === 'ready' && currencyIso === currency)
    .toSorted((one, other) => endOf(one) - endOf(other) || one.id - other.id)
    .flatMap(({ code, promoCode, name, money: stakeMinor, terms, end: expiresAt }) =>
      code === undefined
        ? []
        : [
            {
              ...{ code, name, stakeMinor, isStakeReturned: terms.isStakeReturned ?? false },
              ...(promoCode === undefined ? {} : { promoCode }),
              ...(expiresAt === undefined ? {} : { expiresAt }),
            },
          ],
    )
}

/** Where the coupon of a player finds free bets in its currency; null where there are none to be had. */
export function useFreebetSource(
  call: CallPort,
  { currency, isOffered }: { readonly currency: string; readonly isOffered: boolean },
): FreebetSource | null {
  return useMemo(
    () =>
      isOffered
        ? { ask: async () => usableFreebets((await call(getBonuses, {})).bonuses, currency), named: namedFreebet }
        : null,
    [call, currency, isOffered],
  )
}

/** The free bet that a typed code names: by its own code, or by the promo code that has brought it. */
function namedFreebet(freebets: readonly CouponFreebet[], typed: string): CouponFreebet | undefined {
  const code = promoCodeOf(typed)
  return freebets.find((one) => code !== null && (one.code === code || one.promoCode === code))
}

function endOf({ end }: PlayerBonus): number {
  return end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end)
}
