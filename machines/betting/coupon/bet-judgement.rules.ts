import { add, compare, multiply, ONE, rational, rationalOf } from '#machines/odds/rational.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedKind, FeedStatus, PlaceBetAnswer, PlaceBetPayload, PlaceBetSelection, PricePolicy } from '#schemas'
import type { BetRefusal } from '../bet-refusal.ts'
import { antiExpressPrice } from './anti-express-price.rules.ts'
import { isPriceAcceptable, isSameLine } from './price-policy.rules.ts'

/** An outcome as the book has it now. */
export interface OutcomeFacts {
  readonly outcomeId: number
  readonly outcomeTypeId: number
  readonly marketId: number
  readonly marketTypeId: number
  /** Line of the market; absent where there is none. */
  readonly parameter?: string
  readonly gameId: number
  /** Game that it is a part of; absent for a main game. */
  readonly mainGameId?: number
  /** Of a duel: the games of its players, each once. */
  readonly ofGameIds?: readonly number[]
  /** Those who play. */
  readonly gameName: string
  readonly sportId: number
  /** Decimal price, above 1. */
  readonly odds: string
  readonly gameStatus: FeedStatus
  readonly marketStatus: FeedStatus
  readonly kind: FeedKind
  readonly startsAt: Date
  readonly isProducerUp: boolean
  /** Whether no bet is taken on it, for whichever reason. */
  readonly isSuspended: boolean
  /** Whether its game or market is over, or is offered no more: what is suspended for the moment is not. */
  readonly isClosed: boolean
  /** The position of the price in the history of the book. */
  readonly epoch: string
  readonly seq: number
}

/** What a brand takes for an error of a source, and what it keeps of an anti-express. */
export interface PriceGuard {
  readonly maximumLegOdds: string
  readonly maximumRisePercent: number
  readonly antiExpressMarginPercent: number
  readonly nowMs: number
}

/** What the book says to a bet: it can be placed at these prices, it cannot, or it could at others (PLACE-4,
 *  PLACE-6). */
export type BetJudgement =
  | {
      readonly kind: 'fits'
      /** In the order of the request's outcomes. */
      readonly legs: readonly OutcomeFacts[]
      readonly antiExpressCoef?: string
    }
  | ({ readonly kind: 'refused' } & BetRefusal)
  | Extract<PlaceBetAnswer, { kind: 'repriced' }>

const POLICIES: Readonly<Record<PlaceBetPayload['checkCf'], PricePolicy['kind'] & ('none' | 'any' | 'higher')>> = {
  0: 'none',
  1: 'any',
  2: 'higher',
}

/** Judges a bet by the prices of the book. What cannot be bet on refuses it; other lines, and prices beyond what the
 *  player accepts, are offered instead; a changed line is never accepted automatically (PLACE-4). */
export function judgeBet(payload: PlaceBetPayload, found: readonly OutcomeFacts[], guard: PriceGuard): BetJudgement {
  const facts = new Map(found.map((fact) => [fact.outcomeId, fact]))
  const legs = payload.events.flatMap(({ outcomeId }) => facts.get(outcomeId) ?? [])
  const refusal = outcomesRefusal(payload, facts, guard) ?? relatedRefusal(payload, legs)
  if (refusal) return { kind: 'refused', ...refusal }
  const changed = legs.filter((fact, place) => {
    const selection = payload.events[place]
    return selection !== undefined && !isAgreed(payload, place, selection, fact)
  })
  if (payload.betType !== 'anti-express') return changed.length > 0 ? repriced(changed) : { kind: 'fits', legs }
  const coef = antiExpressPrice(
    legs.map(({ odds }) => odds),
    guard.antiExpressMarginPercent,
  )
  if (coef === null) return { kind: 'refused', reason: 'bet.type_not_offered' }
  const isTaken =
    payload.antiExpressCoef !== undefined &&
    isPriceAcceptable(payload.antiExpressCoef, coef, { kind: POLICIES[payload.checkCf] })
  if (changed.length === 0 && isTaken) return { kind: 'fits', legs, antiExpressCoef: coef }
  return { ...repriced(changed.length > 0 ? changed : legs), antiExpressCoef: coef }
}

