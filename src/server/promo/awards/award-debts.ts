import { type Selectable, sql } from 'kysely'
import type { TaskStanding } from '#machines/promo/awards/task-debt.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PromoDebtTable } from '#server/db/tables/promo-tables.ts'
import { givesPoints } from './award-points.ts'
import { type AwardRow, givesFreeRounds, givesToken } from './award-rows.ts'

/** Why more is owed of a bonus, or less. */
interface Debt extends Pick<Selectable<PromoDebtTable>, 'cause' | 'reference'> {
  readonly awardId: number
  /** How much more; below zero where it is less. Nothing is noted of nothing. */
  readonly minor: number
  /** The bonus from which it was taken off. */
  readonly byAwardId?: number
}

/** Notes a change of what is owed of a bonus, beside the change itself: the proof of the books asks for each. */
export async function noteDebt(
  tx: BrandTransaction,
  { awardId, minor, cause, reference, byAwardId }: Debt,
): Promise<void> {
  if (minor === 0) return
  await tx
    .insert('promo_debt', {
      ...{ award_id: awardId, minor, cause, reference },
      ...(byAwardId === undefined ? {} : { by_award_id: byAwardId }),
    })
    .execute()
}

/** What the entries say of a bonus for bets or losses, beside what those have made: what it has paid of bonuses, what later ones have paid of
 *  it, and what is owed of it for anything else; minor units. */
export async function debtsOf(
  tx: BrandTransaction,
  { award_id: awardId }: Pick<AwardRow, 'award_id'>,
): Promise<Pick<TaskStanding, 'takenMinor' | 'paidOffMinor' | 'otherMinor'>> {
  const sumOf = (condition: ReturnType<typeof sql<boolean>>, sign: -1 | 1) =>
    sql<number>`coalesce(${sql.lit(sign)} * sum(minor) filter (where ${condition}), 0)::int8`
  const of = sql<boolean>`award_id = ${awardId}`
  return tx
    .select('promo_debt')
    .select(sumOf(sql<boolean>`by_award_id = ${awardId}`, -1).as('takenMinor'))
    .select(sumOf(sql<boolean>`${of} and cause = 'paid'`, -1).as('paidOffMinor'))
    .select(sumOf(sql<boolean>`${of} and cause not in ('task', 'paid')`, 1).as('otherMinor'))
    .where((where) => where.or([where('award_id', '=', awardId), where('by_award_id', '=', awardId)]))
    .executeTakeFirstOrThrow()
}

/** Takes what the player owes of earlier bonuses off a new one. @returns how much of it */
export async function settleDebts(
  tx: BrandTransaction,
  award: Pick<AwardRow, 'award_id' | 'account_id' | 'currency'>,
  mostMinor: number,
): Promise<number> {
  const debts = await tx
    .select('promo_award')
    .select(['award_id', 'owed_minor'])
    .where('account_id', '=', award.account_id)
    .where('currency', '=', award.currency)
    .where('owed_minor', '>', 0)
    .orderBy('award_id')
    .forNoKeyUpdate()
    .execute()
  let takenMinor = 0
  for (const { award_id, owed_minor } of debts) {
    const minor = Math.min(owed_minor, mostMinor - takenMinor)
    if (minor === 0) continue
    await tx
      .update('promo_award', { owed_minor: owed_minor - minor })
      .where('award_id', '=', award_id)
      .execute()
    const paid = { awardId: award_id, byAwardId: award.award_id, minor: -minor }
    await noteDebt(tx, { ...paid, cause: 'paid', reference: `bonus/${award.award_id}` })
    takenMinor += minor
  }
  return takenMinor
}

/** Whether a bonus is one of money, from which what is owed of money is taken. */
export function paysDebts(terms: Pick<Campaign, 'reward'>): boolean {
  return !givesPoints(terms) && !givesFreeRounds(terms) && !givesToken(terms)
}

/** Owes nothing any more of what a free bet has not won after all and its bonus lacked when it ended: none of it was the player's money, and
 *  what was lost in play is the house's already.
 *  @param award locked, and changed */
export async function forgiveUndone(tx: BrandTransaction, award: AwardRow): Promise<void> {
  if (award.owed_minor === 0) return
  const { undone } = await tx
    .select('promo_debt')
    .select(sql<number>`coalesce(sum(minor), 0)::int8`.as('undone'))
    .where('award_id', '=', award.award_id)
    .where('cause', '=', 'undone')
    .executeTakeFirstOrThrow()
  const minor = Math.max(0, Math.min(award.owed_minor, undone))
  if (minor === 0) return
  const change = { owed_minor: award.owed_minor - minor, moved_minor: award.moved_minor + minor }
  await tx.update('promo_award', change).where('award_id', '=', award.award_id).execute()
  await noteDebt(tx, { awardId: award.award_id, minor: -minor, cause: 'undone', reference: `bonus/${award.award_id}` })
  Object.assign(award, change)
}
