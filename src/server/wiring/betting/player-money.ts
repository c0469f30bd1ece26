import type { PlayerStake, StakeFunding, StakeGuard } from '#server/betting/betting-ports.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Lets players stake whose account is active and who have agreed to the terms that its registration asked for. */
export const accountStakeGuard: StakeGuard = async (tx, { accountId }: PlayerStake) => {
  const account = await tx
    .select('account')
    .leftJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'account.brand_id').onRef('profile.account_id', '=', 'account.account_id'),
    )
    .select(['account.state', 'profile.consents'])
    .where('account.account_id', '=', accountId)
    .executeTakeFirst()
  const hasAgreed = Object.keys(account?.consents ?? {}).length > 0
  return account?.state === 'active' && hasAgreed ? null : { reason: 'bet.player_not_allowed' }
}

/** Stakes are paid from the cash account in the currency of the bet; no promo code pays for any. */
export const cashFunding: StakeFunding = async (tx, { accountId, currency, promo }) => {
  if (promo !== undefined) return { reason: 'bet.promo_unknown' }
  return (await cashAccountOf(tx, accountId, currency)) ?? null
}

async function cashAccountOf(tx: BrandTransaction, accountId: number, currency: string): Promise<number | undefined> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', 'cash')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}