function outcomesRefusal(
  { events }: PlaceBetPayload,
  facts: ReadonlyMap<number, OutcomeFacts>,
  guard: PriceGuard,
): BetRefusal | null {
  for (const [place, selection] of events.entries()) {
    const reason = outcomeReason(selection, facts.get(selection.outcomeId), guard)
    if (reason) return { reason, params: { event: place + 1 } }
  }
  return null
}

/** Why no bet is taken on an outcome now; null when one is. */
export function outcomeReason(
  selection: PlaceBetSelection,
  fact: OutcomeFacts | undefined,
  guard: PriceGuard,
): BetRefusal['reason'] | null {
  if (!fact) return 'bet.market_closed'
  if (isContradicted(selection, fact)) return 'bet.selection_mismatch'
  const { kind, odds } = selection
  if (!fact.isProducerUp) return 'bet.source_down'
  const isOver = fact.gameStatus === MARKET_STATUS.SETTLED || fact.gameStatus === MARKET_STATUS.CANCELED
  // What was chosen before the match is another bet once it is played, at other delays and prices.
  const isPlayed = fact.kind === FEED_KIND.live || fact.startsAt.getTime() <= guard.nowMs
  if (!isOver && kind === FEED_KIND.line && isPlayed) return 'bet.game_started'
  const isOpen = fact.marketStatus === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED
  if (!isOpen || fact.gameStatus !== MARKET_STATUS.BETS_ARE_BEING_ACCEPTED) return 'bet.market_closed'
  if (fact.isSuspended) return 'bet.suspended'
  return isSuspicious(odds, fact.odds, guard) ? 'bet.price_suspicious' : null
}

/** Whether a request says of an outcome what the book does not: another game, market or type, or that it is live before it is. One
 *  that was chosen before the match and is live by now is not contradicted; it is late. */
export function isContradicted(
  { gameId, mainGameId, marketId, typeId, kind }: PlaceBetSelection,
  fact: OutcomeFacts,
): boolean {
  const isOtherMainGame = mainGameId !== undefined && mainGameId !== fact.mainGameId
  const isOther = gameId !== fact.gameId || marketId !== fact.marketId || typeId !== fact.outcomeTypeId
  return isOther || isOtherMainGame || (kind === FEED_KIND.live && fact.kind === FEED_KIND.line)
}

/** Whether a price is more likely an error of its source than a price: beyond all prices, or far above what the player saw. */
function isSuspicious(seen: string, now: string, { maximumLegOdds, maximumRisePercent }: PriceGuard): boolean {
  const price = rationalOf(now)
  const most = multiply(rationalOf(seen), add(ONE, rational(maximumRisePercent, 100)))
  return compare(price, rationalOf(maximumLegOdds)) > 0 || compare(price, most) > 0
}

/** Outcomes of one game cannot be combined: their prices ignore how one affects the other. */
function relatedRefusal({ betType }: PlaceBetPayload, legs: readonly OutcomeFacts[]): BetRefusal | null {
  if (betType === 'single') return null
  const all = legs.flatMap(({ gameId, mainGameId, ofGameIds }) => ofGameIds ?? [mainGameId ?? gameId])
  return new Set(all).size < all.length ? { reason: 'bet.related' } : null
}

function isAgreed(payload: PlaceBetPayload, place: number, selection: PlaceBetSelection, fact: OutcomeFacts): boolean {
  if (!isSameLine(selection.parameter, fact.parameter)) return false
  const least = payload.minimumOdds?.[place]
  if (least !== undefined && compare(rationalOf(fact.odds), rationalOf(least)) >= 0) return true
  return isPriceAcceptable(selection.odds, fact.odds, { kind: POLICIES[payload.checkCf] })
}

function repriced(legs: readonly OutcomeFacts[]): Extract<PlaceBetAnswer, { kind: 'repriced' }> {
  return {
    kind: 'repriced',
    prices: legs.map(({ outcomeId, odds, parameter, epoch, seq }) => ({
      outcomeId,
      odds,
      ...(parameter === undefined ? {} : { parameter }),
      epoch,
      seq,
    })),
  }
}
