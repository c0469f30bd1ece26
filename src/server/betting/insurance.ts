import { AppError } from '#calls/app-error.ts'
import type { CashOutLeg } from '#machines/betting/cash-out.rules.ts'
import {
  type InsuranceRefusal,
  type InsuranceResult,
  insuranceOffer,
  insuredShare,
  isDearer,
} from '#machines/betting/insurance.rules.ts'
import type { BetInsured, InsuranceAnswer, InsuranceQuote } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { BettingPorts, Bettor } from './betting-ports.ts'
import { type BetForSale, lockBetForSale } from './cash-out-store.ts'
import {
  findInsuranceQuote,
  insertInsurance,
  insertInsuranceQuote,
  insuredUnder,
  type KeptInsuranceQuote,
} from './insurance-store.ts'
import { legsNow, type OpenMarket, readMarket } from './open-market.ts'
import { addEvent } from './settling-queries.ts'
import { fundingOfHold, lockBetAccounts, payPremium } from './stake-money.ts'

/** Which bet is to be insured, and how much of its stake; all that is not insured yet when neither is said. */
interface InsuranceWish {
  readonly betId: number
  /** 1 to 100. */
  readonly percent?: number | undefined
  /** The same in minor units. */
  readonly insuredMinor?: number | undefined
}

/** A bet as it could be insured now. */
interface Judged {
  readonly bet: BetForSale
  readonly result: InsuranceResult
  readonly legs: ReadonlyMap<number, CashOutLeg>
}

/** Insures bets, or parts of their stakes, against paying nothing (BET-13). An offer is kept with what it follows from; an insurance
 *  takes one offer, once, while it stands and costs no more. */
