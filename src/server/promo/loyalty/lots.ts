import { type Selectable, sql } from 'kysely'
import { POINTS_CURRENCY, POINTS_POSTINGS } from '#machines/promo/loyalty/loyalty-postings.ts'
import { clawBack, type PointLot, takePoints } from '#machines/promo/loyalty/points.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { LoyaltyLotTable, PointsMoveKind } from '#server/db/tables/loyalty-tables.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { LoyaltySections } from './loyalty-ports.ts'
import { midnightOf } from './loyalty-terms.ts'
import { change, type MemberRow } from './members.ts'

type LotRow = Selectable<LoyaltyLotTable>

/** A movement in one lot. */
interface LotMove {
  readonly lotId: number
  readonly points: number
  readonly forLot?: number
  readonly orderId?: number
}

/** Finds the lots of the days on which bets were settled, by the clock of the brand; each day is looked for once. @returns finds the
 *  number of a lot */
export function findLots(
  tx: BrandTransaction,
  { account_id }: MemberRow,
  { global: { timeZone }, promo }: LoyaltySections,
): (at: Date) => Promise<number> {
  const known = new Map<string, number>()
  return async (at) => {
    const day = zoneDay(at.getTime(), timeZone)
    const expires_at = midnightOf(at, promo.loyaltyPoints.lifeDays + 1, timeZone)
    const lotId = known.get(day) ?? (await lotOfDay(tx, { account_id, day, earned_at: at, expires_at }))
    known.set(day, lotId)
    return lotId
  }
}

