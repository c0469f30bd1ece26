import { sql } from 'kysely'
import type { CashOutLeg, CashOutOffer } from '#machines/betting/cash-out.rules.ts'
import type { BetLeg, FrozenBet } from '#schemas'
import type { BetState } from '#server/db/bet-tables.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'

/** An offer as it is kept. */
export interface KeptQuote extends CashOutOffer {
  readonly quoteId: number
  readonly betId: number
  readonly expiresAt: Date
}

/** A bet that is to be sold, locked until the end of the transaction. */
export interface BetForSale {
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
}

/** An outcome of a bet as it is kept. */
interface LegForSale {
  readonly place: number
  readonly outcomeId: number
  readonly marketId: number
  readonly parameter: string | null
  readonly odds: string
  readonly result: BetLeg | null
}

const OFFER = [
  'quote_id as quoteId',
  'bet_id as betId',
  'sold_minor as soldMinor',
  'remaining_minor as remainingMinor',
  'payout_minor as payoutMinor',
  'tax_minor as taxMinor',
  'possible_minor as possibleMinor',
  'sold_stake_tax_minor as soldStakeTaxMinor',
  'expires_at as expiresAt',
] as const

/** Offers that nobody took are kept for a day, for those who ask what they were. */
const KEPT_MS = 86_400_000

/** A bet of a player; undefined when he has none of that number. */
export function lockBetForSale(
  tx: BrandTransaction,
  { accountId, betId }: { readonly accountId: number; readonly betId: number },
): Promise<BetForSale | undefined> {
  return tx
    .select('bet')
    .select(['bet_id as betId', 'account_id as accountId', 'currency', 'frozen', 'state'])
    .select('reservation_id as reservationId')
    .select(['sold_stake_minor as soldMinor', 'insured_minor as insuredMinor'])
    .where('bet_id', '=', betId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The outcomes of a bet, in the order of the request. */
export function legsForSale(tx: BrandTransaction, betId: number): Promise<LegForSale[]> {
  return tx
    .select('bet_leg')
    .select(['place', 'outcome_id as outcomeId', 'market_id as marketId', 'parameter', 'odds', 'result'])
    .where('bet_id', '=', betId)
    .orderBy('place')
    .execute()
}

/** Keeps an offer with what it follows from, and forgets old ones of the same bet that nobody took. */
export async function insertQuote(
  tx: BrandTransaction,
  made: {
    readonly bet: BetForSale
    readonly offer: CashOutOffer
    readonly facts: { readonly marginPercent: number; readonly legs: ReadonlyMap<number, CashOutLeg> }
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<KeptQuote> {
  const { bet, offer, facts, now, expiresAt } = made
  const { betId, accountId } = bet
  await tx
    .delete('bet_quote')
    .where('bet_id', '=', betId)
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .where(
      sql<boolean>`not exists (select from bet_sale where bet_sale.brand_id = bet_quote.brand_id and bet_sale.quote_id = bet_quote.quote_id)`,
    )
    .execute()
  const { quoteId } = await tx
    .insert('bet_quote', {
      account_id: accountId,
      bet_id: betId,
      sold_minor: offer.soldMinor,
      remaining_minor: offer.remainingMinor,
      payout_minor: offer.payoutMinor,
      tax_minor: offer.taxMinor,
      possible_minor: offer.possibleMinor,
      sold_stake_tax_minor: offer.soldStakeTaxMinor,
      facts: storableJson({ marginPercent: facts.marginPercent, legs: [...facts.legs.entries()] }),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('quote_id as quoteId')
    .executeTakeFirstOrThrow()
  return { ...offer, quoteId, betId, expiresAt }
}

/** An offer that was made to the player; undefined when there is none of that number. */
export function findQuote(
  tx: BrandTransaction,
  { accountId, quoteId }: { readonly accountId: number; readonly quoteId: number },
): Promise<KeptQuote | undefined> {
  return tx
    .select('bet_quote')
    .select(OFFER)
    .where('quote_id', '=', quoteId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The number of the offer that was taken under a name; undefined when none was. */
export async function soldUnder(
  tx: BrandTransaction,
  { accountId, saleGuid }: { readonly accountId: number; readonly saleGuid: string },
): Promise<number | undefined> {
  const row = await tx
    .select('bet_sale')
    .select('quote_id as quoteId')
    .where('account_id', '=', accountId)
    .where('sale_guid', '=', saleGuid)
    .executeTakeFirst()
  return row?.quoteId
}

/** Keeps a sale under its name, and takes what was sold off the bet. */
export async function insertSale(
  tx: BrandTransaction,
  sale: { readonly accountId: number; readonly saleGuid: string; readonly quote: KeptQuote; readonly now: Date },
): Promise<void> {
  const { accountId, saleGuid, quote, now } = sale
  await tx
    .insert('bet_sale', { account_id: accountId, sale_guid: saleGuid, quote_id: quote.quoteId, created_at: now })
    .execute()
  await tx
    .update('bet', {
      possible_minor: quote.possibleMinor,
      ...(quote.remainingMinor === 0 ? { state: 'sold' as const, settled_at: now } : {}),
    })
    .set({
      sold_stake_minor: sql<number>`sold_stake_minor + ${quote.soldMinor}`,
      sold_for_minor: sql<number>`sold_for_minor + ${quote.payoutMinor}`,
      sold_tax_minor: sql<number>`sold_tax_minor + ${quote.taxMinor}`,
      sold_stake_tax_minor: sql<number>`sold_stake_tax_minor + ${quote.soldStakeTaxMinor}`,
    })
    .where('bet_id', '=', quote.betId)
    .execute()
}
