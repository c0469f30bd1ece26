import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { promoCodeOf } from '#machines/promo/awards/promo-code.rules.ts'
import type { BettingPorts, StakeFunding } from '#server/betting/betting-ports.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockPromoAccounts } from '#server/promo/awards/award-money.ts'
import { type AwardRow, givesFreebet, lockAward, winsBonus } from '#server/promo/awards/award-rows.ts'

/** Pays a bet that names a free bet from it, as a whole: by its own number, `F90012`, or by the promo code that has brought it (PROMO-19,
 *  PROMO-20). Any other bet is paid as before.
 *  @param otherwise pays what names no free bet, or says why nothing does */
export function freebetFunding(otherwise: StakeFunding, clock: () => Date): StakeFunding {
  return async (tx, stake) => {
    const { accountId, currency, stakeMinor, reservationId, promo } = stake
    if (promo === undefined || reservationId === null) return otherwise(tx, stake)
    const awardId = await namedFreebet(tx, { accountId, currency, promo })
    if (awardId === undefined) return { reason: 'bet.promo_unknown' }
    const now = clock()
    // The accounts are locked before the award, as by every stake.
    const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
    const award = await lockAward(tx, accountId, awardId)
    const account = accounts?.ids.get('freebet')
    if (!award || account === undefined || award.ended_at !== null || isOver(award, now))
      return { reason: 'bet.promo_unknown' }
    if (award.state === 'staked' && !(await wasRefused(tx, award))) return { reason: 'promo.freebet_staked' }
    const { granted_minor: wholeMinor, exponent } = award
    if (stakeMinor !== wholeMinor)
      return { reason: 'promo.freebet_whole', params: { amount: minorToDecimal(wholeMinor, exponent), currency } }
    const staked = { state: 'staked', reservation_id: reservationId } as const
    await tx.update('promo_award', staked).where('award_id', '=', awardId).execute()
    return account
  }
}

/** The free bet that pays the stake of a request. */
export const freebetOf: BettingPorts['freebetOf'] = async (tx, reservationId) => {
  const award = await tx
    .select('promo_award')
    .select('terms')
    .where('reservation_id', '=', reservationId)
    .where('state', '=', 'staked')
    .executeTakeFirst()
  if (!award || !givesFreebet(award.terms)) return undefined
  const { isStakeReturned = false } = award.terms.reward
  return { isStakeReturned, ...(winsBonus(award.terms) ? { winnings: 'bonus' as const } : {}) }
}

/** Whether the free bet that a request was paid from is where its bet left it. Its award is locked. */
export const isFreebetBack: BettingPorts['isFreebetBack'] = async (tx, reservationId) => {
  const award = await tx
    .select('promo_award')
    .select('ended_at')
    .where('reservation_id', '=', reservationId)
    .forUpdate()
    .executeTakeFirst()
  return award?.ended_at === null
}

/** Makes free bets, and what is put on bets, usable again whose bets were refused. */
export async function freeRefused(tx: BrandTransaction): Promise<void> {
  await tx
    .update('promo_award', { state: 'ready', reservation_id: null })
    .where('state', '=', 'staked')
    .where('reservation_id', 'in', (from) =>
      from.selectFrom('bet_reservation').select('bet_reservation.reservation_id').where('state', '=', 'refused'),
    )
    .execute()
}

/** The number of the free bet that a bet names: the one that is nearest to its end among those of a code. */
async function namedFreebet(
  tx: BrandTransaction,
  { accountId, currency, promo }: { readonly accountId: number; readonly currency: string; readonly promo: string },
): Promise<number | undefined> {
  const code = promoCodeOf(promo)
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
      givesFreebet(terms) &&
      (code === freebetCode(award_id) || (terms.trigger.on === 'code' && code === terms.trigger.code)),
  )?.award_id
}

/** The code by which a bet is paid from a free bet: `F90012`. */
export function freebetCode(awardId: number): string {
  return `F${awardId}`
}

/** Whether the time of an award is over. */
export function isOver({ expires_at }: AwardRow, now: Date): boolean {
  return expires_at !== null && expires_at <= now
}

/** Whether the bet of an award was refused, so that it can be used again. */
export async function wasRefused(tx: BrandTransaction, { reservation_id }: AwardRow): Promise<boolean> {
  const request = await tx
    .select('bet_reservation')
    .select('state')
    .where('reservation_id', '=', reservation_id)
    .executeTakeFirst()
  return request?.state === 'refused'
}
