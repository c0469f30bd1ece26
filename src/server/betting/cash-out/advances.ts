import { sql } from 'kysely'
import {
  type AdvanceRoom,
  type AdvanceStanding,
  type AdvanceState,
  type AdvanceTerms,
  advanceRoom,
  type Cover,
  type CoverEnd,
  deadlineOf,
} from '#machines/betting/cash-out/advance.rules.ts'
import { fromDefault } from '#machines/betting/coupon/coupon-terms.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BettingSections } from '../betting-ports.ts'

/** An advance as it is kept. */
export interface KeptAdvance {
  readonly reservationId: number
  readonly ownMinor: number
  readonly advanceMinor: number
  readonly repaidMinor: number
  readonly state: AdvanceState
  readonly revision: number
  readonly deadlineAt: Date
}

/** A bet that covers an advance, as it stands. */
export interface KeptCover extends CoverEnd {
  readonly creditedMinor: number
  readonly repaidMinor: number
}

/** Whose bets are meant. */
export interface AdvanceOwner {
  readonly accountId: number
  readonly currency: string
}

/** Whether a part of the stake of `bet` was advanced. */
export const IS_ON_ADVANCE = sql<boolean>`exists (select from bet_advance
  where bet_advance.brand_id = bet.brand_id and bet_advance.reservation_id = bet.reservation_id)`

/** Whether `bet` covers an advance, in whatever state that is. */
export const IS_COVER = sql<boolean>`exists (select from bet_advance_cover cover
  where cover.brand_id = bet.brand_id and cover.bet_id = bet.bet_id)`

/** Whether an advance waits for what `bet` pays. */
export const IS_AWAITED = sql<boolean>`exists (select from bet_advance_cover cover
  join bet_advance on bet_advance.brand_id = cover.brand_id and bet_advance.reservation_id = cover.reservation_id
  where cover.brand_id = bet.brand_id and cover.bet_id = bet.bet_id and bet_advance.state = 'waiting')`

const ADVANCE_COLUMNS = [
  'bet_advance.reservation_id as reservationId',
  'bet_advance.own_minor as ownMinor',
  'bet_advance.advance_minor as advanceMinor',
  'bet_advance.repaid_minor as repaidMinor',
  'bet_advance.revision',
  'bet_advance.deadline_at as deadlineAt',
] as const

/** The terms of a brand in a currency of its site. @throws Error when the site has no such currency */
export function advanceTerms({ betting, global }: BettingSections, currency: string): AdvanceTerms {
  const { sharePercent, maximumMinor, windowHours } = betting.advance
  return { sharePercent, windowHours, maximumMinor: fromDefault(global, currency).converted(maximumMinor) }
}

/** What may be advanced to a player now, and on which of their bets. If money is to move on the strength of it, the
 *  accounts are locked first. */
export async function readAdvanceRoom(
  tx: BrandTransaction,
  { accountId, currency }: AdvanceOwner,
  { terms, now }: { readonly terms: AdvanceTerms; readonly now: Date },
): Promise<AdvanceRoom> {
  const bets = await tx
    .select('bet')
    .select(['bet.bet_id as betId', 'bet.possible_minor as possibleMinor'])
    .select(sql<'single'>`bet.frozen ->> 'type'`.as('type'))
    .select(IS_ON_ADVANCE.as('isAdvance'))
    .select(
      sql<number>`coalesce((select sum(cover.credited_minor) from bet_advance_cover cover
        join bet_advance on bet_advance.brand_id = cover.brand_id and bet_advance.reservation_id = cover.reservation_id
        where cover.brand_id = bet.brand_id and cover.bet_id = bet.bet_id and bet_advance.state <> 'released'), 0)::int8`.as(
        'creditedMinor',
      ),
    )
    .select(
      sql<Date | null>`(select max(bet_leg.starts_at) from bet_leg where bet_leg.brand_id = bet.brand_id
        and bet_leg.bet_id = bet.bet_id and bet_leg.result is null)`.as('lastStartsAt'),
    )
    .where('bet.account_id', '=', accountId)
    .where('bet.currency', '=', currency)
    .where('bet.state', '=', 'open')
    .execute()
  return advanceRoom(bets, terms, { owedMinor: await owedBy(tx, { accountId, currency }), now })
}

async function owedBy(tx: BrandTransaction, { accountId, currency }: AdvanceOwner): Promise<number> {
  const row = await tx
    .select('bet_advance')
    .select(sql<number>`coalesce(sum(advance_minor - repaid_minor), 0)::int8`.as('minor'))
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return row.minor
}

/** Keeps the advance of a request, with the bets that cover it. */
export async function insertAdvance(
  tx: BrandTransaction,
  made: AdvanceOwner & {
    readonly reservationId: number
    readonly ownMinor: number
    readonly advanceMinor: number
    readonly covers: readonly Cover[]
    readonly terms: AdvanceTerms
    readonly now: Date
  },
): Promise<void> {
  const { reservationId, accountId, currency, ownMinor, advanceMinor, covers, terms, now } = made
  await tx
    .insert('bet_advance', {
      reservation_id: reservationId,
      account_id: accountId,
      currency,
      own_minor: ownMinor,
      advance_minor: advanceMinor,
      state: 'waiting',
      deadline_at: deadlineOf(terms, now),
      created_at: now,
    })
    .execute()
  const rows = covers.map(({ betId, creditedMinor }) => {
    return { reservation_id: reservationId, bet_id: betId, credited_minor: creditedMinor }
  })
  await tx.insert('bet_advance_cover', rows).execute()
}

