import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import type { AutoBetScore, FrozenAutoBet, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyPath } from '#server/money/money-guard.ts'
import { giveBack, holdOnAdvance } from './advance-stakes.ts'
import { acceptRequest, isScoreChanged, outcomeIdsOf, SCORE_CHANGED } from './bet-accepting.ts'
import { lockBetAccounts, lockPlayerAccounts } from './bet-accounts.ts'
import { type JudgedRequest, judgeRequest, nextLook, rejected, timesOf, type Verdict } from './bet-verdict.ts'
import type { BettingPorts, BettingSections, Bettor } from './betting-ports.ts'
import { followBonus } from './bonus-stakes.ts'
import {
  answerOf,
  checkSameRequest,
  dueReservations,
  findReservation,
  insertReservation,
  lockHeld,
  lookLater,
  type NewReservation,
  type Reservation,
  readReservation,
  resolveReservation,
} from './reservations.ts'
import { eachDue } from './settling/due-rows.ts'
import { fundingOfHold, holdStake } from './stake-money.ts'

/** A bet as a call has brought it. */
export interface BetRequest extends Omit<JudgedRequest, 'bid'> {
  /** The name that the page has given it (BET-21). */
  readonly betGuid: string
  /** Code of the currency that the amounts are in: that of the player's active account. */
  readonly currency: string
}

/** Places bets. One that can be accepted at once is held and taken in one transaction; the stake of one that has to wait is held first, and
 *  taken or given back once it is known whether the bet stands (LEDGER-3, PLACE-5). */
export function createPlacing(ports: BettingPorts) {
  const { db, clock } = ports
  return {
    /** Places a bet, once under its name (PLACE-2). A bet that has to wait is pending, and is asked for by its name.
     *  @throws AppError bet.guid_taken when the name belongs to another request */
    placeBet: (bettor: Bettor, request: BetRequest) => placeBet(ports, bettor, request),

    /** The state of a bet, by its GUID; one that has waited long enough is resolved (PLACE-3, PLACE-5). */
    async askBet({ brandId, accountId }: Bettor, betGuid: string): Promise<PlaceBetAnswer> {
      const kept = await forBrand(db, brandId).transaction((tx) => findReservation(tx, { accountId, betGuid }))
      return kept ? answerNow(ports, brandId, kept) : { kind: 'absent' }
    },

    /** Gives an auto-bet up and its stake back; one that is no auto-bet, or none any more, stays what it is, and so does one whose price was
     *  reached while the delay of live bets runs: like any live bet it is on its way then. @returns what it is then */
    cancelAutoBet: (bettor: Bettor, betGuid: string) => cancelAutoBet(ports, bettor, betGuid),

    /** Resolves what is due and was not asked for, after a crash too. @returns how many */
    async resolveDueBets(brandId: string): Promise<number> {
      const door = forBrand(db, brandId)
      const now = clock()
      const read = (after: Reservation | null, limit: number) =>
        door.transaction((tx) => dueReservations(tx, { now, after, limit }))
      return eachDue(read, (due) =>
        resolve(ports, brandId, due).catch((error: unknown) =>
          logFailure(ports.log, error, { brandId, reservationId: due.reservationId }, 'a bet was left as it is'),
        ),
      )
    },
  }
}

async function placeBet(ports: BettingPorts, bettor: Bettor, request: BetRequest): Promise<PlaceBetAnswer> {
  const { brandId, accountId } = bettor
  const { betGuid, payload } = request
  const scores = await scoresBefore(ports, brandId, payload)
  const verdict = await judgeRequest(ports, brandId, { ...request, country: request.country ?? '' }).catch(
    (error: unknown) => error as Error,
  )
  const kept =
    verdict instanceof Error
      ? await forBrand(ports.db, brandId).transaction((tx) => findReservation(tx, { accountId, betGuid }))
      : await reserve(ports, bettor, request, { verdict, scores })
  // A known request is answered even while nothing can be judged.
  if (!kept) throw verdict
  checkSameRequest(kept, payload)
  return answerNow(ports, brandId, kept)
}

/** The answer about a request; one whose stake is held and that is due is resolved. */
function answerNow(ports: BettingPorts, brandId: string, kept: Reservation): Promise<PlaceBetAnswer> | PlaceBetAnswer {
  const now = ports.clock()
  return kept.state === 'held' && kept.dueAt <= now ? resolve(ports, brandId, kept) : answerOf(kept, now)
}

/** The scores that end an auto-bet when they change, as they are before its prices are judged; none where the score is nothing to it. */
async function scoresBefore(
  { db, scoresOf }: BettingPorts,
  brandId: string,
  payload: PlaceBetPayload,
): Promise<readonly AutoBetScore[]> {
  if (!(payload.isAutoBet && payload.dropOnScoreChange)) return []
  return forBrand(db, brandId).transaction((tx) => scoresOf(tx.feed, outcomeIdsOf(payload)))
}

