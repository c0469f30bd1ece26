import type { ResponsibleConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { GuardedMoney, MoneyRefusal } from '#server/money/money-guard.ts'

/** Why a deposit has to wait until its player has read how far players' funds are protected: they never have, or it has changed since
 *  (LCCP 4.2.1). */
export async function fundsRefusal(
  tx: BrandTransaction,
  { path, accountId }: GuardedMoney,
  { fundsProtection }: Pick<ResponsibleConfig, 'fundsProtection'>,
): Promise<MoneyRefusal | null> {
  if (fundsProtection === undefined || path !== 'deposit') return null
  const last = await tx
    .select('protection_act')
    .select('detail')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'funds_acknowledged')
    .orderBy('act_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.detail.protection === fundsProtection) return null
  return { reason: 'protection.funds_unacknowledged', params: { protection: fundsProtection } }
}
