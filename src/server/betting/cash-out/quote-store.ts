import { sql } from 'kysely'
import type { QuoteKind } from '#machines/betting/cash-out/bet-quote.rules.ts'
import type { CashOutLeg } from '#machines/betting/cash-out/fair-worth.rules.ts'
import type { BetLeg, FrozenBet } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { BetState } from '#server/db/tables/bet-tables.ts'
import { IS_AWAITED, IS_ON_ADVANCE } from './advances.ts'

/** A quote as it is kept. */
export interface KeptQuote<Terms> {
  readonly quoteId: number
  readonly betId: number
  readonly terms: Terms
  readonly expiresAt: Date
}

/** A quote that a player takes, under its name. */
export interface Taking {
  readonly quoteId: number
  readonly state: 'waiting' | 'taken' | 'lapsed'
  /** What is held of the player's money while it waits, minor units. */
  readonly heldMinor: number
  readonly dueAt: Date
  readonly expiresAt: Date
}

/** Which taking is meant. */
export interface TakingName {
  readonly accountId: number
  readonly kind: QuoteKind
  /** The name that the page has given it. */
  readonly guid: string
}

/** A bet that is to be sold or insured, locked until the end of the transaction. */
export interface QuotedBet {
  readonly betId: number
  readonly accountId: number
  readonly reservationId: number
  readonly currency: string
  readonly frozen: FrozenBet
  readonly state: BetState
  /** How much of its stake was sold before. */
  readonly soldMinor: number
  /** How much of it is insured. */
  readonly insuredMinor: number
  /** A part of its stake was advanced. */
  readonly isOnAdvance: boolean
  /** An advance waits for what it pays. */
  readonly isAwaited: boolean
}

/** An outcome of a bet as it is kept. */
interface QuotedLeg {
  readonly place: number
  readonly outcomeId: number
  readonly marketId: number
  readonly parameter: string | null
  readonly odds: string
  readonly result: BetLeg | null
}

/** Quotes that nobody took are kept for a day, for those who ask what they were. */
const KEPT_MS = 86_400_000