export function createInsurance(ports: BettingPorts) {
  const { db, clock } = ports

  /** @throws AppError insurance.bet_unknown */
  async function judge(
    tx: BrandTransaction,
    { accountId }: Bettor,
    { wish, market }: { readonly wish: InsuranceWish; readonly market: OpenMarket },
  ): Promise<Judged> {
    const { boolean, betting } = market.sections
    const bet = await lockBetForSale(tx, { accountId, betId: wish.betId })
    if (!bet) throw new AppError('insurance.bet_unknown')
    const legs = await legsNow(tx, bet.betId, market)
    const part = wish.percent === undefined ? wish.insuredMinor : insuredShare(bet.frozen.stakeMinor, wish.percent)
    const result: InsuranceResult = !boolean.isInsuranceAllowed
      ? { kind: 'refused', reason: 'insurance.not_offered' }
      : bet.state === 'open'
        ? insuranceOffer({ ...bet, legs }, betting.insurance.marginPercent, part)
        : { kind: 'refused', reason: 'insurance.bet_over' }
    if (result.kind === 'refused') return { bet, result, legs }
    const refusal = await playerRefusal(tx, bet, result.premiumMinor)
    return { bet, result: refusal ? { kind: 'refused', ...refusal } : result, legs }
  }

  /** Whoever may not stake as much may not insure for it either. */
  async function playerRefusal(
    tx: BrandTransaction,
    { accountId, currency }: BetForSale,
    premiumMinor: number,
  ): Promise<InsuranceRefusal | null> {
    const refusal = await ports.mayStake(tx, { accountId, currency, stakeMinor: premiumMinor, now: clock() })
    return refusal && { reason: 'bet.player_not_allowed' }
  }

  async function answerAnew(
    tx: BrandTransaction,
    kind: 'quoted' | 'requoted',
    { judged, market }: { readonly judged: Judged; readonly market: OpenMarket },
  ): Promise<InsuranceAnswer> {
    const { bet, result, legs } = judged
    if (result.kind === 'refused') return refused(result)
    const { marginPercent, quoteMs } = market.sections.betting.insurance
    const now = clock()
    const expiresAt = new Date(now.getTime() + quoteMs)
    const facts = { marginPercent, legs }
    const quote = await insertInsuranceQuote(tx, { bet, offer: result, facts, now, expiresAt })
    return { kind, quote: quoteOf(bet, quote, quoteMs) }
  }

  async function insure(
    tx: BrandTransaction,
    { bet, quote, insuranceGuid }: { bet: BetForSale; quote: KeptInsuranceQuote; insuranceGuid: string },
  ): Promise<InsuranceAnswer> {
    const now = clock()
    const { accountId, betId, currency } = bet
    const { quoteId, insuredMinor, premiumMinor } = quote
    const funding = await fundingOfHold(tx, bet.reservationId)
    const accounts = await lockBetAccounts(tx, { accountId, currency, funding, now })
    if (accounts.playerMinor < premiumMinor) return refused({ reason: 'balance.too_low' })
    await insertInsurance(tx, { accountId, insuranceGuid, quote, now })
    await payPremium(tx, accounts, { quoteId, premiumMinor, now })
    await addEvent(tx, betId, { kind: 'insured', detail: { quoteId, insuredMinor, premiumMinor }, now })
    return insuredAnswer(bet, quote)
  }

  return {
    /** Says what it costs to insure a bet now, and keeps it as an offer. @throws AppError insurance.bet_unknown */
    async quoteInsurance(
      bettor: Bettor,
      asked: { readonly betId: number; readonly percent?: number | undefined },
    ): Promise<InsuranceAnswer> {
      const wish = { ...asked, betId: storableId(asked.betId) }
      const market = await readMarket(ports, bettor, wish.betId)
      return forBrand(db, bettor.brandId).transaction(async (tx) =>
        answerAnew(tx, 'quoted', { judged: await judge(tx, bettor, { wish, market }), market }),
      )
    },

    /** Takes an offer, once under its name: the same again gets the same answer. One that has expired, or costs more by now, insures
     *  nothing and is answered by another offer.
     *  @throws AppError insurance.quote_unknown; insurance.guid_taken when the name belongs to another offer */
    async insureBet(
      bettor: Bettor,
      { quoteId, insuranceGuid }: { readonly quoteId: number; readonly insuranceGuid: string },
    ): Promise<InsuranceAnswer> {
      const { accountId, brandId } = bettor
      const door = forBrand(db, brandId)
      const quote = await door.transaction((tx) => findInsuranceQuote(tx, { accountId, quoteId: storableId(quoteId) }))
      if (!quote) throw new AppError('insurance.quote_unknown')
      const { betId, insuredMinor } = quote
      const market = await readMarket(ports, bettor, betId)
      return door.transaction(async (tx) => {
        const judged = await judge(tx, bettor, { wish: { betId, insuredMinor }, market })
        const former = await insuredUnder(tx, { accountId, insuranceGuid })
        if (former !== undefined && former !== quote.quoteId) throw new AppError('insurance.guid_taken')
        if (former !== undefined) return insuredAnswer(judged.bet, quote)
        const isOver = quote.expiresAt <= clock() || isDearer(quote, judged.result)
        return isOver
          ? answerAnew(tx, 'requoted', { judged, market })
          : insure(tx, { bet: judged.bet, quote, insuranceGuid })
      })
    },
  }
}

function refused({ reason, params }: InsuranceRefusal): InsuranceAnswer {
  return { kind: 'refused', reason, ...(params === undefined ? {} : { params: { ...params } }) }
}

function amountsOf({ currency, frozen }: BetForSale, quote: KeptInsuranceQuote) {
  const { quoteId, betId, insuredMinor, premiumMinor } = quote
  return { quoteId, betId, insuredMinor, premiumMinor, currency, exponent: frozen.exponent }
}

function quoteOf(bet: BetForSale, quote: KeptInsuranceQuote, expiresInMs: number): InsuranceQuote {
  return { ...amountsOf(bet, quote), expiresInMs }
}

function insuredAnswer(bet: BetForSale, quote: KeptInsuranceQuote): BetInsured {
  return { kind: 'insured', ...amountsOf(bet, quote) }
}
