import type { Selectable } from 'kysely'
import { tierBelow, tierOf, wholeXp } from '#machines/promo/loyalty/tiers.rules.ts'
import type { Tier } from '#machines/site/loyalty-tiers.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { LoyaltyMemberTable } from '#server/db/tables/loyalty-tables.ts'
import type { LoyaltySections } from './loyalty-ports.ts'
import { tiersOf } from './loyalty-terms.ts'

const DAY_MS = 86_400_000

/** A player in the programme, as kept. */
export type MemberRow = Selectable<LoyaltyMemberTable>

/** The row of a player, made where there is none, locked until the end of the transaction: what one counts, pays or chooses, another waits
 *  for. It is locked before any account of the player. */
export async function lockMember(tx: BrandTransaction, accountId: number, now: Date): Promise<MemberRow> {
  const locked = () =>
    tx.select('loyalty_member').selectAll('loyalty_member').where('account_id', '=', accountId).forUpdate()
  const known = await locked().executeTakeFirst()
  if (known) return known
  await tx
    .insert('loyalty_member', { account_id: accountId, kept_from: now, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return locked().executeTakeFirstOrThrow()
}

/** A member with more experience, which may be less where bets were taken back, and with the tier of it. */
export function withXp(
  member: MemberRow,
  { xpE4, sections, now }: { readonly xpE4: number; readonly sections: LoyaltySections; readonly now: Date },
): MemberRow {
  if (xpE4 === 0) return member
  const xp_e4 = Math.max(0, member.xp_e4 + xpE4)
  const { tier } = tierOf(wholeXp(xp_e4), tiersOf(sections))
  const kept = tier === member.tier ? { kept_xp_e4: member.kept_xp_e4 + xpE4 } : { kept_xp_e4: 0, kept_from: now }
  return { ...member, xp_e4, tier, ...kept }
}

/** Judges the tiers of members whose time to earn them again is over: one that was not earned falls by one, to its beginning.
 *  @returns how many were judged */
export async function judgeTiers(tx: BrandTransaction, sections: LoyaltySections, now: Date): Promise<number> {
  const { keepDays } = sections.promo.loyalty
  if (keepDays === 0) return 0
  const due = await tx
    .select('loyalty_member')
    .selectAll('loyalty_member')
    .where('kept_from', '<=', new Date(now.getTime() - keepDays * DAY_MS))
    .where('tier', '<>', 'copper')
    .orderBy('account_id')
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()
  const tiers = tiersOf(sections)
  for (const member of due) {
    const isKept = wholeXp(member.kept_xp_e4) >= tiers[member.tier].keepXp
    const tier: Tier = isKept ? member.tier : tierBelow(member.tier)
    const fallen = isKept ? {} : { tier, xp_e4: tiers[tier].fromXp * 10_000 }
    await change(tx, member, { ...fallen, kept_xp_e4: 0, kept_from: now })
  }
  return due.length
}

/** Changes the row of a member, and what was read of it. */
export async function change(
  tx: BrandTransaction,
  member: MemberRow,
  changes: Partial<
    Pick<MemberRow, 'xp_e4' | 'tier' | 'kept_xp_e4' | 'kept_from' | 'takes_part' | 'owed_minor' | 'points_owed'>
  >,
): Promise<void> {
  await tx.update('loyalty_member', changes).where('account_id', '=', member.account_id).execute()
  Object.assign(member, changes)
}
