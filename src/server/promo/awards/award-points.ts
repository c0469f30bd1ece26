import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lotOfAward, settleLots } from '../loyalty/lots.ts'
import { lockMember } from '../loyalty/members.ts'

/** Whether a campaign gives points of loyalty. */
export function givesPoints({ reward }: Pick<Campaign, 'reward'>): boolean {
  return reward.kind === 'points'
}

/** Locks the player's row of loyalty where a campaign gives points: before any account of the player, as orders of the shop do. */
export async function lockForPoints(
  tx: BrandTransaction,
  campaign: Pick<Campaign, 'reward'>,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
): Promise<void> {
  if (givesPoints(campaign)) await lockMember(tx, accountId, now)
}

/** The points of a bonus. */
interface AwardPoints {
  readonly accountId: number
  readonly awardId: number
  readonly now: Date
}

/** Gives the points of a bonus: a lot of their own, which is filled again where it was taken back (PROMO-15, PROMO-21). What the player
 *  owes of points is taken off them. */
export async function givePoints(
  tx: BrandTransaction,
  of: AwardPoints & { readonly points: number; readonly expiresAt: Date },
): Promise<void> {
  const { accountId, awardId, points, expiresAt, now } = of
  const member = await lockMember(tx, accountId, now)
  const lotId = await lotOfAward(tx, member, { awardId, expiresAt, now })
  await settleLots(tx, member, { earned: new Map([[lotId, points * 10_000]]), now })
}

/** Takes the points of a bonus back that is not earned any more: of its own lot first, then of the others; what was spent is owed. */
export async function takePointsBack(tx: BrandTransaction, { accountId, awardId, now }: AwardPoints): Promise<void> {
  const lot = await tx
    .select('loyalty_lot')
    .select(['lot_id', 'earned_e4'])
    .where('award_id', '=', awardId)
    .executeTakeFirst()
  if (!lot) return
  const member = await lockMember(tx, accountId, now)
  await settleLots(tx, member, { earned: new Map([[lot.lot_id, -lot.earned_e4]]), now })
}
