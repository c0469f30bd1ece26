import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import { placeBeyondWindow } from '#machines/betting/cash-out/advance.rules.ts'
import { type AutoBetWay, autoBetEnd, judgeAutoBet } from '#machines/betting/coupon/auto-bet.rules.ts'
import { canBePlayed } from '#machines/betting/coupon/auto-price.rules.ts'
import { judgeBet, type OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { type CouponTerms, couponTerms, mostStakeMinor } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { payloadRefusal } from '#machines/betting/coupon/payload-shape.rules.ts'
import { freezeBets } from '#machines/betting/settling/frozen-bet.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { FrozenBet, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import { boundsRefusal } from './bet-limits.ts'
import type { BettingPorts, BettingSections } from './betting-ports.ts'
import { advanceTerms } from './cash-out/advances.ts'
import type { NextLook } from './reservations.ts'

/** What prices and bounds say to a request now. */
export type Verdict =
  | {
      readonly kind: 'fits'
      readonly legs: readonly OutcomeFacts[]
      readonly bets: readonly FrozenBet[]
      readonly terms: CouponTerms
      readonly sections: BettingSections
      /** Of an auto-bet, by what it waits if it has to. */
      readonly bid: AutoBetTerms | null
    }
  | { readonly kind: 'waits'; readonly sections: BettingSections; readonly bid: AutoBetTerms }
  | { readonly kind: 'answered'; readonly answer: PlaceBetAnswer; readonly sections: BettingSections }

/** By what an auto-bet waits that is judged now. */
interface AutoBetTerms extends AutoBetWay {
  readonly until: Date
  /** Whether a score may change while it waits. */
  readonly isPlayed: boolean
}

/** What is judged. */
export interface JudgedRequest {
  readonly payload: PlaceBetPayload
  readonly currency: string
  /** Country of the visitor, by which VIP bets are offered (BET-11); undefined for a request that was judged by it before. */
  readonly country?: string | undefined
  /** Of an auto-bet that is kept already. */
  readonly bid?: AutoBetWay | null
}

/** How often the price of an auto-bet is looked at. */
const AUTO_BET_LOOK_MS = 2000

/** Judges a request by the terms of its brand and the prices of the book. Never to be asked inside a transaction. */
export async function judgeRequest(
  ports: BettingPorts,
  brandId: string,
  { payload, currency, country, bid = null }: JudgedRequest,
): Promise<Verdict> {
  const sections = await ports.sections(brandId)
  const refuse = (refusal: BetRefusal) => ({ kind: 'answered', answer: rejected(refusal), sections }) as const
  if (!Object.hasOwn(sections.global.currencies, currency)) return refuse({ reason: 'bet.no_account' })
  const offered = couponTerms(sections, currency, country ?? sections.betting.vipBets.countries[0])
  const refusal = payloadRefusal(payload, offered)
  if (refusal) return refuse(refusal)
  const terms =
    payload.VIPBetSumm === undefined ? offered : { ...offered, maximumStakeMinor: mostStakeMinor(offered, 1) }
  const found = await ports.outcomes(payload.events.map(({ outcomeId }) => outcomeId))
  const { riskLimits } = sections.betting
  const guard = { ...riskLimits, nowMs: ports.clock().getTime() }
  const judgement = payload.isAutoBet
    ? judgeAutoBet(payload, found, { ...guard, kept: bid })
    : judgeBet(payload, found, guard)
  if (judgement.kind === 'refused') return refuse(judgement)
  if (judgement.kind === 'repriced') return { kind: 'answered', answer: judgement, sections }
  const { legs } = judgement
  const beyond = payload.avanceBet ? beyondWindow(legs, { sections, currency, now: ports.clock() }) : null
  if (beyond) return refuse(beyond)
  const bets = freezeBets(payload, terms, judgement.kind === 'fits' ? judgement.antiExpressCoef : undefined)
  const outOfBounds = boundsRefusal({ bets, ...pricesOf(legs) }, terms)
  if (outOfBounds) return refuse(outOfBounds)
  const autoBetTerms = payload.isAutoBet ? autoBetTermsOf(legs, sections.betting, guard.nowMs) : null
  if (judgement.kind === 'waits' && autoBetTerms) return { kind: 'waits', sections, bid: autoBetTerms }
  return { kind: 'fits', legs, bets, terms, sections, bid: autoBetTerms }
}

function autoBetTermsOf(
  legs: readonly OutcomeFacts[],
  { bids }: BettingSections['betting'],
  nowMs: number,
): AutoBetTerms {
  const { isContinuedLive } = bids
  return { isContinuedLive, until: autoBetEnd(legs, bids, nowMs), isPlayed: canBePlayed(legs, isContinuedLive) }
}

/** What keeps a bet from being placed on an advance: a game that begins too late for its cover (BET-20). */
function beyondWindow(
  legs: readonly OutcomeFacts[],
  { sections, currency, now }: { readonly sections: BettingSections; readonly currency: string; readonly now: Date },
): BetRefusal | null {
  const terms = advanceTerms(sections, currency)
  const starts = legs.map(({ startsAt }) => startsAt)
  const place = placeBeyondWindow(starts, terms, now)
  return place < 0 ? null : { reason: 'bet.advance_window', params: { event: place + 1, hours: terms.windowHours } }
}

/** When a request that has just come is due and how long its stake is held. */
export function timesOf(verdict: Verdict, now: Date): NextLook & { readonly isAutoBet: boolean } {
  if (verdict.kind !== 'answered' && verdict.bid) {
    const made = { expiresAt: verdict.bid.until, acceptingLive: null }
    const atOnce = new Date(Math.min(now.getTime(), made.expiresAt.getTime()))
    return { dueAt: atOnce, ...made, ...nextLook(verdict, made, now), isAutoBet: true }
  }
  const dueMs = now.getTime() + (verdict.kind === 'fits' ? liveDelayMs(verdict.legs, verdict.sections.betting) : 0)
  const expiresAt = new Date(dueMs + verdict.sections.betting.riskLimits.holdMs)
  return { dueAt: new Date(dueMs), expiresAt, acceptingLive: null, isAutoBet: false }
}

/** When an auto-bet is looked at next: a while from now when its price is not reached, and when the delay of live bets is over when it is
 *  and more of its outcomes are live than that delay has run for. Null when it need not be: it is placed, or its time is over. */
export function nextLook(
  verdict: Exclude<Verdict, { kind: 'answered' }>,
  { expiresAt, acceptingLive }: Omit<NextLook, 'dueAt'>,
  now: Date,
): NextLook | null {
  if (verdict.kind === 'waits') {
    const dueAt = new Date(Math.min(now.getTime() + AUTO_BET_LOOK_MS, expiresAt.getTime()))
    return dueAt > now ? { dueAt, expiresAt, acceptingLive: null } : null
  }
  const delayMs = liveDelayMs(verdict.legs, verdict.sections.betting)
  const live = verdict.legs.filter(({ kind }) => kind === FEED_KIND.live).length
  if (delayMs === 0 || live <= (acceptingLive ?? 0)) return null
  const dueAt = new Date(now.getTime() + delayMs)
  return { dueAt, expiresAt: new Date(Math.max(expiresAt.getTime(), dueAt.getTime())), acceptingLive: live }
}

/** How long a bet waits, or the sale or insurance of one: as long as the slowest of its live outcomes asks, in milliseconds (PLACE-5). */
export function liveDelayMs(
  legs: readonly Pick<OutcomeFacts, 'kind' | 'sportId'>[],
  { liveBetDelayMs, liveBetDelayMsBySport }: BettingSections['betting'],
): number {
  const delays = legs
    .filter(({ kind }) => kind === FEED_KIND.live)
    .map(({ sportId }) => liveBetDelayMsBySport[String(sportId)] ?? liveBetDelayMs)
  return Math.max(0, ...delays)
}

/** The answer of a refusal. */
export function rejected({ reason, params }: BetRefusal): PlaceBetAnswer {
  return { kind: 'rejected', reason, ...(params === undefined ? {} : { params: { ...params } }) }
}

/** The prices of outcomes, and which they are. */
export function pricesOf(legs: readonly OutcomeFacts[]) {
  return { odds: legs.map(({ odds }) => odds), outcomeIds: legs.map(({ outcomeId }) => outcomeId) }
}
