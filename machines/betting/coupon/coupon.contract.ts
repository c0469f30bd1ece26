import type { AnyEventObject } from 'xstate'
import { type Invariant, type MachineContract, type MachineView, placeIn } from '#machines/shell/machine-contract.ts'
import type { Coupon, CouponEntry, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import { couponMachine } from './coupon.machine.ts'
import { couponTotals } from './coupon-bets.rules.ts'
import { emptyCoupon } from './coupon-entries.rules.ts'
import { offersOnPage } from './coupon-offers.rules.ts'
import {
  approvedBet,
  betProblems,
  type CouponState,
  followedState,
  isRefusal,
  pressedBet,
} from './coupon-state.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { placeBetPayload } from './place-bet-payload.rules.ts'

/** What scenarios and tests take for a brand's terms where they say nothing else: euros, everything offered, no taxes. */
export const SAMPLE_TERMS: CouponTerms = {
  maximumBets: 50,
  maximumSystemBets: 20,
  betTypes: ['single', 'express', 'system', 'chain', 'multi', 'conditional', 'anti_express', 'lucky', 'patent'],
  quickStakesMinor: [500, 1000, 2000, 5000],
  minimumStakeMinor: 20,
  maximumStakeMinor: 100_000,
  maximumPayoutMinor: 10_000_000,
  largePayoutMinor: 400_000_000,
  currency: 'EUR',
  exponent: 2,
  tax: {},
  pricePolicy: { kind: 'none' },
  isOneClickAllowed: true,
  isPromoAllowed: true,
  isSaveLoadAllowed: true,
  isAutoBetAllowed: true,
  isAutoBetContinuedLive: false,
  isAdvanceAllowed: true,
  advanceHours: 48,
}

/** An outcome of a game of its own: the number is that of the outcome, its market and its game. */
export function sampleEntry(number: number, changes: Partial<CouponEntry> = {}): CouponEntry {
  return {
    gameId: number,
    marketId: number,
    typeId: 1,
    outcomeId: number,
    kind: 3,
    odds: '2.00',
    agreedOdds: '2.00',
    epoch: 'e1',
    seq: 1,
    status: 1,
    isSuspended: false,
    names: { game: `Game ${number}`, market: 'Result', outcome: 'Home' },
    startsAt: '2026-01-15T15:00:00Z',
    ...changes,
  }
}

const GUID = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'
const KEPT = { betGuid: GUID, payloadHash: '9f86d081884c7d65' }
const WAY = { isApproved: false, isOneClick: false }
const FILLED: Coupon = { ...emptyCoupon(SAMPLE_TERMS, 7001), entries: [sampleEntry(1)], stakeText: '5' }
/** A coupon whose bet was sent before a reload. */
const ON_ITS_WAY = {
  ...FILLED,
  placement: {
    request: { ...KEPT, payload: placeBetPayload(FILLED, SAMPLE_TERMS, WAY) },
    entries: FILLED.entries,
    isOneClick: false,
  },
}

const invariants: readonly Invariant<CouponState>[] = [
  {
    name: 'never more than one bet is on its way',
    holds: ({ emitted }) => openBets(emitted).size <= 1,
  },
  {
    name: 'nothing is sent without a name that was kept, and no name outlives its bet',
    holds: ({ value, context: { sent, bet } }) => {
      const step = placingStep(value)
      return step === null || step === 'keeping' ? sent === null : sent !== null && sent.betGuid !== '' && bet !== null
    },
  },
  {
    name: 'the stake that is shown is the one that is sent',
    holds: ({ value, context: { bet, coupon, terms } }) => {
      if (placingStep(value) === null) return true
      if (bet === null) return false
      const shown = couponTotals(bet.isOneClick ? bet.coupon : coupon, terms)
      return !shown.ok || shown.totals.stakeMinor === bet.payload.summ
    },
  },
  {
    name: 'what is suspended, related, stale or not agreed to is not sent',
    holds: ({ value, context }) => placingStep(value) !== 'keeping' || betProblems(context).length === 0,
  },
  {
    name: 'the sum is exact',
    holds: ({ context: { bet } }) => bet === null || isExact(bet.payload),
  },
  {
    name: 'the coupon holds each outcome and each market once, and no more than it may',
    holds: ({ context: { coupon, terms } }) => {
      const { entries } = coupon
      const isOnce = (read: (entry: CouponEntry) => number) => new Set(entries.map(read)).size === entries.length
      return (
        entries.length <= terms.maximumBets &&
        isOnce(({ outcomeId }) => outcomeId) &&
        isOnce(({ marketId }) => marketId)
      )
    },
  },
  {
    name: 'the coupon is nobody else’s',
    holds: ({ context: { coupon, userId } }) => coupon.userId === undefined || coupon.userId === userId,
  },
  {
    name: 'a delay has a second left at least',
    holds: ({ value, context }) => placingStep(value) !== 'pending' || context.waitSeconds >= 1,
  },
  {
    name: 'a bet is in flight only while it is placed or offered again',
    holds: ({ value, context: { bet } }) => (bet !== null) === (placingStep(value) !== null || value === 'repriced'),
  },
]

/** What playing and fuzzing the coupon need to know. */
export const couponContract: MachineContract<typeof couponMachine> = {
  machine: couponMachine,
  prepareInput: ({ userId = 7001, terms = {}, ...told }) => ({
    ...told,
    userId: userId as number | null,
    terms: { ...SAMPLE_TERMS, ...(terms as Partial<CouponTerms>) },
  }),
  invariants,
  consequences: {
    restore: {
      ok: ({ context }) => context.notice?.code !== 'storage_failed',
      failed: ({ context }) => context.notice?.code === 'storage_failed',
    },
    keep: { ok: ({ value }) => placingStep(value) === 'sending', failed: ({ value }) => value === 'draft' },
    place: {
      ok: ({ value, end }) => placeIn(value) === afterAnswer(end),
      failed: ({ value, end }) => placeIn(value) === (isRefusal(end) ? 'settled.rejected' : 'placing.unknown'),
    },
    askBet: {
      ok: ({ value, end }) => placeIn(value) === afterAnswer(end),
      failed: ({ value }) => placingStep(value) === 'unknown',
    },
  },
  reactions: {
    'outcome.pressed': ({ value, context, before, told }, { entry }) => {
      if (before.value !== 'draft') return true
      if (!before.context.coupon.isOneClick) return value === 'draft' && told.length > 0
      if (pressedBet(before.context, entry) !== null) return placingStep(value) === 'keeping'
      return value === 'draft' && context.notice?.code === 'bet_held_back'
    },
    'feed.changed': ({ value, before }, { change }) => {
      if (placingStep(before.value) !== 'keeping') return true
      const isHeldBack = betProblems({ ...before.context, ...followedState(before.context, change) }).length > 0
      return isHeldBack ? value === 'draft' : placingStep(value) === 'keeping'
    },
    'quote.accepted': ({ value, before }) =>
      before.value !== 'repriced' || (placingStep(value) === 'keeping') === (approvedBet(before.context) !== null),
    'save.requested': ({ value, before: { value: place, context } }) =>
      place !== 'draft' ||
      (value === 'saving') === (context.terms.isSaveLoadAllowed && context.coupon.entries.length > 0),
    'load.requested': ({ value, before: { value: place, context } }) =>
      place !== 'draft' || (value === 'loading') === context.terms.isSaveLoadAllowed,
    'advance.requested': ({ value, before: { value: place, context } }) =>
      place !== 'draft' || (value === 'askingAdvance') === (context.terms.isAdvanceAllowed && context.userId !== null),
  },
  abstract: (state) => [
    state.userId !== null,
    state.isFeedLive,
    state.coupon.entries.map(({ outcomeId, isSuspended, odds }) => [outcomeId, isSuspended, odds]),
    state.coupon.stakeText,
    state.coupon.isOneClick ? state.coupon.oneClickStakeText : null,
    state.notice?.code ?? null,
    state.failure?.code ?? null,
    state.bet?.isOneClick ?? null,
    state.receipt !== null,
    state.answer?.kind ?? null,
    state.waitSeconds,
    Math.min(state.attempts, 1),
  ],
  events: [
    { type: 'outcome.pressed', entry: sampleEntry(1) },
    { type: 'coupon.edited', edit: { kind: 'policy_chosen', policy: { kind: 'higher' } } },
    { type: 'coupon.edited', edit: { kind: 'stake_typed', text: '5' } },
    { type: 'coupon.edited', edit: { kind: 'one_click_set', isOn: true, text: '5' } },
    { type: 'coupon.edited', edit: { kind: 'one_click_set', isOn: true, text: '' } },
    { type: 'coupon.edited', edit: { kind: 'cleared' } },
    {
      type: 'feed.changed',
      change: { kind: 'price_changed', outcomeId: 1, odds: '2.00', isSuspended: true, epoch: 'e1', seq: 2 },
    },
    { type: 'feed.changed', change: { kind: 'market_changed', marketId: 2, status: 3 } },
    { type: 'bet.confirmed' },
    { type: 'bet.confirmed', acceptsPrices: true },
    { type: 'bet.asked' },
    { type: 'quote.accepted' },
    { type: 'result.closed', keepsEntries: true },
    { type: 'result.closed', keepsEntries: false },
    { type: 'save.requested' },
    { type: 'load.requested', code: 'K7QX2M' },
    { type: 'advance.requested' },
    { type: 'player.left' },
  ],
  offers: offersOnPage,
  eventSchema: 'betting/coupon-event',
  inputs: [{}, { userId: null }, { terms: { isSaveLoadAllowed: false, isAdvanceAllowed: false } }],
  outcomes: {
    restore: { ok: [null, FILLED, ON_ITS_WAY], err: [{ code: 'no available storage method' }] },
    keep: { ok: [KEPT], err: [{ code: 'betting.notice_storage_failed' }] },
    place: {
      ok: [
        { kind: 'accepted', betId: 8001, stakeMinor: 500 },
        { kind: 'partial', betId: 8001, stakeMinor: 300 },
        { kind: 'bid', bidId: 31, stakeMinor: 500 },
        { kind: 'pending', delayMs: 2000 },
        { kind: 'rejected', reason: 'bet.outcome_limit' },
        { kind: 'repriced', prices: [{ outcomeId: 1, odds: '1.90', epoch: 'e1', seq: 3 }] },
      ],
      err: [{ code: 'request.timeout' }, { code: 'bet.guid_taken', httpStatus: 409 }],
    },
    askBet: {
      ok: [
        { kind: 'accepted', betId: 8001, stakeMinor: 500 },
        { kind: 'absent' },
        { kind: 'pending', delayMs: 1000 },
        { kind: 'rejected', reason: 'bet.outcome_limit' },
      ],
      err: [{ code: 'request.offline' }],
    },
    saveCoupon: { ok: [{ code: 'K7QX2M' }], err: [{ code: 'request.offline' }] },
    loadCoupon: { ok: [{ code: 'K7QX2M', entries: [sampleEntry(2)] }], err: [{ code: 'request.offline' }] },
    askAdvance: { ok: [{ limitMinor: 1000, ownMinor: 200 }], err: [{ code: 'request.offline' }] },
  },
}

/** What is answered to a bet → where it leads; anything else is a rejection. */
const AFTER_ANSWER: Readonly<Record<string, string>> = {
  pending: 'placing.pending.counting',
  accepted: 'settled.accepted',
  bid: 'settled.accepted',
  partial: 'settled.partial',
  repriced: 'repriced',
  absent: 'placing.sending',
}

function afterAnswer(answer: unknown): string {
  return AFTER_ANSWER[(answer as PlaceBetAnswer).kind] ?? 'settled.rejected'
}

/** The part of the way that a bet is on; null when none is. */
function placingStep(value: MachineView<CouponState>['value']): string | null {
  if (typeof value === 'string' || value.placing === undefined) return null
  const { placing } = value
  return typeof placing === 'string' ? placing : (Object.keys(placing)[0] ?? null)
}

/** Names of bets that were sent and whose outcome is not yet certain. */
function openBets(emitted: readonly AnyEventObject[]): ReadonlySet<string> {
  const open = new Set<string>()
  for (const event of emitted) {
    if (event.type === 'coupon.wiped') open.clear()
    if (event.type === 'bet.sent') open.add(String(event.betGuid))
    if (event.type === 'bet.resolved') open.delete(String(event.betGuid))
  }
  return open
}

/** What is paid is the sum of what is staked; of a conditional bet the first block alone is. */
function isExact({ betType, summ, groupsSumms }: PlaceBetPayload): boolean {
  const sum = groupsSumms.reduce((total, stake) => total + stake, 0)
  return Number.isSafeInteger(summ) && summ > 0 && summ === (betType === 'conditional' ? groupsSumms[0] : sum)
}
