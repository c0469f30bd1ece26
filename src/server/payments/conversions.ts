import { AppError } from '#calls/app-error.ts'
import { minorOfAmount } from '#calls/bet-codec.ts'
import { convertMinor, minorToDecimal } from '#machines/money/amount.rules.ts'
import { PAYMENT_POSTINGS } from '#machines/payments/payment-postings.ts'
import { afterSpread } from '#machines/payments/payment-terms.rules.ts'
import type { ConversionQuoteBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'

/** A rate that holds for a while, or has held. Amounts are decimals of their currencies. */
export interface Conversion {
  readonly quoteId: string
  readonly from: string
  readonly to: string
  readonly givenMinor: number
  readonly receivedMinor: number
  readonly rate: string
  readonly expiresAt: Date
}

const RATE_PLACES = 8

/** Exchanges money between a player's currency accounts at a rate that was shown and frozen (PAY-14). */
export function createConversions({ db, clock, sections, newId }: PaymentPorts) {
  return {
    /** @throws AppError payment.conversion_off, payment.same_currency, payment.no_account, payment.amount_invalid,
     *  payment.conversion_too_small */
    async quote({ brandId, accountId }: Payer, { from, to, amount }: ConversionQuoteBody): Promise<Conversion> {
      const { payments, global } = await sections(brandId)
      const { isAllowed, spreadPpm, quoteMs } = payments.conversion
      if (!isAllowed) throw new AppError('payment.conversion_off')
      if (from === to) throw new AppError('payment.same_currency')
      const currencyOf = (code: string) => {
        const found = Object.hasOwn(global.currencies, code) ? global.currencies[code] : undefined
        if (!found) throw new AppError('payment.no_account', { currency: code })
        return found
      }
      const [source, target] = [currencyOf(from), currencyOf(to)]
      const givenMinor = minorOfAmount(amount, source.exponent)
      if (givenMinor === null)
        throw new AppError('payment.amount_invalid', { currency: from, amount, places: source.exponent })
      const receivedMinor = afterSpread(convertMinor(givenMinor, source, target), spreadPpm)
      if (receivedMinor <= 0) throw new AppError('payment.conversion_too_small')
      const given = Number(minorToDecimal(givenMinor, source.exponent))
      const rate = (Number(minorToDecimal(receivedMinor, target.exponent)) / given).toFixed(RATE_PLACES)
      const now = clock()
      const quoteId = newId()
      const expiresAt = new Date(now.getTime() + quoteMs)
      await forBrand(db, brandId).transaction(async (tx) => {
        await cashOf(tx, accountId, from)
        await cashOf(tx, accountId, to)
        await tx
          .insert('conversion_quote', {
            ...{ quote_id: quoteId, account_id: accountId, from_currency: from, to_currency: to, rate },
            ...{ given_minor: givenMinor, received_minor: receivedMinor, created_at: now, expires_at: expiresAt },
          })
          .execute()
      })
      return { quoteId, from, to, givenMinor, receivedMinor, rate, expiresAt }
    },

    /** Exchanges by a quote, once: again it is the same exchange. @throws AppError payment.quote_unknown, balance.too_low */
    convert({ brandId, accountId }: Payer, quoteId: string): Promise<Conversion> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const now = clock()
        const quote = await tx
          .select('conversion_quote')
          .selectAll('conversion_quote')
          .where('quote_id', '=', quoteId)
          .where('account_id', '=', accountId)
          .forUpdate()
          .executeTakeFirst()
        if (!quote || (quote.used_at === null && quote.expires_at <= now)) throw new AppError('payment.quote_unknown')
        const { from_currency: from, to_currency: to, rate, expires_at: expiresAt } = quote
        const [givenMinor, receivedMinor] = [Number(quote.given_minor), Number(quote.received_minor)]
        if (quote.used_at === null) {
          const sides = [
            [await cashOf(tx, accountId, from), from, -givenMinor],
            [await liquidityOf(tx, from, now), from, givenMinor],
            [await liquidityOf(tx, to, now), to, -receivedMinor],
            [await cashOf(tx, accountId, to), to, receivedMinor],
          ] as const
          const entries = sides.map(([currencyAccountId, currency, amountMinor]) => ({
            ...{ currencyAccountId, currency, amountMinor },
          }))
          await postTransfer(tx, { kind: PAYMENT_POSTINGS.conversion, reference: quoteId, entries, now })
          await tx.update('conversion_quote', { used_at: now }).where('quote_id', '=', quoteId).execute()
        }
        return { quoteId, from, to, givenMinor, receivedMinor, rate, expiresAt }
      })
    },
  }
}

async function cashOf(tx: BrandTransaction, accountId: number, currency: string): Promise<number> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', 'cash')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('payment.no_account', { currency })
  return row.id
}

/** The operator's account through which money is exchanged; made when there is none yet. */
async function liquidityOf(tx: BrandTransaction, currency: string, now: Date): Promise<number> {
  const row = { account_id: null, currency, kind: 'liquidity', is_active: false, created_at: now } as const
  await tx
    .insert('currency_account', row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', 'is', null)
    .where('currency', '=', currency)
    .where('kind', '=', 'liquidity')
    .orderBy('currency_account_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
