import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import { hasScoreChanged } from '#machines/betting/coupon/bet-bid.rules.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import type { CouponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { compare, rationalOf } from '#machines/odds/rational.rules.ts'
import type { BidScore, FrozenBet, FrozenBid, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { insertBets } from './accepted-bets.ts'
import { lockBetAccounts, lockPlayerAccounts } from './bet-accounts.ts'
import { boundsRefusal, stakesWithinLimits } from './bet-limits.ts'
import { type JudgedRequest, judgeRequest, nextLook, pricesOf, rejected, timesOf, type Verdict } from './bet-verdict.ts'
import type { BettingPorts, BettingSections, Bettor } from './betting-ports.ts'
import { giveBack, holdOnCredit, standingCreditMinor } from './credit-stakes.ts'
import {
  answerOf,
  checkSameRequest,
  dueReservations,
  findReservation,
  insertReservation,
  lockHeld,
  lookLater,
  type Reservation,
  resolveReservation,
} from './reservations.ts'
import { eachDue } from './settling/due-rows.ts'
import { fundingOfHold, holdStake, stakeOf, takeStake } from './stake-money.ts'

/** A bet as a call has brought it. */
export interface BetRequest extends Omit<JudgedRequest, 'bid'> {
  /** The name that the page has given it (BET-21). */
  readonly betGuid: string
  /** Code of the currency that the amounts are in: that of the player's active account. */
  readonly currency: string
}

/** Places bets: a stake is held first, and taken or given back once it is known whether the bet stands (LEDGER-3, PLACE-5). */
export function createPlacing(ports: BettingPorts) {
  const { db, clock } = ports

  /** Keeps the request under its name, and holds its stake when it fits. */
  async function reserve(
    { brandId, accountId }: Bettor,
    request: BetRequest,
    { verdict, scores }: { readonly verdict: Verdict; readonly scores: readonly BidScore[] },
  ): Promise<Reservation> {
    const { betGuid, payload, currency } = request
    const now = clock()
    return forBrand(db, brandId).transaction(async (tx) => {
      const bid = frozenBid(verdict, scores)
      const made = { accountId, betGuid, payload, currency, bid, ...timesOf(verdict, now), now }
      const refusal = verdict.kind === 'answered' ? verdict.answer : null
      const reservationId = await insertReservation(tx, { ...made, answer: refusal })
      if (reservationId !== undefined && !refusal)
        await hold(tx, { reservationId, ...made, sections: verdict.sections })
      const kept = await findReservation(tx, { accountId, betGuid })
      if (!kept) throw new Error(`the request ${betGuid} no longer exists`)
      return kept
    })
  }

  async function hold(tx: BrandTransaction, made: HeldRequest): Promise<void> {
    const { reservationId, accountId, payload, currency, now } = made
    const stake = { accountId, currency, stakeMinor: payload.summ, now }
    const funding = await fundingOf(tx, made)
    const refusal =
      typeof funding === 'number' ? await ports.mayStake(tx, stake) : (funding ?? { reason: 'bet.no_account' as const })
    if (refusal || typeof funding !== 'number') {
      const answer = rejected(refusal ?? { reason: 'bet.no_account' })
      return resolveReservation(tx, reservationId, { state: 'refused', answer, now })
    }
    const isOnCredit = payload.avanceBet === true
    const accounts = await lockPlayerAccounts(tx, { accountId, currency, funding, isOnCredit, now })
    const held = { reservationId, stakeMinor: payload.summ, now }
    if (accounts.playerMinor >= payload.summ) return holdStake(tx, accounts, { ...held, advanceMinor: 0 })
    const short = isOnCredit ? await holdOnCredit(tx, accounts, made) : { reason: 'balance.too_low' as const }
    if (short) await resolveReservation(tx, reservationId, { state: 'refused', answer: rejected(short), now })
  }

  function fundingOf(tx: BrandTransaction, { accountId, currency, payload }: HeldRequest) {
    const { promo, summ: stakeMinor } = payload
    return ports.fundingOf(tx, { accountId, currency, stakeMinor, ...(promo === undefined ? {} : { promo }) })
  }

  /** Decides a held request: once, for the first caller. */
  async function resolve(brandId: string, held: Reservation, first?: Verdict): Promise<PlaceBetAnswer> {
    const judgedAt = clock()
    const verdict = first ?? (await judgeRequest(ports, brandId, held))
    const now = clock()
    return forBrand(db, brandId).transaction(async (tx) => {
      const reservation = await lockHeld(tx, held.reservationId)
      if (!reservation) return answerOf(await resolved(tx, held.reservationId), now)
      // Another look came in between: a verdict from before a delay began does not count at its end.
      if (reservation.isBid && (first ? now : judgedAt) < reservation.dueAt) return answerOf(reservation, now)
      const end = await endOfHeld(tx, reservation, { sections: verdict.sections, now })
      const next = end || verdict.kind === 'answered' || !reservation.isBid ? null : nextLook(verdict, reservation, now)
      if (next) {
        await lookLater(tx, reservation.reservationId, next)
        return answerOf({ ...reservation, ...next }, now)
      }
      const answered = verdict.kind === 'answered' ? verdict.answer : null
      const refusal = end ?? (await bidderRefusal(tx, reservation, now)) ?? answered
      const answer =
        refusal || verdict.kind !== 'fits'
          ? await release(tx, reservation, refusal ?? rejected({ reason: 'bet.bid_expired' }), now)
          : await accept(tx, reservation, verdict, now)
      const isAccepted = answer.kind === 'accepted' || answer.kind === 'partial'
      const state = isAccepted ? 'accepted' : 'refused'
      await resolveReservation(tx, reservation.reservationId, { state, answer, now })
      return answer
    })
  }

  /** What ends a held request whatever its prices: a score by which its bid is dropped has changed, or its time is over. A bid whose
   *  price was reached in time is judged when the delay of live bets is over. */
  async function endOfHeld(
    tx: BrandTransaction,
    held: Reservation,
    { sections, now }: { readonly sections: BettingSections; readonly now: Date },
  ): Promise<PlaceBetAnswer | null> {
    const { isBid, dueAt, expiresAt, acceptingLive } = held
    if (await isScoreChanged(tx, held)) return SCORE_CHANGED
    const graceMs = acceptingLive === null ? 0 : sections.betting.riskLimits.holdMs
    const isOver = expiresAt <= now && dueAt.getTime() + graceMs <= now.getTime()
    return isOver ? rejected({ reason: isBid ? 'bet.bid_expired' : 'bet.expired' }) : null
  }

  /** Why the player of a bid that has waited may not bet any more. */
  async function bidderRefusal(tx: BrandTransaction, held: Reservation, now: Date): Promise<PlaceBetAnswer | null> {
    const { accountId, currency, isBid } = held
    const refusal = isBid ? await ports.mayStake(tx, { accountId, currency, stakeMinor: 0, now }) : null
    return refusal && rejected(refusal)
  }

  async function isScoreChanged(tx: BrandTransaction, { payload, bid }: Reservation): Promise<boolean> {
    const former = bid?.scores ?? []
    return former.length > 0 && hasScoreChanged(former, await ports.scoresOf(tx.feed, outcomeIdsOf(payload)))
  }

  /** The scores that end a bid when they change, as they are before its prices are judged; none where the score is nothing to it. */
  async function scoresBefore(brandId: string, payload: PlaceBetPayload): Promise<readonly BidScore[]> {
    if (!(payload.isAutoBet && payload.dropOnScoreChange)) return []
    return forBrand(db, brandId).transaction((tx) => ports.scoresOf(tx.feed, outcomeIdsOf(payload)))
  }

  async function release(tx: BrandTransaction, reservation: Reservation, answer: PlaceBetAnswer, now: Date) {
    const accounts = await lockPlayerAccounts(tx, await partiesOf(tx, reservation, now))
    await giveBack(tx, accounts, { ...reservation, now })
    return answer
  }

  async function accept(
    tx: BrandTransaction,
    reservation: Reservation,
    { legs, bets, terms, sections }: Extract<Verdict, { kind: 'fits' }>,
    now: Date,
  ): Promise<PlaceBetAnswer> {
    const { accountId, currency, stakeMinor } = reservation
    const accounts = await lockBetAccounts(tx, await partiesOf(tx, reservation, now))
    const prices = pricesOf(legs)
    const allowed = await stakesWithinLimits(tx, { bets, ...prices }, { accountId, currency, sections })
    // From here on settling waits: a bet on a game whose result it has looked at would never be looked at.
    const ended = await ports.endedGames(
      tx.feed,
      legs.map(({ gameId }) => gameId),
    )
    const over = legs.findIndex(({ gameId }) => ended.has(gameId))
    if (over >= 0) {
      await giveBack(tx, accounts, { ...reservation, now })
      const closed = { reason: 'bet.market_closed', params: { event: over + 1 } } as const
      return rejected(reservation.isBid ? { reason: 'bet.bid_over' } : closed)
    }
    // Asked again under the locks, for which it may have had to wait.
    if (await isScoreChanged(tx, reservation)) {
      await giveBack(tx, accounts, { ...reservation, now })
      return SCORE_CHANGED
    }
    const advanceMinor = await standingCreditMinor(tx, reservation)
    if (advanceMinor === null) {
      await giveBack(tx, accounts, { ...reservation, now })
      return rejected({ reason: 'bet.advance_uncovered' })
    }
    const isPartAccepted = sections.betting.riskLimits.isPartAccepted && advanceMinor === 0
    const fitted = fittedBets(bets, allowed, { terms, isPartAccepted })
    if (fitted === null || boundsRefusal({ bets: fitted, ...prices }, terms)) {
      await giveBack(tx, accounts, { ...reservation, now })
      return rejected(limitRefusal(Math.min(...allowed), terms))
    }
    const { betId, taxMinor, possibleMinor } = await insertBets(tx, { reservation, bets: fitted, legs, now })
    const acceptedMinor = stakeOf(fitted)
    await takeStake(tx, accounts, { ...reservation, acceptedMinor, taxMinor, now })
    const told = { betId, stakeMinor: acceptedMinor, possibleMinor, ...movedPrices(reservation.payload, legs) }
    if (acceptedMinor < stakeMinor) return { kind: 'partial', ...told }
    return { kind: 'accepted', ...told, ...(advanceMinor > 0 ? { advanceMinor } : {}) }
  }

  return {
    /** Places a bet, once under its name (PLACE-2). A bet that has to wait is pending, and is asked for by its name.
     *  @throws AppError bet.guid_taken when the name belongs to another request */
    async placeBet(bettor: Bettor, request: BetRequest): Promise<PlaceBetAnswer> {
      const { brandId, accountId } = bettor
      const { betGuid, payload } = request
      const known = await forBrand(db, brandId).transaction((tx) => findReservation(tx, { accountId, betGuid }))
      if (known) checkSameRequest(known, payload)
      if (known)
        return known.state === 'held' && known.dueAt <= clock() ? resolve(brandId, known) : answerOf(known, clock())
      const scores = await scoresBefore(brandId, payload)
      const verdict = await judgeRequest(ports, brandId, { ...request, country: request.country ?? '' })
      const kept = await reserve(bettor, request, { verdict, scores })
      checkSameRequest(kept, payload)
      if (kept.state !== 'held' || kept.dueAt > clock()) return answerOf(kept, clock())
      // Judged a moment ago in the same currency, it need not be judged again.
      return resolve(brandId, kept, kept.currency === request.currency ? verdict : undefined)
    },

    /** The state of a bet, by its GUID; one that has waited long enough is resolved (PLACE-3, PLACE-5). */
    async askBet({ brandId, accountId }: Bettor, betGuid: string): Promise<PlaceBetAnswer> {
      const kept = await forBrand(db, brandId).transaction((tx) => findReservation(tx, { accountId, betGuid }))
      if (!kept) return { kind: 'absent' }
      return kept.state === 'held' && kept.dueAt <= clock() ? resolve(brandId, kept) : answerOf(kept, clock())
    },

    /** Gives a bid up and its stake back; one that is no bid, or none any more, stays what it is, and so does one whose price was
     *  reached while the delay of live bets runs: like any live bet it is on its way then. @returns what it is then */
    async cancelBid({ brandId, accountId }: Bettor, betGuid: string): Promise<PlaceBetAnswer> {
      const of = { accountId, betGuid }
      const known = await forBrand(db, brandId).transaction((tx) => findReservation(tx, of))
      const isOnItsWay = known?.state === 'held' && known.acceptingLive !== null
      if (isOnItsWay && known.dueAt <= clock()) await resolve(brandId, known)
      const now = clock()
      return forBrand(db, brandId).transaction(async (tx) => {
        const kept = await findReservation(tx, of)
        if (!kept) return { kind: 'absent' }
        const held = kept.isBid ? await lockHeld(tx, kept.reservationId) : undefined
        if (held?.acceptingLive !== null) return answerOf(held ?? (await findReservation(tx, of)) ?? kept, now)
        const answer = await release(tx, held, rejected({ reason: 'bet.bid_cancelled' }), now)
        await resolveReservation(tx, held.reservationId, { state: 'refused', answer, now })
        return answer
      })
    },

    /** Resolves what is due and was not asked for, after a crash too. @returns how many */
    async resolveDueBets(brandId: string): Promise<number> {
      const door = forBrand(db, brandId)
      const now = clock()
      const read = (after: Reservation | null, limit: number) =>
        door.transaction((tx) => dueReservations(tx, { now, after, limit }))
      return eachDue(read, (due) =>
        resolve(brandId, due).catch((error: unknown) =>
          logFailure(ports.log, error, { brandId, reservationId: due.reservationId }, 'a bet was left as it is'),
        ),
      )
    },
  }
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

const SCORE_CHANGED = rejected({ reason: 'bet.bid_score_changed' })

/** What a bid is kept with; null for what is none. Where no game can be played while it waits, no score ends it. */
function frozenBid(verdict: Verdict, scores: readonly BidScore[]): FrozenBid | null {
  if (verdict.kind === 'answered' || !verdict.bid) return null
  const { isContinuedLive, isPlayed } = verdict.bid
  return { isContinuedLive, scores: isPlayed ? [...scores] : [] }
}

function outcomeIdsOf({ events }: PlaceBetPayload): number[] {
  return events.map(({ outcomeId }) => outcomeId)
}

interface HeldRequest extends Omit<BetRequest, 'betGuid'> {
  readonly reservationId: number
  readonly accountId: number
  readonly sections: BettingSections
  readonly now: Date
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

async function resolved(tx: BrandTransaction, reservationId: number): Promise<Reservation> {
  const rows = await tx
    .select('bet_reservation')
    .select(['account_id as accountId', 'bet_guid as betGuid'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirstOrThrow()
  const found = await findReservation(tx, rows)
  if (!found) throw new Error(`request ${reservationId} no longer exists`)
  return found
}

/** Whose accounts a held stake concerns: what was held goes back to where it came from. */
async function partiesOf(tx: BrandTransaction, { accountId, currency, reservationId }: Reservation, now: Date) {
  return { accountId, currency, funding: await fundingOfHold(tx, reservationId), now }
}