async function lotOfDay(
  tx: BrandTransaction,
  row: Pick<LotRow, 'account_id' | 'day' | 'earned_at' | 'expires_at'>,
): Promise<number> {
  const made = await tx
    .insert('loyalty_lot', row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('lot_id')
    .executeTakeFirst()
  if (made) return made.lot_id
  const lot = await tx
    .select('loyalty_lot')
    .select('lot_id')
    .where('account_id', '=', row.account_id)
    .where('day', '=', row.day)
    .where('award_id', 'is', null)
    .executeTakeFirstOrThrow()
  return lot.lot_id
}

/** The lot of the points of a bonus, made where there is none. @param of until when they hold @returns its number */
export async function lotOfAward(
  tx: BrandTransaction,
  { account_id }: MemberRow,
  of: { readonly awardId: number; readonly expiresAt: Date; readonly now: Date },
): Promise<number> {
  const { awardId: award_id, expiresAt: expires_at, now } = of
  await tx
    .insert('loyalty_lot', { account_id, award_id, day: zoneDay(now.getTime(), 'UTC'), earned_at: now, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const lot = await tx.select('loyalty_lot').select('lot_id').where('award_id', '=', award_id).executeTakeFirstOrThrow()
  return lot.lot_id
}

/** Adds to what the bets or the bonus of lots have brought, or takes it back: whole points are given or taken as they come together (PROMO-21).
 *  @param earned number of a lot → ten-thousandths of points */
export async function settleLots(
  tx: BrandTransaction,
  member: MemberRow,
  { earned, now }: { readonly earned: ReadonlyMap<number, number>; readonly now: Date },
): Promise<void> {
  for (const [lotId, pointsE4] of earned) {
    const { granted, former, award_id, hasBorrowed } = await earnInLot(tx, lotId, pointsE4)
    const kind = award_id === null ? 'earned' : 'granted'
    if (granted > former) await give(tx, member, { lotId, points: granted - former, kind, hasBorrowed, now })
    if (granted < former) await takeBack(tx, member, { lotId, points: former - granted, now })
  }
}

/** Adds to what a lot has earned. @returns the whole points of it then, and those of before */
function earnInLot(tx: BrandTransaction, lotId: number, pointsE4: number) {
  const earned = sql<number>`greatest(0, loyalty_lot.earned_e4 + ${pointsE4}::bigint)`
  return tx
    .update('loyalty_lot', {
      earned_e4: earned as unknown as number,
      granted: sql<number>`${earned} / 10000` as unknown as number,
    })
    .from('loyalty_lot as former')
    .whereRef('former.brand_id', '=', 'loyalty_lot.brand_id')
    .whereRef('former.lot_id', '=', 'loyalty_lot.lot_id')
    .where('loyalty_lot.lot_id', '=', lotId)
    .returning(['loyalty_lot.granted', 'former.granted as former', 'loyalty_lot.award_id'])
    .returning(HAS_BORROWED.as('hasBorrowed'))
    .executeTakeFirstOrThrow()
}

/** Whether points of other lots were ever moved for a lot. */
const HAS_BORROWED = sql<boolean>`exists (
  select from loyalty_move move
  where move.brand_id = loyalty_lot.brand_id and move.for_lot = loyalty_lot.lot_id and move.lot_id <> loyalty_lot.lot_id)`

interface OfLot {
  readonly lotId: number
  readonly points: number
  readonly now: Date
}

/** Gives points: they fill what is owed, then go back to the lots that replaced this one, and the rest is the lot's. */
async function give(
  tx: BrandTransaction,
  member: MemberRow,
  of: OfLot & { readonly kind: 'earned' | 'granted'; readonly hasBorrowed: boolean },
): Promise<void> {
  const { lotId, points, kind, hasBorrowed, now } = of
  const filled = Math.min(points, member.points_owed)
  if (filled > 0) await change(tx, member, { points_owed: member.points_owed - filled })
  let rest = points - filled
  const back: LotMove[] = []
  for (const lent of hasBorrowed ? await lentTo(tx, lotId) : []) {
    const part = Math.min(rest, lent.points)
    back.push({ lotId: lent.lotId, points: part, forLot: lotId })
    rest -= part
  }
  await movePoints(tx, member, { kind: 'returned', moves: back, now })
  await movePoints(tx, member, { kind, moves: [{ lotId, points: rest, forLot: lotId }], now })
}

/** What was taken of other lots for one and has not been returned, the latest first. */
async function lentTo(
  tx: BrandTransaction,
  lotId: number,
): Promise<readonly { readonly lotId: number; readonly points: number }[]> {
  const rows = await tx
    .select('loyalty_move')
    .select('lot_id as lotId')
    .select(sql<number>`(-sum(points))::int8`.as('points'))
    .where('for_lot', '=', lotId)
    .where('lot_id', '<>', lotId)
    .groupBy('lot_id')
    .orderBy(sql`max(move_id)`, 'desc')
    .execute()
  return rows.filter(({ points }) => points > 0)
}

/** Takes points back: of the lot itself first, then of the others; what was spent is owed, and what has expired was no use to anyone. */
async function takeBack(tx: BrandTransaction, member: MemberRow, { lotId, points, now }: OfLot): Promise<void> {
  const expired = await expiredOf(tx, lotId)
  const wanted = Math.max(0, points - expired)
  const lots = (await lotsLeft(tx, member.account_id)).map(pointLot)
  const { taken, owed } = clawBack(lots, { lotId, points: wanted }, now.getTime())
  const moves = taken.map((part) => ({ lotId: part.lotId, points: -part.points, forLot: lotId }))
  await movePoints(tx, member, { kind: 'taken_back', moves, now })
  if (owed > 0) await change(tx, member, { points_owed: member.points_owed + owed })
}

async function expiredOf(tx: BrandTransaction, lotId: number): Promise<number> {
  const row = await tx
    .select('loyalty_move')
    .select(sql<number>`coalesce(-sum(points), 0)::int8`.as('points'))
    .where('lot_id', '=', lotId)
    .where('kind', '=', 'expired')
    .executeTakeFirst()
  return row?.points ?? 0
}

/** Lots of a player with points left, those that were earned first before the others. */
export function lotsLeft(tx: BrandTransaction, accountId: number): Promise<LotRow[]> {
  return tx
    .select('loyalty_lot')
    .selectAll('loyalty_lot')
    .where('account_id', '=', accountId)
    .where('left_points', '>', 0)
    .orderBy('earned_at')
    .orderBy('lot_id')
    .execute()
}

/** A lot, as the rules of points know it. */
export function pointLot({ lot_id, left_points, earned_at, expires_at }: LotRow): PointLot {
  return { id: lot_id, points: left_points, earnedAt: earned_at.getTime(), expiresAt: expires_at.getTime() }
}

/** Takes what has expired out of a player's lots. */
export async function expireLots(tx: BrandTransaction, member: MemberRow, now: Date): Promise<void> {
  const lots = await lotsLeft(tx, member.account_id)
  const moves = lots
    .filter(({ expires_at }) => expires_at <= now)
    .map(({ lot_id, left_points }) => ({ lotId: lot_id, points: -left_points }))
  await movePoints(tx, member, { kind: 'expired', moves, now })
}

/** Spends points for an order, the oldest first. @returns false when there are not as many, and nothing is spent */
export async function spendPoints(
  tx: BrandTransaction,
  member: MemberRow,
  { points, orderId, now }: { readonly points: number; readonly orderId: number; readonly now: Date },
): Promise<boolean> {
  await expireLots(tx, member, now)
  const taken = takePoints((await lotsLeft(tx, member.account_id)).map(pointLot), points, now.getTime())
  if (taken === null) return false
  const moves = taken.map((part) => ({ lotId: part.lotId, points: -part.points, orderId }))
  await movePoints(tx, member, { kind: 'spent', moves, now })
  return true
}

/** Gives the points of an order back to the lots that they came from; those that would have expired expire. */
export async function undoSpending(
  tx: BrandTransaction,
  member: MemberRow,
  { orderId, now }: { readonly orderId: number; readonly now: Date },
): Promise<void> {
  const spent = await tx
    .select('loyalty_move')
    .select(['lot_id as lotId', 'points'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'spent')
    .orderBy('move_id')
    .execute()
  const moves = spent.map(({ lotId, points }) => ({ lotId, points: -points, orderId }))
  await movePoints(tx, member, { kind: 'order_undone', moves, now })
  await expireLots(tx, member, now)
}

/** Moves points in lots and in the books, together. */
async function movePoints(
  tx: BrandTransaction,
  { account_id }: MemberRow,
  of: { readonly kind: PointsMoveKind; readonly moves: readonly LotMove[]; readonly now: Date },
): Promise<void> {
  const { kind, now } = of
  const moves = of.moves.filter(({ points }) => points !== 0)
  if (moves.length === 0) return
  for (const { lotId, points } of moves)
    await tx
      .update('loyalty_lot', { left_points: sql<number>`left_points + ${points}` as unknown as number })
      .where('lot_id', '=', lotId)
      .execute()
  const rows = moves.map(({ lotId, points, forLot = null, orderId = null }) => ({
    ...{ account_id, lot_id: lotId, points, kind, for_lot: forLot, order_id: orderId, at: now },
  }))
  const [first] = await tx.insert('loyalty_move', rows).returning('move_id').execute()
  const total = moves.reduce((sum, { points }) => sum + points, 0)
  await post(tx, { accountId: account_id, kind, points: total, reference: `${account_id}/${first?.move_id}`, now })
}

async function post(
  tx: BrandTransaction,
  of: {
    readonly accountId: number
    readonly kind: PointsMoveKind
    readonly points: number
    readonly reference: string
    readonly now: Date
  },
): Promise<void> {
  const { accountId, kind, points, reference, now } = of
  const currency = POINTS_CURRENCY
  const rows = await lockPoints(tx, accountId, now)
  const idOf = (wanted: 'points' | 'house'): number => {
    const row = rows.find((one) => one.kind === wanted)
    if (!row) throw new Error(`there is no ${wanted} account for points`)
    return row.currency_account_id
  }
  await postTransfer(tx, {
    kind: POINTS_POSTINGS[kind],
    reference,
    entries: [
      { currencyAccountId: idOf('points'), currency, amountMinor: points },
      { currencyAccountId: idOf('house'), currency, amountMinor: -points },
    ],
    now,
  })
}

/** The account of points of a player, opened where there is none and locked, beside the operator's. */
async function lockPoints(tx: BrandTransaction, accountId: number, now: Date) {
  const lock = () => tx.call('bet_accounts', accountId, POINTS_CURRENCY, ['house'], now)
  const rows = await lock()
  if (rows.some(({ kind }) => kind === 'points')) return rows
  const row = {
    account_id: accountId,
    currency: POINTS_CURRENCY,
    kind: 'points',
    is_active: false,
    created_at: now,
  } as const
  await tx
    .insert('currency_account', row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return lock()
}
