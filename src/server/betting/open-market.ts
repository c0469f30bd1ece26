import type { CashOutLeg } from '#machines/betting/cash-out/fair-worth.rules.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { compare, rationalOf } from '#machines/odds/rational.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { BettingPorts, BettingSections, Bettor } from './betting-ports.ts'
import { lockQuotedBet, quotedLegs } from './cash-out/quote-store.ts'

/** What an open bet is judged by, read before the transaction that judges it. */
export interface OpenMarket {
  readonly sections: BettingSections
  readonly facts: ReadonlyMap<number, OutcomeFacts>
}

/** Reads the terms of the brand, and the open outcomes of a bet as the book has them now. */
export async function readMarket(
  { db, sections, outcomes }: BettingPorts,
  { brandId, accountId }: Bettor,
  betId: number,
): Promise<OpenMarket> {
  const legs = await forBrand(db, brandId).transaction(async (tx) => {
    const bet = await lockQuotedBet(tx, { accountId, betId })
    return bet ? quotedLegs(tx, betId) : []
  })
  const open = legs.filter(({ result }) => result === null)
  const found = open.length > 0 ? await outcomes(open.map(({ outcomeId }) => outcomeId)) : []
  return { sections: await sections(brandId), facts: new Map(found.map((fact) => [fact.outcomeId, fact])) }
}

/** The outcomes of a bet, each by its place in the request: with its price now when bets are taken on it at the line that was
 *  accepted and the price is none of an error. */
export async function legsNow(
  tx: BrandTransaction,
  betId: number,
  { sections, facts }: OpenMarket,
): Promise<ReadonlyMap<number, CashOutLeg>> {
  const most = rationalOf(sections.betting.riskLimits.maximumLegOdds)
  const rows = await quotedLegs(tx, betId)
  return new Map(
    rows.map(({ place, outcomeId, odds, result, marketId, parameter }) => {
      const fact = facts.get(outcomeId)
      const isPriced =
        fact !== undefined &&
        !fact.isSuspended &&
        fact.isProducerUp &&
        fact.marketId === marketId &&
        (fact.parameter ?? null) === parameter &&
        compare(rationalOf(fact.odds), most) <= 0
      return [place, { odds, result, live: result === null && isPriced ? fact.odds : null }]
    }),
  )
}
