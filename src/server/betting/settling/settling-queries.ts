import { sql } from 'kysely'
import { remainingBet } from '#machines/betting/cash-out/cash-out.rules.ts'
import type { BetLeg, BetSettlement, FrozenBet } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { BetState } from '#server/db/tables/bet-tables.ts'
import { IS_COVER, IS_ON_ADVANCE } from '../cash-out/advances.ts'

/** A bet that nobody else touches until the end of the transaction. */
export interface LockedBet {
  readonly betId: number
  readonly accountId: number
  readonly reservationId: number
  readonly currency: string
  readonly stakeTaxMinor: number
  readonly insuredMinor: number
  readonly premiumMinor: number
  /** A part of its stake was advanced. */
  readonly isOnAdvance: boolean
  readonly frozen: FrozenBet
  readonly state: BetState
  readonly settlement: BetSettlement | null
  readonly revision: number
}

/** An outcome of a bet, and how it ended as far as that is known. */
export interface Leg {
  readonly place: number
  readonly gameId: number
  readonly marketTypeId: number
  readonly outcomeTypeId: number
  readonly parameter: string | null
  readonly odds: string
  readonly result: BetLeg | null
  readonly resultVersion: number | null
}

/** Locks a bet, with what was not sold of it; undefined when there is none. */
export async function lockBet(tx: BrandTransaction, betId: number): Promise<LockedBet | undefined> {
  const [bet] = await lockable(tx).where('bet_id', '=', betId).execute()
  return bet && asLocked(bet)
}

/** Locks bets, in the order of their numbers. `isAwaited` says that an advance waits for what a bet pays, or did. */
export async function lockBets(
  tx: BrandTransaction,
  betIds: readonly number[],
): Promise<readonly (LockedBet & { readonly isAwaited: boolean })[]> {
  const bets = await lockable(tx)
    .select(IS_COVER.as('isAwaited'))
    .where(sql<boolean>`bet_id = any (${betIds}::bigint[])`)
    .orderBy('bet_id')
    .execute()
  return bets.map((bet) => ({ ...asLocked(bet), isAwaited: bet.isAwaited }))
}

function lockable(tx: BrandTransaction) {
  return tx
    .select('bet')
    .select(['bet_id as betId', 'account_id as accountId', 'currency', 'stake_tax_minor as stakeTaxMinor'])
    .select(['reservation_id as reservationId', 'frozen', 'state', 'settlement', 'revision'])
    .select(['insured_minor as insuredMinor', 'premium_minor as premiumMinor'])
    .select(['sold_stake_minor as soldMinor', 'sold_stake_tax_minor as soldTaxMinor'])
    .select(IS_ON_ADVANCE.as('isOnAdvance'))
    .forNoKeyUpdate()
}

interface Lockable extends LockedBet {
  readonly soldMinor: number
  readonly soldTaxMinor: number
}

function asLocked(bet: Lockable): LockedBet {
  const { frozen, soldMinor, stakeTaxMinor, soldTaxMinor } = bet
  return { ...bet, frozen: remainingBet(frozen, soldMinor), stakeTaxMinor: stakeTaxMinor - soldTaxMinor }
}

/** The outcomes of a bet in the order of its request. */
export function legsOf(tx: BrandTransaction, betId: number): Promise<Leg[]> {
  return legs(tx).where('bet_id', '=', betId).execute()
}