/** Keeps a request under its name, and takes its stake where the bet can be accepted at once, or holds it until it is decided. */
async function reserve(
  ports: BettingPorts,
  { brandId, accountId }: Bettor,
  { betGuid, payload, currency }: BetRequest,
  { verdict, scores }: { readonly verdict: Verdict; readonly scores: readonly AutoBetScore[] },
): Promise<Reservation> {
  const now = ports.clock()
  const made: NewReservation = {
    ...{ accountId, betGuid, payload, currency, now },
    ...timesOf(verdict, now),
    bid: frozenAutoBet(verdict, scores),
    answer: verdict.kind === 'answered' ? verdict.answer : null,
  }
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const reservation = await insertReservation(tx, made)
    if (!reservation) return readReservation(tx, { accountId, betGuid })
    if (reservation.state !== 'held') return reservation
    const answer = await fund(ports, tx, { reservation, verdict, now })
    return answer ? { ...reservation, state: isAccepted(answer) ? 'accepted' : 'refused', answer } : reservation
  })
}

/** A request that has just been kept. */
interface Funded {
  readonly reservation: Reservation
  readonly verdict: Verdict
  readonly now: Date
}

/** Takes or holds the stake of a request. @returns its answer; null when it is held */
async function fund(ports: BettingPorts, tx: BrandTransaction, funded: Funded): Promise<PlaceBetAnswer | null> {
  const { reservation, verdict, now } = funded
  const { reservationId, accountId, payload, currency, stakeMinor } = reservation
  const isOnAdvance = payload.avanceBet === true
  const refuse = (refusal: BetRefusal) => keepRefusal(tx, reservationId, rejected(refusal), now)
  const funding = await fundingOf(ports, tx, reservation)
  if (funding === null) return refuse({ reason: 'bet.no_account' })
  if (typeof funding !== 'number') return refuse(funding)
  const kept = await ports.mayStake(tx, { path: pathOf(payload), accountId, currency, amountMinor: stakeMinor, now })
  if (kept) return refuse(kept)
  const accounts = await lockBetAccounts(tx, { accountId, currency, funding, isOnAdvance, now })
  const hold = { reservationId, stakeMinor, now }
  if (accounts.playerMinor < stakeMinor) {
    const short = isOnAdvance
      ? await holdOnAdvance(tx, accounts, { ...reservation, sections: verdict.sections, now })
      : ({ reason: 'balance.too_low' } as const)
    return short && refuse(short)
  }
  const isAtOnce = verdict.kind === 'fits' && !verdict.bid && !isOnAdvance && reservation.dueAt <= now
  if (!isAtOnce) {
    await holdStake(tx, accounts, { ...hold, advanceMinor: 0 })
    return null
  }
  const answer = await acceptRequest(ports, tx, { reservation, verdict, accounts, isHeld: false, now })
  return isAccepted(answer) ? answer : keepRefusal(tx, reservationId, answer, now)
}

function fundingOf(ports: BettingPorts, tx: BrandTransaction, reservation: Reservation) {
  const { accountId, currency, payload, reservationId } = reservation
  const { promo, isPowerBet, events, summ: stakeMinor } = payload
  const stake = { accountId, currency, stakeMinor, reservationId, odds: events.map(({ odds }) => odds) }
  return ports.fundingOf(tx, {
    ...stake,
    ...(promo === undefined ? {} : { promo }),
    ...(isPowerBet === undefined ? {} : { isPowerBet }),
  })
}

/** By which way the stake of a request goes in. */
function pathOf({ isAutoBet, avanceBet, oneClickBet }: PlaceBetPayload): MoneyPath {
  if (isAutoBet) return 'auto_bet'
  if (avanceBet) return 'advance_bet'
  return oneClickBet ? 'one_click_bet' : 'bet'
}

async function keepRefusal(tx: BrandTransaction, reservationId: number, answer: PlaceBetAnswer, now: Date) {
  await resolveReservation(tx, reservationId, { state: 'refused', answer, now })
  return answer
}

