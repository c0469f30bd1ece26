import type { StakeFunding } from '#server/betting/betting-ports.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Stakes are paid from the cash account in the currency of the bet, and no promo code from it. */
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
