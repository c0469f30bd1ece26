import { createHash } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import type { FrozenAutoBet, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'

/** A bet under its name, as it is kept. */
export interface Reservation {
  readonly reservationId: number
  readonly accountId: number
  readonly payloadHash: string
  readonly payload: PlaceBetPayload
  readonly currency: string
  readonly stakeMinor: number
  readonly state: 'held' | 'accepted' | 'refused'
  readonly answer: PlaceBetAnswer | null
  readonly dueAt: Date
  readonly expiresAt: Date
  /** Whether it waits for its price, its stake held. */
  readonly isAutoBet: boolean
  /** By what it waits; null for what is no auto-bet. */
  readonly bid: FrozenAutoBet | null
  /** While the delay of live bets runs for an auto-bet whose price was reached, which is due when that is over: for how many live outcomes. */
  readonly acceptingLive: number | null
}

/** A request as it is first kept: with a stake that is held, or with the answer that it gets at once. */
export interface NewReservation {
  readonly accountId: number
  readonly betGuid: string
  readonly payload: PlaceBetPayload
  readonly currency: string
  readonly answer: PlaceBetAnswer | null
  readonly dueAt: Date
  readonly expiresAt: Date
  readonly isAutoBet: boolean
  readonly bid: FrozenAutoBet | null
  readonly acceptingLive: number | null
  readonly now: Date
}

const COLUMNS = [
  'reservation_id as reservationId',
  'account_id as accountId',
  'payload_hash as payloadHash',
  'payload',
  'currency',
  'stake_minor as stakeMinor',
  'state',
  'answer',
  'due_at as dueAt',
  'expires_at as expiresAt',
  'is_bid as isAutoBet',
  'bid',
  'accepting_live as acceptingLive',
] as const

/** What tells a request from another one: SHA-256 of its content, in which the order of names is nothing. */
export function hashOfPayload(payload: PlaceBetPayload, currency: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ payload: ordered(payload), currency }))
    .digest('hex')
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return names.map((name) => [name, ordered((value as Readonly<Record<string, unknown>>)[name])])
}

/** Keeps a request under its name. @returns it; undefined when the name is taken */
export function insertReservation(tx: BrandTransaction, made: NewReservation): Promise<Reservation | undefined> {
  const { accountId, betGuid, payload, currency, answer, dueAt, expiresAt, isAutoBet, bid, acceptingLive, now } = made
  return tx
    .insert('bet_reservation', {
      account_id: accountId,
      bet_guid: betGuid,
      payload_hash: hashOfPayload(payload, currency),
      payload: storableJson(payload),
      currency,
      stake_minor: payload.summ,
      state: answer ? 'refused' : 'held',
      answer: answer && storableJson(answer),
      due_at: dueAt,
      expires_at: expiresAt,
      is_bid: isAutoBet,
      bid: bid && storableJson(bid),
      accepting_live: acceptingLive,
      created_at: now,
      resolved_at: answer ? now : null,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id', 'bet_guid']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** A request by its name; undefined when none has arrived. */
export function findReservation(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly betGuid: string },
): Promise<Reservation | undefined> {
  return tx
    .select('bet_reservation')
    .select(COLUMNS)
    .where('account_id', '=', of.accountId)
    .where('bet_guid', '=', of.betGuid)
    .executeTakeFirst()
}

/** A request that has arrived, by its name. @throws Error when none has */
export async function readReservation(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly betGuid: string },
): Promise<Reservation> {
  const found = await findReservation(tx, of)
  if (!found) throw new Error(`the request ${of.betGuid} no longer exists`)
  return found
}

/** A request whose stake is held, locked; undefined when it is resolved, or somebody else is about it. */
export function lockHeld(tx: BrandTransaction, reservationId: number): Promise<Reservation | undefined> {
  return tx
    .select('bet_reservation')
    .select(COLUMNS)
    .where('reservation_id', '=', reservationId)
    .where('state', '=', 'held')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The requests whose stakes are held and that are due, the longest waiting first.
 *  @param after the last one that was looked at; null to begin */
export function dueReservations(
  tx: BrandTransaction,
  { now, after, limit }: { readonly now: Date; readonly after: Reservation | null; readonly limit: number },
): Promise<Reservation[]> {
  const due = tx
    .select('bet_reservation')
    .select(COLUMNS)
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('reservation_id')
    .limit(limit)
  if (!after) return due.execute()
  return due
    .where((where) =>
      where(where.refTuple('due_at', 'reservation_id'), '>', where.tuple(after.dueAt, after.reservationId)),
    )
    .execute()
}

/** Saves the outcome of a request. */
export async function resolveReservation(
  tx: BrandTransaction,
  reservationId: number,
  resolved: { readonly state: 'accepted' | 'refused'; readonly answer: PlaceBetAnswer; readonly now: Date },
): Promise<void> {
  const { state, answer, now } = resolved
  await tx
    .update('bet_reservation', { state, answer: storableJson(answer), resolved_at: now })
    .where('reservation_id', '=', reservationId)
    .execute()
}

/** When an auto-bet is looked at next, and whether the delay of live bets runs until then. */
export type NextLook = Pick<Reservation, 'dueAt' | 'expiresAt' | 'acceptingLive'>

/** Puts off when an auto-bet is looked at next. */
export async function lookLater(tx: BrandTransaction, reservationId: number, next: NextLook): Promise<void> {
  const { dueAt, expiresAt, acceptingLive } = next
  await tx
    .update('bet_reservation', { due_at: dueAt, expires_at: expiresAt, accepting_live: acceptingLive })
    .where('reservation_id', '=', reservationId)
    .execute()
}

/** The answer about a request that has arrived. */
export function answerOf(kept: Reservation, now: Date): PlaceBetAnswer {
  const { answer, dueAt, isAutoBet, acceptingLive, reservationId, stakeMinor } = kept
  if (!answer && isAutoBet && acceptingLive === null) return { kind: 'bid', bidId: reservationId, stakeMinor }
  return answer ?? { kind: 'pending', delayMs: Math.max(0, dueAt.getTime() - now.getTime()) }
}

/** @throws AppError bet.guid_taken when the name belongs to another request (PLACE-2) */
export function checkSameRequest(known: Reservation, payload: PlaceBetPayload): void {
  // In the currency of the first request: the player may have switched accounts meanwhile, the bet is the same.
  if (known.payloadHash !== hashOfPayload(payload, known.currency)) throw new AppError('bet.guid_taken')
}
