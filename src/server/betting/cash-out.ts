import { AppError } from '#calls/app-error.ts'
import {
  type CashOutLeg,
  type CashOutRefusal,
  type CashOutResult,
  cashOutOffer,
  isWorsened,
} from '#machines/betting/cash-out.rules.ts'
import type { CashOutAnswer, CashOutQuote, CashOutSold } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { BettingPorts, BettingSections, Bettor } from './betting-ports.ts'
import {
  type BetForSale,
  findQuote,
  insertQuote,
  insertSale,
  type KeptQuote,
  lockBetForSale,
  soldUnder,
} from './cash-out-store.ts'
import { legsNow, type OpenMarket, readMarket } from './open-market.ts'
import { addEvent } from './settling-queries.ts'
import { fundingOfHold, lockBetAccounts, paySale } from './stake-money.ts'

/** Which bet is to be sold, and how much of its stake, in minor units; all that is left when absent. */
export interface SaleWish {
  readonly betId: number
  readonly part?: number | undefined
}

/** A bet as it could be sold now. */
interface Judged {
  readonly bet: BetForSale
  readonly result: CashOutResult
  readonly legs: ReadonlyMap<number, CashOutLeg>
}

/** Buys bets back, or parts of them (BET-12, BET-17, PLACE-7). An offer is kept with what it follows from; a sale takes one offer,
 *  once, while it stands and the bet is worth no less. */
export function createCashOut(ports: BettingPorts) {
  const { db, clock } = ports

  /** @throws AppError cash_out.bet_unknown */
  async function judge(
    tx: BrandTransaction,
    { accountId }: Bettor,
    { wish, market }: { readonly wish: SaleWish; readonly market: OpenMarket },
  ): Promise<Judged> {
    const { sections } = market
    const bet = await lockBetForSale(tx, { accountId, betId: wish.betId })
    if (!bet) throw new AppError('cash_out.bet_unknown')
    const legs = await legsNow(tx, bet.betId, market)
    const refusal = flagRefusal(sections, wish) ?? insuredRefusal(bet) ?? (await playerRefusal(tx, bet))
    const result: CashOutResult = refusal
      ? { kind: 'refused', ...refusal }
      : bet.state === 'open'
        ? cashOutOffer({ ...bet, legs }, sections.coupon.cashOutMarginPercent, wish.part)
        : { kind: 'refused', reason: 'cash_out.bet_over' }
    return { bet, result, legs }
  }

  /** Who may not bet may not sell either; no new stake is asked for. */
  async function playerRefusal(
    tx: BrandTransaction,
    { accountId, currency }: BetForSale,
  ): Promise<CashOutRefusal | null> {
    const refusal = await ports.mayStake(tx, { accountId, currency, stakeMinor: 0, now: clock() })
    return refusal && { reason: 'bet.player_not_allowed' }
  }

  async function offer(
    tx: BrandTransaction,
    { bet, result, legs }: Judged,
    { betting, coupon }: BettingSections,
  ): Promise<CashOutQuote | null> {
    if (result.kind === 'refused') return null
    const { cashOutQuoteMs: quoteMs } = betting
    const now = clock()
    const expiresAt = new Date(now.getTime() + quoteMs)
    const { kind: _kind, ...made } = result
    const quote = await insertQuote(tx, {
      bet,
      offer: made,
      facts: { marginPercent: coupon.cashOutMarginPercent, legs },
      now,
      expiresAt,
    })
    return quoteOf(bet, quote, quoteMs)
  }

  async function answerAnew(
    tx: BrandTransaction,
    kind: 'quoted' | 'requoted',
    { judged, sections }: { readonly judged: Judged; readonly sections: BettingSections },
  ): Promise<CashOutAnswer> {
    const quote = await offer(tx, judged, sections)
    if (quote) return { kind, quote }
    const { reason, params } = judged.result as CashOutRefusal
    return { kind: 'refused', reason, ...(params === undefined ? {} : { params: { ...params } }) }
  }

  async function sell(
    tx: BrandTransaction,
    { bet, quote, saleGuid }: { readonly bet: BetForSale; readonly quote: KeptQuote; readonly saleGuid: string },
  ): Promise<CashOutAnswer> {
    const now = clock()
    const { accountId, betId, currency } = bet
    const funding = await fundingOfHold(tx, bet.reservationId)
    const accounts = await lockBetAccounts(tx, { accountId, currency, funding, now })
    await insertSale(tx, { accountId, saleGuid, quote, now })
    await paySale(tx, accounts, { ...quote, now })
    const { quoteId, soldMinor, payoutMinor, remainingMinor } = quote
    await addEvent(tx, betId, { kind: 'sold', detail: { quoteId, soldMinor, payoutMinor, remainingMinor }, now })
    return soldAnswer(bet, quote)
  }

  return {
    /** Says what the house pays for a bet now, and keeps it as an offer. @throws AppError cash_out.bet_unknown */
    async quoteSale(bettor: Bettor, asked: SaleWish): Promise<CashOutAnswer> {
      const wish = { ...asked, betId: storableId(asked.betId) }
      const market = await readMarket(ports, bettor, wish.betId)
      return forBrand(db, bettor.brandId).transaction(async (tx) => {
        const judged = await judge(tx, bettor, { wish, market })
        return answerAnew(tx, 'quoted', { judged, sections: market.sections })
      })
    },

    /** Takes an offer, once under its name: the same again gets the same answer. One that has expired, or is worse for the player
     *  by now, sells nothing and is answered by another offer.
     *  @throws AppError cash_out.quote_unknown; cash_out.guid_taken when the name belongs to the sale of another offer */
    async sellBet(
      bettor: Bettor,
      { quoteId, saleGuid }: { readonly quoteId: number; readonly saleGuid: string },
    ): Promise<CashOutAnswer> {
      const { accountId, brandId } = bettor
      const door = forBrand(db, brandId)
      const quote = await door.transaction((tx) => findQuote(tx, { accountId, quoteId: storableId(quoteId) }))
      if (!quote) throw new AppError('cash_out.quote_unknown')
      const market = await readMarket(ports, bettor, quote.betId)
      const wish = { betId: quote.betId, part: quote.remainingMinor > 0 ? quote.soldMinor : undefined }
      return door.transaction(async (tx) => {
        const judged = await judge(tx, bettor, { wish, market })
        const former = await soldUnder(tx, { accountId, saleGuid })
        if (former !== undefined && former !== quote.quoteId) throw new AppError('cash_out.guid_taken')
        if (former !== undefined) return soldAnswer(judged.bet, quote)
        const isOver = quote.expiresAt <= clock() || isWorsened(quote, judged.result)
        return isOver
          ? answerAnew(tx, 'requoted', { judged, sections: market.sections })
          : sell(tx, { bet: judged.bet, quote, saleGuid })
      })
    },
  }
}

