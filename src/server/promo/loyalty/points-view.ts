import { pointsLeft } from '#machines/promo/loyalty/points.rules.ts'
import { xpE4Of } from '#machines/promo/loyalty/tiers.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lotsLeft, pointLot } from './lots.ts'
import type { LoyaltyPorts, LoyaltySections } from './loyalty-ports.ts'
import { inCurrency, isExcluded } from './loyalty-terms.ts'
import type { MemberRow } from './members.ts'

/** An order of a player. */
export interface OrderView {
  readonly orderId: number
  readonly itemId: string
  /** The bonus by the terms that it was given by. */
  readonly campaign: Campaign | null
  readonly points: number
  readonly state: 'ordered' | 'waiting' | 'returned'
  readonly orderedAt: Date
}

/** The points of a player. */
export interface PointsView {
  readonly points: number
  /** Of bets and rounds that are not settled yet. */
  readonly pending: number
  readonly owed: number
  readonly expiring: { readonly points: number; readonly at: Date } | null
  readonly orders: readonly OrderView[]
}

const SHOWN_ORDERS = 50

/** What a player has of points, and has ordered. */
export async function pointsView(
  tx: BrandTransaction,
  ports: LoyaltyPorts,
  of: { readonly member: MemberRow; readonly sections: LoyaltySections; readonly now: Date },
): Promise<PointsView> {
  const { member, sections, now } = of
  const lots = (await lotsLeft(tx, member.account_id)).filter(({ expires_at }) => expires_at > now)
  const [first] = lots.toSorted((one, other) => one.expires_at.getTime() - other.expires_at.getTime())
  return {
    points: pointsLeft(lots.map(pointLot), now.getTime()),
    pending: await pendingOf(tx, ports, { member, sections }),
    owed: member.points_owed,
    expiring: first ? { points: first.left_points, at: first.expires_at } : null,
    orders: await ordersOf(tx, member),
  }
}

async function pendingOf(
  tx: BrandTransaction,
  ports: LoyaltyPorts,
  { member, sections }: { readonly member: MemberRow; readonly sections: LoyaltySections },
): Promise<number> {
  const { promo, global } = sections
  const { defaultCurrency: to } = global
  if (!member.takes_part) return 0
  const rates = {
    ...{ exponent: global.currencies[to]?.exponent ?? 2, xpTimesE2: 100 },
    experienceE2: promo.loyaltyPoints.perUnitE2,
  }
  const open = await ports.openStakes(tx, member.account_id)
  const pointsE4 = open
    .filter(({ product, gameId }) => !isExcluded(sections, { product, gameId }))
    .reduce(
      (sum, { stakeMinor, currency: from }) => sum + xpE4Of(inCurrency(stakeMinor, { from, to, global }), rates),
      0,
    )
  return Math.floor(pointsE4 / 10_000)
}

async function ordersOf(tx: BrandTransaction, { account_id }: MemberRow): Promise<OrderView[]> {
  const rows = await tx
    .select('loyalty_order')
    .leftJoin('promo_award', (join) =>
      join
        .onRef('promo_award.brand_id', '=', 'loyalty_order.brand_id')
        .onRef('promo_award.award_id', '=', 'loyalty_order.award_id'),
    )
    .select(['loyalty_order.order_id', 'loyalty_order.item_id', 'loyalty_order.points', 'loyalty_order.ordered_at'])
    .select(['loyalty_order.returned_at', 'promo_award.state', 'promo_award.terms'])
    .where('loyalty_order.account_id', '=', account_id)
    .orderBy('loyalty_order.order_id', 'desc')
    .limit(SHOWN_ORDERS)
    .execute()
  return rows.map((row) => ({
    ...{ orderId: row.order_id, itemId: row.item_id, points: row.points, orderedAt: row.ordered_at },
    campaign: row.terms,
    state: row.returned_at !== null ? 'returned' : row.state === 'queued' ? 'waiting' : 'ordered',
  }))
}
