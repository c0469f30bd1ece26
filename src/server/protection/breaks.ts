import type { PlayerBreak } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** A break that holds. */
export interface StandingBreak {
  readonly kind: PlayerBreak['kind']
  readonly startsAt: Date
  readonly endsAt: Date
}

/** Whose break is looked for, in which group of brands. */
export interface BreakOf {
  readonly accountId: number
  /** `responsible.exclusionGroup` of the brand. */
  readonly group: string
  readonly now: Date
}

/** The break that holds for a player, taken here or at another brand of the group, or an exclusion by a register: of several the one that
 *  ends last; undefined when none does (RG-11, RG-15). */
export async function standingBreak(
  tx: BrandTransaction,
  { accountId, group, now }: BreakOf,
): Promise<StandingBreak | undefined> {
  const [row] = await tx.call('standing_break', accountId, group, now)
  return row && { kind: row.kind, startsAt: row.starts_at, endsAt: row.ends_at }
}

/** How far a player has come back whose exclusion has ended: that they have still to ask, or from when they can play. */
export type UnfinishedReturn = { readonly opensAt: Date | null }

/** What keeps a player from playing whose last exclusion has ended; undefined when nothing does (RG-11). */
export async function unfinishedReturn(
  tx: BrandTransaction,
  { accountId, group, now }: BreakOf,
): Promise<UnfinishedReturn | undefined> {
  const [row] = await tx.call('unfinished_return', accountId, group, now)
  return row && { opensAt: row.opens_at }
}

/** So many months later, at the same time of the day; the last day of a shorter month stands for a day that it does not have. */
export function monthsLater(from: Date, months: number): Date {
  const later = new Date(from)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const days = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(from.getUTCDate(), days))
  return later
}
