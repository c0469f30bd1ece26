import { add, compare, multiply, ONE, productOf, rational, rationalOf } from '#machines/odds/rational.rules.ts'
import type { PlaceBetPayload } from '#schemas'
import { type BetJudgement, judgeBet, type OutcomeFacts, type PriceGuard } from './bet-judgement.rules.ts'

/** What the book says to a bid: its price is reached, it waits until the first of its games begins, or it is over. */
export type BidJudgement =
  | Exclude<BetJudgement, { readonly kind: 'repriced' }>
  | { readonly kind: 'waits'; readonly legs: readonly OutcomeFacts[]; readonly until: Date }

/** Troubles that pass: the bid waits. */
const PASSING: readonly string[] = ['bet.suspended', 'bet.source_down', 'bet.price_suspicious']

/** Judges a bid by the prices of the book: it is placed at the price for which it waits or a better one. One that is far better is
 *  more likely an error of its source, and is waited out, as are suspensions and other lines. */
export function judgeBid(payload: PlaceBetPayload, found: readonly OutcomeFacts[], guard: PriceGuard): BidJudgement {
  const facts = new Map(found.map((fact) => [fact.outcomeId, fact]))
  // The player has agreed to a price of the whole; what single outcomes cost is nothing to him.
  const events = payload.events.map((event) => ({ ...event, odds: facts.get(event.outcomeId)?.odds ?? event.odds }))
  const judged = judgeBet({ ...payload, events }, found, guard)
  const waits = {
    kind: 'waits',
    legs: payload.events.flatMap(({ outcomeId }) => facts.get(outcomeId) ?? []),
    until: new Date(Math.min(...found.map(({ startsAt }) => startsAt.getTime()))),
  } as const
  if (judged.kind === 'refused') return PASSING.includes(judged.reason) ? waits : judged
  if (judged.kind === 'repriced') return waits
  const price = productOf(judged.legs.map(({ odds }) => rationalOf(odds)))
  const wished = rationalOf(payload.autoBetCf ?? '1')
  const most = multiply(wished, add(ONE, rational(guard.maximumRisePercent, 100)))
  return compare(price, wished) >= 0 && compare(price, most) <= 0 ? judged : waits
}
