import { sql } from 'kysely'
import type { CashOutLeg } from '#machines/betting/cash-out.rules.ts'
import type { InsuranceOffer } from '#machines/betting/insurance.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { BetForSale } from './cash-out-store.ts'

/** An offer of insurance as it is kept. */
export interface KeptInsuranceQuote extends InsuranceOffer {
  readonly quoteId: number
  readonly betId: number
  readonly expiresAt: Date
}

/** Offers that nobody took are kept for a day, for those who ask what they were. */
const KEPT_MS = 86_400_000

/** Keeps an offer with what it follows from, and forgets old ones of the same bet that nobody took. */
export async function insertInsuranceQuote(
  tx: BrandTransaction,
  made: {
    readonly bet: BetForSale
    readonly offer: InsuranceOffer
    readonly facts: { readonly marginPercent: number; readonly legs: ReadonlyMap<number, CashOutLeg> }
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<KeptInsuranceQuote> {
  const { bet, offer, facts, now, expiresAt } = made
  const { betId, accountId } = bet
  const { insuredMinor, premiumMinor } = offer
  await tx
    .delete('insurance_quote')
    .where('bet_id', '=', betId)
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .where(
      sql<boolean>`not exists (select from bet_insurance where bet_insurance.brand_id = insurance_quote.brand_id and bet_insurance.quote_id = insurance_quote.quote_id)`,
    )
    .execute()
  const { quoteId } = await tx
    .insert('insurance_quote', {
      account_id: accountId,
      bet_id: betId,
      insured_minor: insuredMinor,
      premium_minor: premiumMinor,
      facts: storableJson({ marginPercent: facts.marginPercent, legs: [...facts.legs.entries()] }),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('quote_id as quoteId')
    .executeTakeFirstOrThrow()
  return { insuredMinor, premiumMinor, quoteId, betId, expiresAt }
}

/** An offer that was made to the player; undefined when there is none of that number. */
export function findInsuranceQuote(
  tx: BrandTransaction,
  { accountId, quoteId }: { readonly accountId: number; readonly quoteId: number },
): Promise<KeptInsuranceQuote | undefined> {
  return tx
    .select('insurance_quote')
    .select(['quote_id as quoteId', 'bet_id as betId', 'expires_at as expiresAt'])
    .select(['insured_minor as insuredMinor', 'premium_minor as premiumMinor'])
    .where('quote_id', '=', quoteId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The number of the offer that was taken under a name; undefined when none was. */
export async function insuredUnder(
  tx: BrandTransaction,
  { accountId, insuranceGuid }: { readonly accountId: number; readonly insuranceGuid: string },
): Promise<number | undefined> {
  const row = await tx
    .select('bet_insurance')
    .select('quote_id as quoteId')
    .where('account_id', '=', accountId)
    .where('insurance_guid', '=', insuranceGuid)
    .executeTakeFirst()
  return row?.quoteId
}

/** Keeps an insurance under its name, and what the bet is insured for by now. */
export async function insertInsurance(
  tx: BrandTransaction,
  made: {
    readonly accountId: number
    readonly insuranceGuid: string
    readonly quote: KeptInsuranceQuote
    readonly now: Date
  },
): Promise<void> {
  const { accountId, insuranceGuid, quote, now } = made
  await tx
    .insert('bet_insurance', {
      account_id: accountId,
      insurance_guid: insuranceGuid,
      quote_id: quote.quoteId,
      created_at: now,
    })
    .execute()
  await tx
    .update('bet', {})
    .set({
      insured_minor: sql<number>`insured_minor + ${quote.insuredMinor}`,
      premium_minor: sql<number>`premium_minor + ${quote.premiumMinor}`,
    })
    .where('bet_id', '=', quote.betId)
    .execute()
}