/** The advance of a request; undefined when its stake is all the player's own, or was given back. */
export async function advanceOf(tx: BrandTransaction, reservationId: number): Promise<KeptAdvance | undefined> {
  const row = await tx
    .select('bet_advance')
    .select([...ADVANCE_COLUMNS, 'bet_advance.state'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst()
  return row && keptOf(row)
}

/** The advances that a bet covers, in the order in which they were given. */
export async function advancesOn(tx: BrandTransaction, betId: number): Promise<readonly KeptAdvance[]> {
  const rows = await tx
    .select('bet_advance')
    .innerJoin('bet_advance_cover', (join) =>
      join
        .onRef('bet_advance_cover.brand_id', '=', 'bet_advance.brand_id')
        .onRef('bet_advance_cover.reservation_id', '=', 'bet_advance.reservation_id'),
    )
    .select([...ADVANCE_COLUMNS, 'bet_advance.state'])
    .where('bet_advance_cover.bet_id', '=', betId)
    .orderBy('bet_advance.reservation_id')
    .execute()
  return rows.flatMap((row) => keptOf(row) ?? [])
}

function keptOf<Row extends Omit<KeptAdvance, 'state'> & { readonly state: AdvanceState | 'released' }>(row: Row) {
  const { state } = row
  return state === 'released' ? undefined : { ...row, state }
}

/** The bets that cover an advance, as they stand. */
export function coversOf(tx: BrandTransaction, reservationId: number): Promise<KeptCover[]> {
  return tx
    .select('bet_advance_cover')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.brand_id', '=', 'bet_advance_cover.brand_id')
        .onRef('bet.bet_id', '=', 'bet_advance_cover.bet_id'),
    )
    .select(['bet_advance_cover.bet_id as betId', 'bet_advance_cover.credited_minor as creditedMinor'])
    .select(['bet_advance_cover.repaid_minor as repaidMinor', 'bet_advance_cover.settled_at as settledAt'])
    .select(sql<boolean>`bet.state = 'open'`.as('isOpen'))
    .select(
      sql<number>`(coalesce((bet.settlement ->> 'payoutMinor')::int8, 0) + coalesce((bet.settlement ->> 'insuranceMinor')::int8, 0)
        - coalesce((select sum(other.repaid_minor) from bet_advance_cover other where other.brand_id = bet.brand_id
          and other.bet_id = bet.bet_id and other.reservation_id <> bet_advance_cover.reservation_id), 0))::int8`.as(
        'paidMinor',
      ),
    )
    .where('bet_advance_cover.reservation_id', '=', reservationId)
    .orderBy('betId')
    .execute()
}

/** Whether an advance waits for what a bet pays. */
export async function isAwaited(tx: BrandTransaction, betId: number): Promise<boolean> {
  const row = await tx.select('bet').select(IS_AWAITED.as('isAwaited')).where('bet_id', '=', betId).executeTakeFirst()
  return row?.isAwaited === true
}

/** Keeps when a bet was settled first, for the advances that it covers. */
export async function keepCoverSettled(tx: BrandTransaction, betId: number, now: Date): Promise<void> {
  await tx
    .update('bet_advance_cover', { settled_at: now })
    .where('bet_id', '=', betId)
    .where('settled_at', 'is', null)
    .execute()
}

/** Saves the new state of an advance.
 *  @param moves how many movements of money it took */
export async function keepStanding(
  tx: BrandTransaction,
  reservationId: number,
  { state, repaidMinor, repaid }: AdvanceStanding,
  { isDue, moves }: { readonly isDue: boolean; readonly moves: number },
): Promise<void> {
  await tx
    .update('bet_advance', { state, is_due: isDue, repaid_minor: repaidMinor })
    .set({ revision: sql<number>`revision + ${moves}` })
    .where('reservation_id', '=', reservationId)
    .execute()
  for (const { betId, repaidMinor: minor } of repaid)
    await tx
      .update('bet_advance_cover', { repaid_minor: minor })
      .where('reservation_id', '=', reservationId)
      .where('bet_id', '=', betId)
      .execute()
}

/** Marks an advance as one whose bet is to be looked at. */
export async function markDue(tx: BrandTransaction, reservationId: number): Promise<void> {
  await tx.update('bet_advance', { is_due: true }).where('reservation_id', '=', reservationId).execute()
}

/** Forgets the advance of a request that was refused: what was repaid of it is the player's again. */
export async function releaseAdvance(tx: BrandTransaction, reservationId: number): Promise<void> {
  await tx
    .update('bet_advance', { state: 'released', is_due: false, repaid_minor: 0 })
    .where('reservation_id', '=', reservationId)
    .execute()
  await tx.update('bet_advance_cover', { repaid_minor: 0 }).where('reservation_id', '=', reservationId).execute()
}

/** The bets on an advance that are to be looked at: something has happened to what covers them, or their window is over. */
export async function dueAdvances(
  tx: BrandTransaction,
  { now, after, limit }: { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await tx
    .select('bet_advance')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.brand_id', '=', 'bet_advance.brand_id')
        .onRef('bet.reservation_id', '=', 'bet_advance.reservation_id'),
    )
    .select('bet.bet_id as betId')
    .where((where) =>
      where.or([
        where('bet_advance.is_due', '=', true),
        where.and([where('bet_advance.state', '=', 'waiting'), where('bet_advance.deadline_at', '<=', now)]),
      ]),
    )
    .where('bet.bet_id', '>', after)
    .orderBy('betId')
    .limit(limit)
    .execute()
  return rows.map(({ betId }) => betId)
}
