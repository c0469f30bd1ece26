import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { PlayerStake, StakeFunding } from '#server/betting/betting-ports.ts'
import { HELD_MINOR } from '#server/casino/wallet/balance.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Chooses the account that a bet on sport is paid from: a bet is paid wholly from one, the player's own money or a bonus for sport, by
 *  the order of its terms (PROMO-17).
 *  @param cash chooses the account of the player's own money, or says why there is none */
export function bonusFunding(cash: StakeFunding): StakeFunding {
  return async (tx, stake) => {
    const own = await cash(tx, stake)
    if (typeof own !== 'number') return own
    const { accountId, currency, stakeMinor } = stake
    const funds = await fundsBesideAward(tx, accountId, currency)
    const [award] = funds
    if (!award) return own
    const { most_stake_minor: most, exponent, terms } = award
    if (most > 0 && stakeMinor > most)
      return { reason: 'promo.stake_too_high', params: { amount: minorToDecimal(most, exponent), currency } }
    if ((terms.wagering.productsPpm.sport ?? 0) === 0) return own
    const [money, bonus] = [funds.find(({ kind }) => kind === 'cash'), funds.find(({ kind }) => kind === 'bonus')]
    const isBonusFirst = terms.wagering.fundOrder === 'bonus_first' || (money?.minor ?? 0) < stakeMinor
    if (!isBonusFirst || !bonus || bonus.minor < stakeMinor) return own
    return (await notePaying(tx, stake, award.award_id)) ? bonus.id : own
  }
}

/** Notes with a request which bonus pays its stake. @returns false when that one has ended meanwhile */
async function notePaying(
  tx: BrandTransaction,
  { accountId, currency, reservationId }: PlayerStake,
  awardId: number,
): Promise<boolean> {
  if (reservationId === null) return true
  const [noted] = await tx.call('bonus_pays', accountId, currency, reservationId, awardId)
  return noted?.pays ?? false
}

/** What a player holds of their own and of the bonus that is played through, each with its terms; nothing without such a bonus. It is one
 *  statement, since every bet waits for it. */
function fundsBesideAward(tx: BrandTransaction, accountId: number, currency: string) {
  return tx
    .select('promo_award')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'promo_award.brand_id')
        .onRef('currency_account.account_id', '=', 'promo_award.account_id')
        .onRef('currency_account.currency', '=', 'promo_award.currency')
        .on('currency_account.kind', 'in', ['cash', 'bonus'])
        .on('currency_account.closed_at', 'is', null),
    )
    .select(['promo_award.award_id', 'promo_award.most_stake_minor', 'promo_award.exponent', 'promo_award.terms'])
    .select(['currency_account.kind', 'currency_account.currency_account_id as id', HELD_MINOR.as('minor')])
    .where('promo_award.account_id', '=', accountId)
    .where('promo_award.currency', '=', currency)
    .where('promo_award.state', '=', 'active')
    .execute()
}