/** Decides a held request: once, for the first caller. */
async function resolve(ports: BettingPorts, brandId: string, held: Reservation): Promise<PlaceBetAnswer> {
  const judgedAt = ports.clock()
  const verdict = await judgeRequest(ports, brandId, held)
  const now = ports.clock()
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const reservation = await lockHeld(tx, held.reservationId)
    if (!reservation) return answerOf(await resolved(tx, held.reservationId), now)
    // Another look came in between: a verdict from before a delay began does not count at its end.
    if (reservation.isAutoBet && judgedAt < reservation.dueAt) return answerOf(reservation, now)
    const end = await endOfHeld(ports, tx, reservation, { sections: verdict.sections, now })
    const next =
      end || verdict.kind === 'answered' || !reservation.isAutoBet ? null : nextLook(verdict, reservation, now)
    if (next) {
      await lookLater(tx, reservation.reservationId, next)
      return answerOf({ ...reservation, ...next }, now)
    }
    const answered = verdict.kind === 'answered' ? verdict.answer : null
    const refusal = end ?? (await bidderRefusal(ports, tx, reservation, now)) ?? answered
    if (refusal || verdict.kind !== 'fits')
      return release(ports, tx, reservation, { answer: refusal ?? rejected({ reason: 'bet.bid_expired' }), now })
    const accounts = await lockBetAccounts(tx, await partiesOf(tx, reservation, now))
    const answer = await acceptRequest(ports, tx, { reservation, verdict, accounts, isHeld: true, now })
    return isAccepted(answer) ? answer : release(ports, tx, reservation, { answer, now })
  })
}

/** What ends a held request whatever its prices: a score by which its auto-bet is dropped has changed, or its time is over. An auto-bet whose
 *  price was reached in time is judged when the delay of live bets is over. */
async function endOfHeld(
  ports: BettingPorts,
  tx: BrandTransaction,
  held: Reservation,
  { sections, now }: { readonly sections: BettingSections; readonly now: Date },
): Promise<PlaceBetAnswer | null> {
  const { isAutoBet, dueAt, expiresAt, acceptingLive } = held
  if (await isScoreChanged(ports, tx, held)) return SCORE_CHANGED
  const graceMs = acceptingLive === null ? 0 : sections.betting.riskLimits.holdMs
  const isOver = expiresAt <= now && dueAt.getTime() + graceMs <= now.getTime()
  return isOver ? rejected({ reason: isAutoBet ? 'bet.bid_expired' : 'bet.expired' }) : null
}

/** Why the player of an auto-bet that has waited may not bet any more. */
async function bidderRefusal(ports: BettingPorts, tx: BrandTransaction, held: Reservation, now: Date) {
  const { accountId, currency, isAutoBet, payload } = held
  const money = { path: pathOf(payload), accountId, currency, amountMinor: 0, now }
  const refusal = isAutoBet ? await ports.mayStake(tx, money) : null
  return refusal && rejected(refusal)
}

/** Gives a held stake back, and keeps why. */
async function release(
  ports: BettingPorts,
  tx: BrandTransaction,
  reservation: Reservation,
  { answer, now }: { readonly answer: PlaceBetAnswer; readonly now: Date },
) {
  const accounts = await lockPlayerAccounts(tx, await partiesOf(tx, reservation, now))
  const gainedMinor = await giveBack(tx, accounts, { ...reservation, now })
  await followBonus(ports, tx, reservation, { gainedMinor, reference: 'release', now })
  return keepRefusal(tx, reservation.reservationId, answer, now)
}

async function cancelAutoBet(
  ports: BettingPorts,
  { brandId, accountId }: Bettor,
  betGuid: string,
): Promise<PlaceBetAnswer> {
  const { db, clock } = ports
  const of = { accountId, betGuid }
  const known = await forBrand(db, brandId).transaction((tx) => findReservation(tx, of))
  const isOnItsWay = known?.state === 'held' && known.acceptingLive !== null
  if (isOnItsWay && known.dueAt <= clock()) await resolve(ports, brandId, known)
  const now = clock()
  return forBrand(db, brandId).transaction(async (tx) => {
    const kept = await findReservation(tx, of)
    if (!kept) return { kind: 'absent' }
    const held = kept.isAutoBet ? await lockHeld(tx, kept.reservationId) : undefined
    if (held?.acceptingLive !== null) return answerOf(held ?? (await readReservation(tx, of)), now)
    return release(ports, tx, held, { answer: rejected({ reason: 'bet.bid_cancelled' }), now })
  })
}

function isAccepted({ kind }: PlaceBetAnswer): boolean {
  return kind === 'accepted' || kind === 'partial'
}

/** What an auto-bet is kept with; null for what is none. Where no game can be played while it waits, no score ends it. */
function frozenAutoBet(verdict: Verdict, scores: readonly AutoBetScore[]): FrozenAutoBet | null {
  if (verdict.kind === 'answered' || !verdict.bid) return null
  const { isContinuedLive, isPlayed } = verdict.bid
  return { isContinuedLive, scores: isPlayed ? [...scores] : [] }
}

async function resolved(tx: BrandTransaction, reservationId: number): Promise<Reservation> {
  const row = await tx
    .select('bet_reservation')
    .select(['account_id as accountId', 'bet_guid as betGuid'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirstOrThrow()
  return readReservation(tx, row)
}

/** Whose accounts a held stake concerns: what was held goes back to where it came from. */
async function partiesOf(tx: BrandTransaction, { accountId, currency, reservationId }: Reservation, now: Date) {
  return { accountId, currency, funding: await fundingOfHold(tx, reservationId), now }
}