function flagRefusal({ boolean }: BettingSections, { part }: SaleWish): CashOutRefusal | null {
  if (!boolean.isCouponSellAllowed) return { reason: 'cash_out.not_offered' }
  return part !== undefined && !boolean.isPartSaleAllowed ? { reason: 'cash_out.part_not_offered' } : null
}

/** A bet is insured or sold, never both: what is paid back would be sold twice. */
function insuredRefusal({ insuredMinor }: BetForSale): CashOutRefusal | null {
  return insuredMinor > 0 ? { reason: 'cash_out.insured' } : null
}

function quoteOf({ currency, frozen }: BetForSale, quote: KeptQuote, expiresInMs: number): CashOutQuote {
  const { quoteId, betId, soldMinor, remainingMinor, payoutMinor, taxMinor, possibleMinor } = quote
  const amounts = { soldMinor, remainingMinor, payoutMinor, taxMinor, possibleMinor }
  return { quoteId, saleBetId: betId, ...amounts, currency, exponent: frozen.exponent, expiresInMs }
}

function soldAnswer({ currency, frozen }: BetForSale, quote: KeptQuote): CashOutSold {
  const { quoteId, betId, soldMinor, remainingMinor, payoutMinor } = quote
  const { exponent } = frozen
  return { kind: 'sold', quoteId, saleBetId: betId, soldMinor, remainingMinor, payoutMinor, currency, exponent }
}
