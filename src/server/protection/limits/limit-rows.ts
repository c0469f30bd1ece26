import type { KeptLimit, LimitKind, LimitPeriod } from '#machines/protection/limits/limit-change.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** A limit of a player as it is kept. */
export interface LimitRow extends KeptLimit {
  readonly kind: LimitKind
  readonly period: LimitPeriod
  /** Null of a limit on time. */
  readonly currency: string | null
}

/** Which limit is meant. */
export interface LimitName {
  readonly accountId: number
  readonly kind: LimitKind
  readonly period: LimitPeriod
}

/** The limits of a player, by kind and period; with `isHeld` nobody else reads them so until the end of the transaction. */
export async function readLimits(tx: BrandTransaction, accountId: number, isHeld = false): Promise<LimitRow[]> {
  const query = tx
    .select('player_limit')
    .select(['kind', 'period', 'currency', 'amount'])
    .select(['raise_amount as raiseAmount', 'raise_starts_at as startsAt', 'raise_lapses_at as lapsesAt'])
    .where('account_id', '=', accountId)
    .where('amount', 'is not', null)
    .orderBy('kind')
    .orderBy('period')
  const rows = await (isHeld ? query.forUpdate() : query).execute()
  return rows.map(({ raiseAmount, startsAt, lapsesAt, ...row }) => ({
    ...row,
    waiting: startsAt && lapsesAt ? { amount: raiseAmount, startsAt, lapsesAt } : null,
  }))
}

/** Keeps a limit in place of what was kept before. */
export async function keepLimit(
  tx: BrandTransaction,
  { accountId, kind, period }: LimitName,
  { amount, waiting, currency, now }: KeptLimit & { readonly currency: string | null; readonly now: Date },
): Promise<void> {
  const values = {
    currency,
    amount,
    raise_amount: waiting?.amount ?? null,
    raise_starts_at: waiting?.startsAt ?? null,
    raise_lapses_at: waiting?.lapsesAt ?? null,
    changed_at: now,
  }
  await tx
    .insert('player_limit', { account_id: accountId, kind, period, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id', 'kind', 'period']).doUpdateSet(values))
    .execute()
}
