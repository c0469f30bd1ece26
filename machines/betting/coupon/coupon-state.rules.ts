import { produce } from 'immer'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { Coupon, CouponEntry, CouponFeedChange, CouponPlacement, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import { isCouponEntry as isEntry } from '#schemas/generated/validators/betting.js'
import { type CouponNotice, emptyCoupon, withEntries, without } from './coupon-entries.rules.ts'
import { followFeed } from './coupon-feed.rules.ts'
import { type CouponProblem, couponProblems } from './coupon-problems.rules.ts'
import { restoredCoupon } from './coupon-restore.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { type BetWay, placeBetPayload } from './place-bet-payload.rules.ts'
import { agreed } from './price-policy.rules.ts'

/** The bet that is being placed: the coupon itself, or one outcome beside it that was pressed. */
export interface BetUnderWay extends BetWay {
  readonly coupon: Coupon
  readonly payload: PlaceBetPayload
}

/** What the player gets for a bet that stands. */
export interface BetReceipt {
  /** Number of the bet, or of the auto-bet while it waits for its price. */
  readonly betId: number
  readonly isAutoBet?: true
  readonly stakeMinor: number
  /** What of the stake is advanced on open bets; left out where none is. */
  readonly advanceMinor?: number
  /** What it pays if everything wins; left out where the server does not tell, and for an auto-bet. */
  readonly possibleMinor?: number
  /** The coupon as it was when the bet was placed, at the prices at which the bet stands. */
  readonly coupon: Coupon
}

/** All that the coupon machine knows. */
export interface CouponState {
  readonly terms: CouponTerms
  readonly userId: number | null
  readonly coupon: Coupon
  readonly isFeedLive: boolean
  readonly advanceLimitMinor: number | null
  readonly advanceOwnMinor: number | null
  readonly notice: CouponNotice | null
  readonly failure: Failure | null
  readonly bet: BetUnderWay | null
  /** The name under which the bet is sent, kept before it is (PLACE-1); null when no bet is on its way. */
  readonly sent: Pick<CouponPlacement['request'], 'betGuid' | 'payloadHash'> | null
  readonly answer: PlaceBetAnswer | null
  readonly receipt: BetReceipt | null
  /** Seconds that a live bet still waits (PLACE-5). */
  readonly waitSeconds: number
  /** How often the outcome of the bet was queried without success. */
  readonly attempts: number
  /** Code under which the coupon was saved. */
  readonly savedCode: string | null
}

const LEAST_POLL_MS = 1000
const MOST_POLL_MS = 30_000
const SECOND_MS = 1000
/** Statuses that say for certain that a call has done nothing; a request time-out is none of them. */
const FIRST_REFUSAL = 400
const FIRST_SERVER_FAULT = 500
const REQUEST_TIMEOUT = 408

/** A coupon machine that knows nothing yet. */
export function newCouponState(terms: CouponTerms, userId: number | null): CouponState {
  return {
    terms,
    userId,
    coupon: emptyCoupon(terms, userId),
    isFeedLive: true,
    advanceLimitMinor: null,
    advanceOwnMinor: null,
    notice: null,
    failure: null,
    bet: null,
    sent: null,
    answer: null,
    receipt: null,
    waitSeconds: 0,
    attempts: 0,
    savedCode: null,
  }
}

/** The coupon as storage keeps it, with the bet on its way in it. */
export function storedCoupon({ coupon, bet, sent }: CouponState): Coupon {
  if (!bet || !sent) return coupon
  const { payload, isOneClick } = bet
  return { ...coupon, placement: { request: { ...sent, payload }, entries: bet.coupon.entries, isOneClick } }
}

/** What of the state storage gives back. */
export function restoredState(state: CouponState, stored: unknown): Partial<CouponState> {
  const { coupon, placement, notice } = restoredCoupon(stored, state.terms, state.userId)
  if (!placement) return { coupon, notice }
  const { betGuid, payloadHash, payload } = placement.request
  const [entry] = placement.entries
  const betCoupon = placement.isOneClick && entry ? oneClickCoupon(coupon, entry, state.terms) : coupon
  return {
    coupon,
    notice,
    bet: { coupon: betCoupon, payload, isApproved: payload.approvedBet, isOneClick: placement.isOneClick },
    sent: { betGuid, payloadHash },
  }
}

/** The state once the player has changed the coupon: the code under which it was saved is that of these outcomes alone. */
export function changedState(
  { coupon: before, savedCode }: Pick<CouponState, 'coupon' | 'savedCode'>,
  change: Pick<CouponState, 'coupon' | 'notice'>,
): Pick<CouponState, 'coupon' | 'notice' | 'failure' | 'savedCode'> {
  const ids = ({ entries }: Coupon) => entries.map(({ outcomeId }) => outcomeId).join()
  return { ...change, failure: null, savedCode: ids(change.coupon) === ids(before) ? savedCode : null }
}

/** The state after a change in the feed: the bet that is being placed and the one just placed follow as the coupon
 *  does. */
export function followedState(
  state: CouponState,
  change: CouponFeedChange,
): Pick<CouponState, 'coupon' | 'bet' | 'receipt' | 'isFeedLive'> {
  const { coupon, bet, receipt, isFeedLive } = state
  if (change.kind === 'link_changed') return { coupon, bet, receipt, isFeedLive: change.isLive }
  return {
    coupon: followFeed(coupon, change),
    bet: bet && { ...bet, coupon: followFeed(bet.coupon, change) },
    receipt: receipt && { ...receipt, coupon: followFeed(receipt.coupon, change) },
    isFeedLive,
  }
}

/** The bet for which a coupon is made when the player confirms it; null when something keeps it from being sent. */
export function confirmedBet(state: CouponState, coupon: Coupon, way: BetWay): BetUnderWay | null {
  if (couponProblems(coupon, state.terms, state).length > 0) return null
  const payload = placeBetPayload(coupon, state.terms, way)
  return payload && { ...way, coupon, payload }
}

/** The bet of the player's own press on the button, which may agree to the prices of now as well (BET-25); null when something keeps
 *  it from being sent. */
export function ownBet(
  state: CouponState,
  { acceptsPrices = false }: { readonly acceptsPrices?: boolean },
): BetUnderWay | null {
  const { coupon } = state
  const asked = acceptsPrices ? { ...coupon, entries: coupon.entries.map(agreed) } : coupon
  return confirmedBet(state, asked, { isApproved: false, isOneClick: false })
}

/** The bet that a press on a price places at once (BET-16): a single one at the stake for that, whatever the coupon
 *  holds. */
export function pressedBet(state: CouponState, entry: CouponEntry): BetUnderWay | null {
  if (!isEntry(entry)) return null
  return confirmedBet(state, oneClickCoupon(state.coupon, entry, state.terms), { isApproved: false, isOneClick: true })
}

/** The bet at the prices that the server offered and the player takes. */
export function approvedBet(state: CouponState): BetUnderWay | null {
  if (!state.bet) return null
  const { coupon, isOneClick } = state.bet
  const approved = { ...coupon, entries: coupon.entries.map(agreed) }
  return confirmedBet(state, approved, { isApproved: true, isOneClick })
}

/** What keeps the bet that is being placed from being sent, now. */
export function betProblems(state: CouponState): readonly CouponProblem[] {
  return state.bet ? couponProblems(state.bet.coupon, state.terms, state) : []
}

/** The coupon once a bet is placed, or waits for its price: the bet's outcomes leave the coupon and are kept with the
 *  receipt. */
export function receivedState(state: CouponState, answer: StandingAnswer): Partial<CouponState> {
  const { coupon, bet, terms } = state
  if (!bet) return {}
  const placed = bet.coupon.entries.map(({ outcomeId }) => outcomeId)
  return {
    coupon: bet.isOneClick ? coupon : withEntries(coupon, without(coupon.entries, placed), terms),
    receipt: { ...numbersOf(answer), stakeMinor: answer.stakeMinor, coupon: atAcceptedPrices(bet.coupon, answer) },
  }
}

type StandingAnswer = Extract<PlaceBetAnswer, { readonly kind: 'accepted' | 'partial' | 'bid' }>

function numbersOf(answer: StandingAnswer): Pick<BetReceipt, 'betId' | 'isAutoBet' | 'advanceMinor' | 'possibleMinor'> {
  if (answer.kind === 'bid') return { betId: answer.bidId, isAutoBet: true }
  const { betId, possibleMinor } = answer
  const advanceMinor = answer.kind === 'accepted' ? answer.advanceMinor : undefined
  return {
    betId,
    ...(possibleMinor === undefined ? {} : { possibleMinor }),
    ...(advanceMinor === undefined ? {} : { advanceMinor }),
  }
}

/** The coupon of a bet at the prices at which it was accepted: the server's, where they are better or its player
 *  takes any (PLACE-6). What the feed says of an outcome by now does not matter here. */
function atAcceptedPrices(coupon: Coupon, answer: StandingAnswer): Coupon {
  const prices = answer.kind === 'bid' ? undefined : answer.prices
  if (!prices) return coupon
  const accepted = new Map(prices.map(({ outcomeId, odds }) => [outcomeId, odds]))
  return produce(coupon, ({ entries }) => {
    for (const entry of entries) entry.agreedOdds = accepted.get(entry.outcomeId) ?? entry.agreedOdds
  })
}

/** The coupon once the result was seen: as it was before the bet, when the player wants its outcomes for another one. */
export function closedState(
  { receipt, bet, coupon }: CouponState,
  { keepsEntries }: { readonly keepsEntries: boolean },
): Partial<CouponState> {
  const isKept = keepsEntries && receipt !== null && coupon.entries.length === 0
  const next = isKept ? receipt.coupon : (offered(bet) ?? coupon)
  return {
    ...ENDED,
    receipt: null,
    failure: null,
    coupon: next,
    ...(next.entries.length === 0 ? { savedCode: null } : {}),
  }
}

/** The bet with what the server offers: the player has not agreed to it yet. */
export function quotedState(
  { bet, coupon }: CouponState,
  offer: Extract<PlaceBetAnswer, { readonly kind: 'repriced' }>,
): Partial<CouponState> {
  if (!bet) return {}
  const { prices, antiExpressCoef } = offer
  const priced = produce(bet.coupon, (draft) => {
    if (antiExpressCoef !== undefined) draft.antiExpressCoef = antiExpressCoef
    for (const price of prices) {
      const entry = draft.entries.find(({ outcomeId }) => outcomeId === price.outcomeId)
      // A price without a line is one of a market without a line.
      delete entry?.parameter
      if (entry) Object.assign(entry, price)
    }
  })
  return { bet: { ...bet, coupon: priced }, coupon: bet.isOneClick ? coupon : priced, sent: null }
}

/** Nothing is in flight any more, and the available advance has to be requested again. */
export const ENDED = {
  bet: null,
  sent: null,
  answer: null,
  waitSeconds: 0,
  attempts: 0,
  advanceLimitMinor: null,
  advanceOwnMinor: null,
} as const

/** Whether a failed call has certainly placed no bet: refused as invalid, and not to be sent again. Whatever else happens to a call,
 *  the bet may stand (PLACE-3). */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'httpStatus' in error ? error.httpStatus : undefined
  if (typeof status !== 'number' || status === REQUEST_TIMEOUT) return false
  return status >= FIRST_REFUSAL && status < FIRST_SERVER_FAULT
}

/** Why the bet does not stand, as a failed call tells it. */
export function rejection({ reason, params }: Extract<PlaceBetAnswer, { readonly kind: 'rejected' }>): Failure {
  return readFailure({ code: reason, params })
}

/** How long to wait before querying the outcome of a bet again, in ms: twice as long each time, 30 s at most. */
export function pollDelayMs(attempts: number): number {
  return Math.min(MOST_POLL_MS, LEAST_POLL_MS * 2 ** Math.min(attempts, MOST_POLL_MS))
}

/** Seconds that a countdown shows for so many ms. */
export function secondsOf(delayMs: number): number {
  return Math.ceil(delayMs / SECOND_MS)
}

function offered(bet: BetUnderWay | null): Coupon | null {
  return bet && !bet.isOneClick ? bet.coupon : null
}

function oneClickCoupon(coupon: Coupon, entry: CouponEntry, terms: CouponTerms): Coupon {
  const { pricePolicy, oneClickStakeText } = coupon
  return { ...emptyCoupon(terms, null), entries: [entry], pricePolicy, stakeText: oneClickStakeText }
}