/** A bet of a player; undefined when they have none with that number. */
export function lockQuotedBet(
  tx: BrandTransaction,
  { accountId, betId }: { readonly accountId: number; readonly betId: number },
): Promise<QuotedBet | undefined> {
  return tx
    .select('bet')
    .select(['bet_id as betId', 'account_id as accountId', 'currency', 'frozen', 'state'])
    .select('reservation_id as reservationId')
    .select(['sold_stake_minor as soldMinor', 'insured_minor as insuredMinor'])
    .select([IS_ON_ADVANCE.as('isOnAdvance'), IS_AWAITED.as('isAwaited')])
    .where('bet_id', '=', betId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The outcomes of a bet, in the order of the request. */
export function quotedLegs(tx: BrandTransaction, betId: number): Promise<QuotedLeg[]> {
  return tx
    .select('bet_leg')
    .select(['place', 'outcome_id as outcomeId', 'market_id as marketId', 'parameter', 'odds', 'result'])
    .where('bet_id', '=', betId)
    .orderBy('place')
    .execute()
}

/** Keeps a quote with what it follows from, and forgets old ones of the same bet that nobody took. */
export async function insertQuote<Terms extends object>(
  tx: BrandTransaction,
  made: {
    readonly kind: QuoteKind
    readonly bet: QuotedBet
    readonly terms: Terms
    readonly facts: { readonly marginPercent: number; readonly legs: ReadonlyMap<number, CashOutLeg> }
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<KeptQuote<Terms>> {
  const { kind, bet, terms, facts, now, expiresAt } = made
  const { betId, accountId } = bet
  await tx
    .delete('bet_offer')
    .where('bet_id', '=', betId)
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .where(
      sql<boolean>`not exists (select from bet_taking where bet_taking.brand_id = bet_offer.brand_id and bet_taking.kind = bet_offer.kind and bet_taking.offer_id = bet_offer.offer_id)`,
    )
    .execute()
  const { quoteId } = await tx
    .insert('bet_offer', {
      kind,
      account_id: accountId,
      bet_id: betId,
      offer: storableJson(terms),
      facts: storableJson({ marginPercent: facts.marginPercent, legs: [...facts.legs.entries()] }),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('offer_id as quoteId')
    .executeTakeFirstOrThrow()
  return { quoteId, betId, terms, expiresAt }
}

/** A quote that was made to the player; undefined when there is none of that number. */
export async function findQuote<Terms>(
  tx: BrandTransaction,
  asked: { readonly kind: QuoteKind; readonly accountId: number; readonly quoteId: number },
): Promise<KeptQuote<Terms> | undefined> {
  const row = await tx
    .select('bet_offer')
    .select(['offer_id as quoteId', 'bet_id as betId', 'offer as terms', 'expires_at as expiresAt'])
    .where('kind', '=', asked.kind)
    .where('offer_id', '=', asked.quoteId)
    .where('account_id', '=', asked.accountId)
    .executeTakeFirst()
  // What is kept of a kind is what its rule has given.
  return row && { ...row, terms: row.terms as Terms }
}

/** The taking of a name; undefined when there is none. */
export function findTaking(tx: BrandTransaction, { accountId, kind, guid }: TakingName): Promise<Taking | undefined> {
  return tx
    .select('bet_taking')
    .select(['offer_id as quoteId', 'state', 'held_minor as heldMinor', 'due_at as dueAt', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('guid', '=', guid)
    .executeTakeFirst()
}

/** Whether a quote is taken under any name, or waits to be, or has lapsed. */
export async function isTaken(
  tx: BrandTransaction,
  { kind, quoteId }: { readonly kind: QuoteKind; readonly quoteId: number },
): Promise<boolean> {
  const row = await tx
    .select('bet_taking')
    .select('guid')
    .where('kind', '=', kind)
    .where('offer_id', '=', quoteId)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the taking of a quote under its name. */
export async function insertTaking(
  tx: BrandTransaction,
  {
    accountId,
    kind,
    guid,
    quoteId,
    state,
    heldMinor,
    dueAt,
    expiresAt,
    now,
  }: TakingName & Taking & { readonly now: Date },
): Promise<void> {
  await tx
    .insert('bet_taking', {
      account_id: accountId,
      kind,
      guid,
      offer_id: quoteId,
      state,
      held_minor: heldMinor,
      due_at: dueAt,
      expires_at: expiresAt,
      created_at: now,
      ended_at: state === 'waiting' ? null : now,
    })
    .execute()
}

/** Saves the outcome of a delayed acceptance. */
export async function endTaking(
  tx: BrandTransaction,
  { accountId, kind, guid }: TakingName,
  { state, now }: { readonly state: 'taken' | 'lapsed'; readonly now: Date },
): Promise<void> {
  await tx
    .update('bet_taking', { state, ended_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('guid', '=', guid)
    .execute()
}

/** A taking whose delay is over. */
export type DueTaking = TakingName & Pick<Taking, 'quoteId' | 'dueAt'>

/** The takings whose delay is over, the longest waiting first. @param after the last one that was looked at; null to begin */
export function dueTakings(
  tx: BrandTransaction,
  { now, after, limit }: { readonly now: Date; readonly after: DueTaking | null; readonly limit: number },
): Promise<DueTaking[]> {
  const due = tx
    .select('bet_taking')
    .select(['account_id as accountId', 'kind', 'guid', 'offer_id as quoteId', 'due_at as dueAt'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('offer_id')
    .orderBy('kind')
    .limit(limit)
  if (!after) return due.execute()
  return due
    .where((where) =>
      where(where.refTuple('due_at', 'offer_id', 'kind'), '>', where.tuple(after.dueAt, after.quoteId, after.kind)),
    )
    .execute()
}
