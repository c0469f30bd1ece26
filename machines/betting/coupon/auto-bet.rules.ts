import { add, compare, multiply, ONE, productOf, rational, rationalOf } from '#machines/odds/rational.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { AutoBetScore, BettingConfig, FrozenAutoBet, PlaceBetPayload, PlaceBetSelection } from '#schemas'
import {
  type BetJudgement,
  isContradicted,
  judgeBet,
  type OutcomeFacts,
  outcomeReason,
  type PriceGuard,
} from './bet-judgement.rules.ts'

/** What the book says to an auto-bet: its price is reached, it waits, or it is over. */
export type AutoBetJudgement =
  | Exclude<BetJudgement, { readonly kind: 'repriced' }>
  | { readonly kind: 'waits'; readonly legs: readonly OutcomeFacts[] }

/** By what an auto-bet that is kept already waits. */
export type AutoBetWay = Pick<FrozenAutoBet, 'isContinuedLive'>

const MINUTE_MS = 60_000

/** What keeps an auto-bet from being made, and how the same reason is reported for an auto-bet that has waited. */
const ENDS = {
  'bet.market_closed': 'bet.bid_over',
  'bet.selection_mismatch': 'bet.bid_over',
  'bet.game_started': 'bet.bid_expired',
} as const

/** Judges an auto-bet by the prices of the book: it is placed at the price for which it waits or a better one. One that is far better is
 *  more likely an error of its source, and is waited out, as are suspensions, sources that are down and other lines. It is over when an
 *  outcome is over or offered no more, and when a game begins that it does not wait through.
 *  @param kept null for an auto-bet that has just come: what its player chose before the match has to be before the match still */
export function judgeAutoBet(
  payload: PlaceBetPayload,
  found: readonly OutcomeFacts[],
  guard: PriceGuard & { readonly kept: AutoBetWay | null },
): AutoBetJudgement {
  const facts = new Map(found.map((fact) => [fact.outcomeId, fact]))
  const isContinuedLive = guard.kept?.isContinuedLive === true
  const events = payload.events.map((event) => asItStands(event, facts.get(event.outcomeId), isContinuedLive))
  const reasons = events.map((event) => outcomeReason(event, facts.get(event.outcomeId), guard))
  const ends = reasons.map((reason, place) => {
    const event = events[place]
    return event ? endOf(event, facts.get(event.outcomeId), reason === 'bet.game_started' && !isContinuedLive) : null
  })
  const over = ends.findIndex((end) => end !== null)
  const end = ends[over]
  if (end && guard.kept) return { kind: 'refused', reason: ENDS[end] }
  if (end) return { kind: 'refused', reason: end, params: { event: over + 1 } }
  const waits = { kind: 'waits', legs: events.flatMap(({ outcomeId }) => facts.get(outcomeId) ?? []) } as const
  if (reasons.some((reason) => reason !== null)) return waits
  const judged = judgeBet({ ...payload, events }, found, guard)
  if (judged.kind === 'repriced') return waits
  if (judged.kind === 'refused') return judged
  const price = productOf(judged.legs.map(({ odds }) => rationalOf(odds)))
  const wished = rationalOf(payload.autoBetCf ?? '1')
  const most = multiply(wished, add(ONE, rational(guard.maximumRisePercent, 100)))
  return compare(price, wished) >= 0 && compare(price, most) <= 0 ? judged : waits
}

/** An outcome of an auto-bet at its present price: the player agreed to a total price, so the prices of single outcomes do
 *  not matter. Where the auto-bet keeps waiting, an outcome chosen before the match is live once its game is. */
function asItStands(
  event: PlaceBetSelection,
  fact: OutcomeFacts | undefined,
  isContinuedLive: boolean,
): PlaceBetSelection {
  if (!fact) return event
  return { ...event, odds: fact.odds, ...(isContinuedLive ? { kind: fact.kind } : {}) }
}

function endOf(
  selection: PlaceBetSelection,
  fact: OutcomeFacts | undefined,
  hasStarted: boolean,
): keyof typeof ENDS | null {
  if (!fact || fact.isClosed) return 'bet.market_closed'
  if (isContradicted(selection, fact)) return 'bet.selection_mismatch'
  return hasStarted ? 'bet.game_started' : null
}

/** Until when an auto-bet waits at most, by the first of its games that ends it: one before the match until it begins, or for so long after
 *  that where auto-bets wait on; one that is played for so long from now. */
export function autoBetEnd(legs: readonly OutcomeFacts[], bids: BettingConfig['bids'], nowMs: number): Date {
  const longestMs = bids.maximumLiveMinutes * MINUTE_MS
  const ends = legs.map(({ kind, startsAt }) => {
    if (kind === FEED_KIND.live) return nowMs + longestMs
    return startsAt.getTime() + (bids.isContinuedLive ? longestMs : 0)
  })
  return new Date(Math.min(...ends))
}

/** Whether the score of a game has changed since: a goal that was taken back again has changed it twice. A game that there is no more
 *  says nothing. */
export function hasScoreChanged(former: readonly AutoBetScore[], now: readonly AutoBetScore[]): boolean {
  const counts = new Map(now.map(({ gameId, changes }) => [gameId, changes]))
  return former.some(({ gameId, changes }) => (counts.get(gameId) ?? changes) !== changes)
}
