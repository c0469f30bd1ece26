import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { Campaign, ShopItem } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { giveAward } from '../awards/award-life.ts'
import { campaignsOf } from '../awards/entitlement.ts'
import { takeBackQueued } from '../awards/queued-awards.ts'
import type { NamedCampaign, Rewarded } from '../promo-ports.ts'
import { spendPoints, undoSpending } from './lots.ts'
import type { LoyaltyPorts, LoyaltySections } from './loyalty-ports.ts'
import type { MemberRow } from './members.ts'

/** What a player orders. */
export interface AskedOrder {
  /** Name of the order: asked again under it, it is the same. */
  readonly guid: string
  readonly itemId: string
  /** The price that the player has seen. */
  readonly points: number
}

/** An item with its bonus. */
export interface OfferedItem {
  readonly id: string
  readonly item: ShopItem
  readonly campaign: Campaign
  /** How many are left; null where there is no bound. */
  readonly left: number | null
}

interface Ordering {
  readonly member: MemberRow
  readonly player: Rewarded
  readonly sections: LoyaltySections
  readonly now: Date
}

/** What players of a country can order now, in its order: nothing that the brand or its licence gives no bonus for. */
export async function shopOf(
  tx: BrandTransaction,
  sections: LoyaltySections,
  at: { readonly country: string; readonly now: Date },
): Promise<readonly OfferedItem[]> {
  const stock = await tx.select('loyalty_stock').select(['item_id', 'sold']).execute()
  const soldOf = new Map(stock.map(({ item_id, sold }) => [item_id, sold]))
  const campaigns = new Map(campaignsOf(sections, at).map(({ id, campaign }) => [id, campaign]))
  return Object.entries(sections.promo.loyaltyShop)
    .flatMap(([id, item]): OfferedItem[] => {
      const campaign = campaigns.get(item.campaign)
      if (!item.isOffered || campaign?.trigger.on !== 'desk') return []
      const left = item.stock === 0 ? null : Math.max(0, item.stock - (soldOf.get(id) ?? 0))
      return [{ id, item, campaign, left }]
    })
    .sort((one, other) => one.item.order - other.item.order || (one.id < other.id ? -1 : 1))
}

/** Orders an item: its points, its place in the stock and its bonus are taken together or not at all (PROMO-21).
 *  @throws AppError loyalty.item_unknown, loyalty.price_changed, loyalty.points_short, loyalty.out_of_stock, promo.budget_spent,
 *  promo.no_account, or the reason of the guard */
export async function orderItem(
  tx: BrandTransaction,
  ports: Pick<LoyaltyPorts, 'guard' | 'freeRounds'>,
  { asked, ...of }: Ordering & { readonly asked: AskedOrder },
): Promise<void> {
  const { member, player, sections, now } = of
  const { guid, itemId, points } = asked
  if (await wasOrdered(tx, member, asked)) return
  const refusal = await ports.guard(tx, { path: 'casino', ...player, amountMinor: 0, now })
  if (refusal) throw new AppError(refusal.reason, refusal.params)
  const offered = (await shopOf(tx, sections, { country: player.country, now })).find(({ id }) => id === itemId)
  if (!offered) throw new AppError('loyalty.item_unknown')
  const { item, campaign } = offered
  if (item.points !== points) throw new AppError('loyalty.price_changed')
  const row = { account_id: member.account_id, guid, item_id: itemId, points, campaign_id: item.campaign }
  const { orderId } = await tx
    .insert('loyalty_order', { ...row, ordered_at: now })
    .returning('order_id as orderId')
    .executeTakeFirstOrThrow()
  if (!(await spendPoints(tx, member, { points, orderId, now }))) throw new AppError('loyalty.points_short')
  if (!(await reserve(tx, itemId, item))) throw new AppError('loyalty.out_of_stock')
  const named: NamedCampaign = { id: item.campaign, campaign }
  const { freeRounds } = ports
  const award = await giveAward(tx, { player, named, sections, freeRounds, now, cause: `shop/${orderId}` })
  if ('refusal' in award) throw new AppError(award.refusal)
  await tx.update('loyalty_order', { award_id: award.awardId }).where('order_id', '=', orderId).execute()
}

async function wasOrdered(
  tx: BrandTransaction,
  { account_id }: MemberRow,
  { guid, itemId }: AskedOrder,
): Promise<boolean> {
  const row = await tx
    .select('loyalty_order')
    .select('item_id')
    .where('account_id', '=', account_id)
    .where('guid', '=', guid)
    .executeTakeFirst()
  if (row && row.item_id !== itemId) throw new AppError('loyalty.item_unknown')
  return row !== undefined
}

/** Takes one of an item out of the stock. @returns false when none is left: of two players at once one gets the last */
async function reserve(tx: BrandTransaction, itemId: string, { stock }: ShopItem): Promise<boolean> {
  await tx
    .insert('loyalty_stock', { item_id: itemId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .update('loyalty_stock', { sold: sql<number>`sold + 1` as unknown as number })
    .where('item_id', '=', itemId)
    .where(sql<boolean>`(${stock}::int8 = 0 or sold < ${stock}::int8)`)
    .returning('sold')
    .executeTakeFirst()
  return row !== undefined
}

/** Gives an order back whose bonus has not begun: its points return to the lots that they came from.
 *  @throws AppError loyalty.order_unknown, loyalty.order_final */
export async function returnOrder(
  tx: BrandTransaction,
  { member, orderId, now }: { readonly member: MemberRow; readonly orderId: number; readonly now: Date },
): Promise<void> {
  const accountId = member.account_id
  const order = await tx
    .select('loyalty_order')
    .select(['award_id', 'item_id', 'returned_at'])
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new AppError('loyalty.order_unknown')
  if (order.returned_at !== null) return
  if (order.award_id === null || !(await takeBackQueued(tx, { accountId, awardId: order.award_id, now })))
    throw new AppError('loyalty.order_final')
  await undoSpending(tx, member, { orderId, now })
  await tx
    .update('loyalty_stock', { sold: sql<number>`greatest(0, sold - 1)` as unknown as number })
    .where('item_id', '=', order.item_id)
    .execute()
  await tx.update('loyalty_order', { returned_at: now }).where('order_id', '=', orderId).execute()
}
