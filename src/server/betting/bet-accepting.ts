import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import { hasScoreChanged } from '#machines/betting/coupon/auto-bet.rules.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import type { CouponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { compare, rationalOf } from '#machines/odds/rational.rules.ts'
import type { FrozenBet, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { acceptBets, writtenBets } from './accepted-bets.ts'
import { standingAdvanceMinor } from './advance-stakes.ts'
import type { BetAccounts } from './bet-accounts.ts'
import { boundsRefusal, stakesWithinLimits } from './bet-limits.ts'
import { pricesOf, rejected, type Verdict } from './bet-verdict.ts'
import type { BettingPorts } from './betting-ports.ts'
import { followBonus } from './bonus-stakes.ts'
import type { Reservation } from './reservations.ts'
import { heldStake, stakeOf, takenStake } from './stake-money.ts'

/** The answer to an auto-bet whose score has changed. */
export const SCORE_CHANGED = rejected({ reason: 'bet.bid_score_changed' })

/** A request that fits, about to be accepted. */
export interface Accepting {
  readonly reservation: Reservation
  readonly verdict: Extract<Verdict, { kind: 'fits' }>
  readonly accounts: BetAccounts
  /** Whether its stake was held before; otherwise it is with the bets. */
  readonly isHeld: boolean
  readonly now: Date
}

/** Accepts a request whose prices fit, if the limits of outcomes leave its stake and no game of it is over: its bets, their money and its
 *  answer are written by one statement. @returns the answer; a rejection has moved nothing */
export async function acceptRequest(
  ports: Pick<BettingPorts, 'endedGames' | 'scoresOf' | 'freebetOf' | 'followBonus'>,
  tx: BrandTransaction,
  accepting: Accepting,
): Promise<PlaceBetAnswer> {
  const { reservation, verdict } = accepting
  const { legs, terms, sections } = verdict
  const { accountId, currency, reservationId, payload } = reservation
  const freebet = payload.promo === undefined ? undefined : await ports.freebetOf(tx, reservationId)
  const bets = freebet ? verdict.bets.map((bet) => ({ ...bet, freebet })) : verdict.bets
  const prices = pricesOf(legs)
  const allowed = await stakesWithinLimits(tx, { bets, ...prices }, { accountId, currency, sections })
  // From here on settling waits: a bet on a game whose result it has looked at would never be looked at.
  const ended = await ports.endedGames(
    tx.feed,
    legs.map(({ gameId }) => gameId),
  )
  const over = legs.findIndex(({ gameId }) => ended.has(gameId))
  if (over >= 0)
    return rejected(
      reservation.isAutoBet ? { reason: 'bet.bid_over' } : { reason: 'bet.market_closed', params: { event: over + 1 } },
    )
  // Asked again under the locks, for which it may have had to wait.
  if (await isScoreChanged(ports, tx, reservation)) return SCORE_CHANGED
  const advanceMinor = await standingAdvanceMinor(tx, reservation)
  if (advanceMinor === null) return rejected({ reason: 'bet.advance_uncovered' })
  const isPartAccepted = sections.betting.riskLimits.isPartAccepted && advanceMinor === 0 && !freebet
  const fitted = fittedBets(bets, allowed, { terms, isPartAccepted })
  if (fitted === null || boundsRefusal({ bets: fitted, ...prices }, terms))
    return rejected(limitRefusal(Math.min(...allowed), terms))
  const answer = await write(tx, accepting, { fitted, advanceMinor })
  const gainedMinor = accepting.isHeld ? reservation.stakeMinor - stakeOf(fitted) : 0
  await followBonus(ports, tx, reservation, { gainedMinor, reference: 'rest', now: accepting.now })
  return answer
}

async function write(
  tx: BrandTransaction,
  { reservation, verdict: { legs }, accounts, isHeld, now }: Accepting,
  { fitted, advanceMinor }: { readonly fitted: readonly FrozenBet[]; readonly advanceMinor: number },
): Promise<PlaceBetAnswer> {
  const { reservationId, stakeMinor, payload } = reservation
  const bets = writtenBets({ reservation, bets: fitted, legs })
  const acceptedMinor = stakeOf(fitted)
  const told = { stakeMinor: acceptedMinor, possibleMinor: bets.possibleMinor, ...movedPrices(payload, legs) }
  const answer =
    acceptedMinor < stakeMinor
      ? ({ kind: 'partial', ...told } as const)
      : ({ kind: 'accepted', ...told, ...(advanceMinor > 0 ? { advanceMinor } : {}) } as const)
  const hold = { reservationId, stakeMinor, now }
  const transfers = [
    ...(isHeld ? [] : [heldStake(accounts, { ...hold, advanceMinor })]),
    takenStake(accounts, { ...hold, acceptedMinor, taxMinor: bets.taxMinor }),
  ]
  const betId = await acceptBets(tx, { reservationId, bets, transfers, answer, now })
  const { kind, ...rest } = answer
  return { kind, betId, ...rest }
}

/** Whether a score has changed by which an auto-bet is dropped. */
export async function isScoreChanged(
  { scoresOf }: Pick<BettingPorts, 'scoresOf'>,
  tx: BrandTransaction,
  { payload, bid }: Reservation,
): Promise<boolean> {
  const former = bid?.scores ?? []
  return former.length > 0 && hasScoreChanged(former, await scoresOf(tx.feed, outcomeIdsOf(payload)))
}

/** The outcomes that a request names, in its order. */
export function outcomeIdsOf({ events }: PlaceBetPayload): number[] {
  return events.map(({ outcomeId }) => outcomeId)
}

/** The bets with stakes within the limits; null when they cannot stand so. One bet alone may be accepted for a part. */
function fittedBets(
  bets: readonly FrozenBet[],
  allowed: readonly number[],
  { terms, isPartAccepted }: { readonly terms: CouponTerms; readonly isPartAccepted: boolean },
): readonly FrozenBet[] | null {
  if (bets.every(({ stakeMinor }, place) => (allowed[place] ?? 0) >= stakeMinor)) return bets
  const [[bet], [part = 0]] = [bets, allowed]
  if (!isPartAccepted || bets.length > 1 || !bet || bet.type === 'conditional') return null
  return part >= terms.minimumStakeMinor && part > 0 ? [{ ...bet, stakeMinor: part }] : null
}

/** What a player is told whose stake the limits of outcomes do not leave: how much they do, where that can be staked at all. */
function limitRefusal(
  allowedMinor: number,
  { minimumStakeMinor, exponent, currency }: Pick<CouponTerms, 'minimumStakeMinor' | 'exponent' | 'currency'>,
): BetRefusal {
  if (allowedMinor < Math.max(1, minimumStakeMinor)) return { reason: 'bet.outcome_full' }
  return { reason: 'bet.outcome_limit', params: { maximum: `${minorToDecimal(allowedMinor, exponent)} ${currency}` } }
}

/** The prices at which a bet stands, where they are others than its player has named. */
function movedPrices({ events }: PlaceBetPayload, legs: readonly OutcomeFacts[]) {
  const prices = legs.flatMap(({ outcomeId, odds }, place) => {
    const named = events[place]
    return named && compare(rationalOf(named.odds), rationalOf(odds)) === 0 ? [] : [{ outcomeId, odds }]
  })
  return prices.length > 0 ? { prices } : {}
}