/** The outcomes of bets, by the numbers of these. */
export async function legsOfEach(
  tx: BrandTransaction,
  betIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Leg[]>> {
  const rows = await legs(tx)
    .select('bet_id as betId')
    .where(sql<boolean>`bet_id = any (${betIds}::bigint[])`)
    .execute()
  return Map.groupBy(rows, ({ betId }) => betId)
}

function legs(tx: BrandTransaction) {
  return tx
    .select('bet_leg')
    .select(['place', 'game_id as gameId', 'market_type_id as marketTypeId', 'outcome_type_id as outcomeTypeId'])
    .select(['parameter', 'odds', 'result', 'result_version as resultVersion'])
    .orderBy('place')
}

/** How far the results are applied to the bets of a brand. */
export interface SettlingPlace {
  /** Of the last version of a result that was applied. */
  readonly revision: number
  readonly sweptAt: Date
}

/** Where settling resumes; undefined when the brand was never settled. */
export function settlingPlace(tx: BrandTransaction): Promise<SettlingPlace | undefined> {
  return tx.select('bet_settling').select(['revision', 'swept_at as sweptAt']).executeTakeFirst()
}

/** Keeps how far the results are applied. Where another process is further, it stays there. */
export async function keepRevision(tx: BrandTransaction, { revision, sweptAt }: SettlingPlace): Promise<void> {
  await tx
    .insert('bet_settling', { revision, swept_at: sweptAt })
    .onConflict((conflict) =>
      conflict.column('brand_id').doUpdateSet({
        revision: (kept) => kept.fn<number>('greatest', ['bet_settling.revision', 'excluded.revision']),
      }),
    )
    .execute()
}

/** Takes the sweep that is due upon itself. @returns false when another process has taken it */
export async function takeSweep(
  tx: BrandTransaction,
  { due, now }: { readonly due: Date; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .update('bet_settling', { swept_at: now })
    .where('swept_at', '<=', due)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The games of outcomes to which no result was applied yet. An index holds these alone. */
export async function gamesWaitedFor(tx: BrandTransaction): Promise<number[]> {
  const rows = await tx
    .select('bet_leg')
    .select('game_id as gameId')
    .distinct()
    .where('result_version', 'is', null)
    .execute()
  return rows.map(({ gameId }) => gameId)
}

/** Of these games, the oldest version of a result that stands with any bet on them; 0 where none was applied. Games without a bet are
 *  left out. */
export async function oldestVersions(
  tx: BrandTransaction,
  games: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (games.length === 0) return new Map()
  const rows = await tx
    .select('bet_leg')
    .select('game_id as gameId')
    .select(sql<number>`min(coalesce(result_version, 0))`.as('version'))
    .where('game_id', 'in', games)
    .groupBy('game_id')
    .execute()
  return new Map(rows.map(({ gameId, version }) => [gameId, version]))
}

/** The bets on these games that are open or were settled lately, in the order in which they are to be locked. */
export async function betsOnGames(
  tx: BrandTransaction,
  { games, since }: { readonly games: readonly number[]; readonly since: Date },
): Promise<number[]> {
  if (games.length === 0) return []
  const rows = await recentLegs(tx, since)
    .select('bet.bet_id as betId')
    .distinct()
    .where('bet_leg.game_id', 'in', games)
    .orderBy('betId')
    .execute()
  return rows.map(({ betId }) => betId)
}

/** The games of the outcomes of these bets. */
export async function gamesOf(tx: BrandTransaction, betIds: readonly number[]): Promise<number[]> {
  const rows = await tx.select('bet_leg').select('game_id as gameId').distinct().where('bet_id', 'in', betIds).execute()
  return rows.map(({ gameId }) => gameId)
}

function recentLegs(tx: BrandTransaction, since: Date) {
  return tx
    .select('bet')
    .innerJoin('bet_leg', (join) =>
      join.onRef('bet_leg.brand_id', '=', 'bet.brand_id').onRef('bet_leg.bet_id', '=', 'bet.bet_id'),
    )
    .where((where) => where.or([where('bet.state', '=', 'open'), where('bet.settled_at', '>=', since)]))
}

/** How an outcome of a bet has ended. */
export interface EndedLeg extends Pick<Leg, 'place' | 'result'> {
  readonly betId: number
  readonly version: number
}

/** Keeps how outcomes of a bet have ended. */
export async function keepResults(tx: BrandTransaction, ended: readonly EndedLeg[]): Promise<void> {
  for (const { betId, place, result, version } of ended)
    await tx
      .update('bet_leg', { result: result && storableJson(result), result_version: version })
      .where('bet_id', '=', betId)
      .where('place', '=', place)
      .execute()
}

/** A bet as it is settled for the first time. */
export interface FirstSettlement {
  readonly betId: number
  readonly state: BetState
  readonly settlement: BetSettlement
  readonly revision: number
}

/** Keeps how outcomes of bets have ended and the first settlements of bets, and notes with each of these what has happened to it. */
export async function keepSettled(
  tx: BrandTransaction,
  of: { readonly ended: readonly EndedLeg[]; readonly settled: readonly FirstSettlement[]; readonly now: Date },
): Promise<void> {
  const { ended, settled, now } = of
  if (ended.length === 0) return
  const legs = ended.map(({ betId, ...leg }) => ({ bet_id: betId, ...leg }))
  const bets = settled.map(({ betId, ...bet }) => {
    const { settlement, revision } = bet
    return { bet_id: betId, ...bet, detail: { payoutMinor: settlement.payoutMinor, revision } }
  })
  await tx.call('bet_settle', storableJson(legs), storableJson(bets), now)
}

/** The place of the next event of a bet, which the transaction has locked. */
function nextEvent({ brandId }: BrandTransaction, betId: number) {
  return sql<number>`(
    select coalesce(max(sequence), 0) + 1 from bet_event where brand_id = ${brandId} and bet_id = ${betId}
  )` as unknown as number
}

/** Adds to what has happened to a bet. */
export async function addEvent(
  tx: BrandTransaction,
  betId: number,
  {
    kind,
    detail,
    now,
  }: { kind: 'settled' | 'reopened' | 'sold' | 'insured'; detail: Readonly<Record<string, number>>; now: Date },
): Promise<void> {
  const sequence = nextEvent(tx, betId)
  await tx.insert('bet_event', { bet_id: betId, sequence, kind, detail: storableJson(detail), at: now }).execute()
}
