import { useMemo } from 'react'
import type { CallPort } from '#calls/call.ts'
import { getBonuses } from '#calls/promo/bonus.calls.ts'
import { promoCodeOf } from '#machines/promo/awards/promo-code.rules.ts'
import type { CouponFreebet, CouponToken, PlayerBonus } from '#schemas'
import type { FreebetSource } from '../betting/coupon-freebets.ts'

/** The free bets that a coupon in a currency can be paid with, the one that ends first first. */
export function usableFreebets(bonuses: readonly PlayerBonus[], currency: string): readonly CouponFreebet[] {
  return bonuses
    .filter(
      ({ state, currencyIso, terms }) => state === 'ready' && currencyIso === currency && terms.kind === 'freebet',
    )
    .toSorted((one, other) => endOf(one) - endOf(other) || one.id - other.id)
    .flatMap(({ code, promoCode, name, money: stakeMinor, terms, end: expiresAt }) =>
      code === undefined
        ? []
        : [
            {
              ...{ code, name, stakeMinor, isStakeReturned: terms.isStakeReturned ?? false },
              ...(terms.winnings === undefined ? {} : { winnings: terms.winnings }),
              ...(promoCode === undefined ? {} : { promoCode }),
              ...(expiresAt === undefined ? {} : { expiresAt }),
            },
          ],
    )
}

/** What the player can put on a bet in a currency, the one that ends first first. */
export function usableTokens(bonuses: readonly PlayerBonus[], currency: string): readonly CouponToken[] {
  return bonuses
    .filter(({ state, currencyIso }) => state === 'ready' && currencyIso === currency)
    .toSorted((one, other) => endOf(one) - endOf(other) || one.id - other.id)
    .flatMap(({ code, name, money: maximumMinor, terms, end: expiresAt }) => {
      const { kind, percentE4, chosenBet } = terms
      if (code === undefined || (kind !== 'double' && kind !== 'powerbet' && kind !== 'insurance')) return []
      const bounds = chosenBet ?? { minimumStakeMinor: 0, minimumOddsE3: 1000, minimumLegs: 1 }
      return [
        {
          ...{ code, kind, name, percentE4, maximumMinor, ...bounds },
          ...(expiresAt === undefined ? {} : { expiresAt }),
        },
      ]
    })
}

/** Where the coupon of a player finds free bets, and what is put on bets, in its currency; null where there are none to be had. */
export function useFreebetSource(
  call: CallPort,
  { currency, isOffered }: { readonly currency: string; readonly isOffered: boolean },
): FreebetSource | null {
  return useMemo(
    () =>
      isOffered
        ? {
            ask: async () => {
              const { bonuses } = await call(getBonuses, {})
              return { freebets: usableFreebets(bonuses, currency), tokens: usableTokens(bonuses, currency) }
            },
            named: namedFreebet,
          }
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
