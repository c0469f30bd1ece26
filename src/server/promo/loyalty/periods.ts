import { type Selectable, sql } from 'kysely'
import { periodCashback } from '#machines/promo/loyalty/cashback.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { LoyaltyPeriodTable } from '#server/db/tables/loyalty-tables.ts'
import type { LoyaltySections } from './loyalty-ports.ts'
import { midnightOf, periodTerms, tiersOf } from './loyalty-terms.ts'
import type { MemberRow } from './members.ts'

/** A period, as kept. */
export type PeriodRow = Selectable<LoyaltyPeriodTable>

/** How long after its end a period is settled: what was under way then is in the books by now. */
export const AFTER_END_MS = 600_000

/** Finds the periods in which things were settled: those of the player are read once, when the first is looked for. One begins at the
 *  midnight before what was settled where none runs, by the tier that the player has then. What was settled before the latest began counts
 *  in that one. @returns finds the number of a period */
export function findPeriods(
  tx: BrandTransaction,
  member: MemberRow,
  sections: LoyaltySections,
): (at: Date) => Promise<number> {
  let known: PeriodSpan[] | undefined
  return async (at) => {
    known ??= await periodsOf(tx, member.account_id, 50)
    const [last] = known
    const inside = known.find(({ starts_at, ends_at }) => starts_at <= at && at < ends_at)
    if (inside) return inside.sequence
    if (last && at < last.starts_at) return last.sequence
    const begun = await beginPeriod(tx, member, { at, last, sections })
    known = [begun, ...known]
    return begun.sequence
  }
}

type PeriodSpan = Pick<PeriodRow, 'sequence' | 'starts_at' | 'ends_at'>

async function beginPeriod(
  tx: BrandTransaction,
  member: MemberRow,
  of: { readonly at: Date; readonly last: PeriodSpan | undefined; readonly sections: LoyaltySections },
): Promise<PeriodSpan> {
  const { at, last, sections } = of
  const { timeZone } = sections.global
  const midnight = midnightOf(at, 0, timeZone)
  const starts_at = last && last.ends_at > midnight ? last.ends_at : midnight
  const ends_at = midnightOf(at, tiersOf(sections)[member.tier].periodDays, timeZone)
  const sequence = (last?.sequence ?? 0) + 1
  await tx
    .insert('loyalty_period', {
      ...{ account_id: member.account_id, sequence, tier: member.tier, state: 'open', starts_at, ends_at },
      terms: storableJson(periodTerms(sections, member.tier)),
      settle_at: new Date(ends_at.getTime() + AFTER_END_MS),
    })
    .execute()
  return { sequence, starts_at, ends_at }
}

/** What a period gains by bets and rounds, minor units of the default currency. */
export interface PeriodGain {
  readonly stakeMinor: number
  readonly lossMinor: number
}

/** Adds to what a period has counted; one that was settled is settled again. */
export async function addToPeriod(
  tx: BrandTransaction,
  { account_id }: Pick<MemberRow, 'account_id'>,
  of: PeriodGain & { readonly sequence: number; readonly now: Date },
): Promise<void> {
  const { sequence, stakeMinor, lossMinor, now } = of
  if (stakeMinor === 0 && lossMinor === 0) return
  await tx
    .update('loyalty_period', {
      stake_minor: sql<number>`stake_minor + ${stakeMinor}` as unknown as number,
      loss_minor: sql<number>`loss_minor + ${lossMinor}` as unknown as number,
      settle_at: sql<Date>`coalesce(settle_at, ${now})` as unknown as Date,
    })
    .where('account_id', '=', account_id)
    .where('sequence', '=', sequence)
    .execute()
}

/** Periods of a player, the latest first. */
export function periodsOf(tx: BrandTransaction, accountId: number, limit: number): Promise<PeriodRow[]> {
  return tx
    .select('loyalty_period')
    .selectAll('loyalty_period')
    .where('account_id', '=', accountId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/** What a period comes to by what has been counted, minor units of the default currency. */
export function dueOf({ stake_minor, loss_minor, terms }: PeriodRow): number {
  return periodCashback({ stakeMinor: stake_minor, lossMinor: loss_minor }, terms)
}
