import { fitsToken } from '#machines/betting/coupon/token-bounds.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { promoCodeOf } from '#machines/promo/awards/promo-code.rules.ts'
import type { PlayerStake, StakeFunding } from '#server/betting/betting-ports.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockPromoAccounts } from '#server/promo/awards/award-money.ts'
import { givesToken, lockAward } from '#server/promo/awards/award-rows.ts'
import type { PromoSections } from '#server/promo/promo-ports.ts'
import { boundsOf } from './bet-tokens.ts'
import { isOver, wasRefused } from './freebet-funding.ts'

/** What pays bets on which something of a bonus is put. */
interface TokenFunding {
  /** Chooses the account of the player's own money. */
  readonly cash: StakeFunding
  /** Pays every other bet. */
  readonly otherwise: StakeFunding
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<Pick<PromoSections, 'global'>>
}

/** Puts a double, a power bet or an insurance on a bet that names it by its number, `T90012`, by the promo code that has brought it, or as
 *  a power bet; the player's own money pays the bet (BET-14, PROMO-19). Any other bet is paid as before. */
export function tokenFunding({ cash, otherwise, clock, sections }: TokenFunding): StakeFunding {
  return async (tx, stake) => {
    const { accountId, currency, stakeMinor, reservationId, isPowerBet, odds = [] } = stake
    if ((stake.promo === undefined && !isPowerBet) || reservationId === null) return otherwise(tx, stake)
    const awardId = await namedToken(tx, stake)
    if (awardId === undefined) return isPowerBet ? { reason: 'bet.promo_unknown' } : otherwise(tx, stake)
    const now = clock()
    // The accounts are locked before the award, as by every stake.
    await lockPromoAccounts(tx, { accountId, currency, now })
    const award = await lockAward(tx, accountId, awardId)
    if (!award || award.ended_at !== null || isOver(award, now)) return { reason: 'bet.promo_unknown' }
    if (award.state === 'staked' && !(await wasRefused(tx, award))) return { reason: 'promo.token_staked' }
    const bounds = boundsOf(award, (await sections(tx.brandId)).global)
    if (!fitsToken(bounds, { stakeMinor, odds })) {
      const amount = minorToDecimal(bounds.minimumStakeMinor, award.exponent)
      const { minimumLegs: legs, minimumOddsE3 } = bounds
      return { reason: 'promo.token_bet', params: { amount, currency, odds: minimumOddsE3 / 1000, legs } }
    }
    const own = await cash(tx, stake)
    if (typeof own !== 'number') return own
    const staked = { state: 'staked', reservation_id: reservationId } as const
    await tx.update('promo_award', staked).where('award_id', '=', awardId).execute()
    return own
  }
}

/** The number of what a bet names: the one that is nearest to its end among those of a code, and of power bets. */
async function namedToken(
  tx: BrandTransaction,
  { accountId, currency, promo, isPowerBet }: PlayerStake & { readonly promo?: string; readonly isPowerBet?: boolean },
): Promise<number | undefined> {
  const code = promo === undefined ? null : promoCodeOf(promo)
  const rows = await tx
    .select('promo_award')
    .select(['award_id', 'terms'])
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('state', 'in', ['ready', 'staked'])
    .orderBy('state')
    .orderBy('expires_at')
    .orderBy('award_id')
    .execute()
  return rows.find(
    ({ award_id, terms }) =>
      givesToken(terms) &&
      (!isPowerBet || terms.reward.kind === 'powerbet') &&
      (promo === undefined ||
        code === tokenCode(award_id) ||
        (terms.trigger.on === 'code' && terms.trigger.code !== '' && code === terms.trigger.code)),
  )?.award_id
}

/** The code by which a bet names what is put on it: `T90012`. */
export function tokenCode(awardId: number): string {
  return `T${awardId}`
}
