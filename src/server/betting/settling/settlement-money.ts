import { isDeepStrictEqual } from 'node:util'
import { uncoveredEnd } from '#machines/betting/cash-out/advance.rules.ts'
import { isRefund } from '#machines/betting/settling/bet-extras.rules.ts'
import type { BetSettlement } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { BetState } from '#server/db/tables/bet-tables.ts'
import { type BetAccounts, lockBetAccounts } from '../bet-accounts.ts'
import type { BettingPorts } from '../betting-ports.ts'
import { type AdvanceStep, paidBy, stepOfAdvance, stepsOfCover } from '../cash-out/advance-settling.ts'
import { heldFrom, moveRepayment, moveSettlement, type Settling } from '../stake-money.ts'
import { addEvent, type LockedBet } from './settling-queries.ts'

/** What settling has done to a bet. */
export type SettlingOutcome = 'unchanged' | 'settled' | 'reopened' | 'settled-again'

/** What was paid has been spent: the bet stays as it was settled. */
class PayoutSpent extends Error {
  override readonly name = 'PayoutSpent'
}

/** What a bet pays by its outcomes, once that is certain; null before. */
interface BetEnd extends Pick<BettingPorts, 'isFreebetBack' | 'followBonus'> {
  readonly end: BetSettlement | null
  readonly now: Date
}

/** Moves the money from one settlement to the next, each of which may be none: what is due is paid before the former
 *  payout is taken back, so that the player is never asked for more than the difference. Debts of advances on the bet
 *  are repaid in the same transaction, and a bet on an advance is settled once its own advance is covered.
 *  @throws PayoutSpent when the player does not have even the difference */
export async function applySettlement(
  tx: BrandTransaction,
  bet: LockedBet,
  { end, now, isFreebetBack, followBonus }: BetEnd,
): Promise<SettlingOutcome> {
  if (bet.isOnAdvance) return applyOnAdvance(tx, bet, { end, now, followBonus })
  const { settlement: former } = bet
  if (await isSettledSo(tx, bet, end)) return 'unchanged'
  const sides = await sidesOf(tx, bet, now)
  const takesFreebet = bet.frozen.freebet !== undefined && former !== null && isRefund(former)
  if (takesFreebet && !(await isFreebetBack(tx, bet.reservationId)))
    throw new PayoutSpent(`the free bet that came back from bet ${bet.betId} is there no more`)
  const steps = await stepsOfCover(tx, { betId: bet.betId, former }, { next: end, now })
  await moveAll(tx, bet, { sides, next: end, steps, now, followBonus })
  return keepSettlement(tx, bet, { next: end, now })
}

/** The same of a bet a part of whose stake was advanced: nothing is paid before that is covered, and a bet that stays uncovered gives
 *  its stake back, whatever its outcomes. */
async function applyOnAdvance(
  tx: BrandTransaction,
  bet: LockedBet,
  { end, now, followBonus }: Omit<BetEnd, 'isFreebetBack'>,
): Promise<SettlingOutcome> {
  const sides = await sidesOf(tx, bet, now)
  const step = await stepOfAdvance(tx, bet.reservationId, now)
  const next = step.state === 'void' ? uncoveredEnd(bet.frozen) : step.state === 'covered' ? end : null
  if (step.repaidMinor === 0 && (await isSettledSo(tx, bet, next))) return 'unchanged'
  await moveAll(tx, bet, { sides, next, steps: [step], now, followBonus })
  return isDeepStrictEqual(bet.settlement, next) ? 'unchanged' : keepSettlement(tx, bet, { next, now })
}

/** Whether a bet is settled so already; where only the explanation is another, it is kept. */
async function isSettledSo(tx: BrandTransaction, bet: LockedBet, next: BetSettlement | null): Promise<boolean> {
  const { betId, settlement: former } = bet
  if (isDeepStrictEqual(former, next)) return true
  if (!former || !next || !isSameMoney(former, next)) return false
  // An outcome has ended after it was certain what the bet pays: it is explained, and nothing moves.
  await tx
    .update('bet', { settlement: storableJson(next) })
    .where('bet_id', '=', betId)
    .execute()
  return true
}

/** Where the money of a bet goes. */
interface BetSides {
  /** What it pays. */
  readonly paid: BetAccounts
  /** A stake that was not at risk. */
  readonly refunded: BetAccounts
  /** Whether both are the account of bonuses. */
  readonly isBonus: boolean
}

/** A free bet pays the player's own account, or the house where its winnings are to be played through, which gives them as a bonus; it goes
 *  back to where it came from when all is void. Any other bet pays where its stake was held. */
async function sidesOf(tx: BrandTransaction, bet: LockedBet, now: Date): Promise<BetSides> {
  const { accountId, currency, reservationId, frozen } = bet
  const held = await heldFrom(tx, reservationId)
  const refunded = await lockBetAccounts(tx, { accountId, currency, funding: held?.funding, now })
  const keptBy = frozen.freebet?.winnings === 'bonus' ? { keptBy: 'promo' as const } : {}
  const paid = frozen.freebet ? await lockBetAccounts(tx, { accountId, currency, ...keptBy, now }) : refunded
  return { refunded, paid, isBonus: held?.kind === 'bonus' }
}

function sideOf({ paid, refunded }: BetSides, settlement: BetSettlement): BetAccounts {
  return isRefund(settlement) ? refunded : paid
}

interface Movements extends Pick<BettingPorts, 'followBonus'> {
  readonly sides: BetSides
  readonly next: BetSettlement | null
  readonly steps: readonly AdvanceStep[]
  readonly now: Date
}

/** Moves all for a bet that a bonus has paid: what is taken of one that is over is brought to its account before, and what came there is
 *  moved on at once. */
async function moveAll(tx: BrandTransaction, bet: LockedBet, movements: Movements): Promise<void> {
  const { sides, followBonus, now } = movements
  if (!sides.isBonus) return moveBetween(tx, bet, movements)
  const { accountId, currency, reservationId, betId, revision } = bet
  const gainedMinor = 0 - (owedBySide(bet, movements).get(sides.paid) ?? 0)
  const of = { accountId, currency, reservationId, gainedMinor, reference: `bet/${betId}/${revision + 1}`, now }
  const broughtMinor = gainedMinor < 0 ? await followBonus(tx, of) : 0
  const side = { ...sides.paid, playerMinor: sides.paid.playerMinor + broughtMinor }
  await moveBetween(tx, bet, { ...movements, sides: { ...sides, paid: side, refunded: side } })
  if (gainedMinor > 0) await followBonus(tx, of)
}

/** Pays the player first, and takes what they owe last. */
async function moveBetween(
  tx: BrandTransaction,
  bet: LockedBet,
  { sides, next, steps, now }: Omit<Movements, 'followBonus'>,
): Promise<void> {
  const { settlement: former, revision } = bet
  checkOwed(bet, { sides, next, steps })
  const moved = (settlement: BetSettlement, revision: number) => movedBy(bet, settlement, { revision, now })
  for (const step of steps) if (step.repaidMinor < 0) await moveRepayment(tx, sides.paid, step)
  if (!isDeepStrictEqual(former, next)) {
    if (next) await moveSettlement(tx, sideOf(sides, next), moved(next, revision + 1), false)
    if (former) await moveSettlement(tx, sideOf(sides, former), moved(former, revision), true)
  }
  for (const step of steps) if (step.repaidMinor > 0) await moveRepayment(tx, sides.paid, step)
}

/** What a settlement of a bet moves. */
export function movedBy(
  { betId, stakeTaxMinor }: Pick<LockedBet, 'betId' | 'stakeTaxMinor'>,
  settlement: BetSettlement,
  at: { readonly revision: number; readonly now: Date },
): Settling {
  return {
    ...{ betId, ...at, payoutMinor: settlement.payoutMinor, insuranceMinor: settlement.insuranceMinor ?? 0 },
    taxMinor: settlement.payoutTaxMinor - (stakeTaxMinor - settlement.stakeTaxMinor),
  }
}

/** What each account has to give back; below zero where it gains. */
function owedBySide(
  { settlement: former }: Pick<LockedBet, 'settlement'>,
  { sides, next, steps }: Pick<Movements, 'sides' | 'next' | 'steps'>,
): ReadonlyMap<BetAccounts, number> {
  const owed = new Map([[sides.paid, steps.reduce((sum, step) => sum + step.repaidMinor, 0)]])
  const add = (settlement: BetSettlement, sign: number) => {
    const side = sideOf(sides, settlement)
    owed.set(side, (owed.get(side) ?? 0) + sign * paidBy(settlement))
  }
  if (former) add(former, 1)
  if (next) add(next, -1)
  return owed
}

/** @throws PayoutSpent when an account does not hold what it has to give back */
function checkOwed(bet: LockedBet, movements: Pick<Movements, 'sides' | 'next' | 'steps'>): void {
  for (const [{ playerMinor, currency }, minor] of owedBySide(bet, movements))
    if (minor > playerMinor) throw new PayoutSpent(`${minor} of ${currency} are owed for bet ${bet.betId}`)
}

async function keepSettlement(
  tx: BrandTransaction,
  bet: LockedBet,
  { next, now }: { readonly next: BetSettlement | null; readonly now: Date },
): Promise<SettlingOutcome> {
  const { betId, settlement: former, revision } = bet
  const nextRevision = revision + 1
  if (former)
    await addEvent(tx, betId, { kind: 'reopened', detail: { payoutMinor: former.payoutMinor, revision }, now })
  if (next) {
    const detail = { payoutMinor: next.payoutMinor, revision: nextRevision }
    await addEvent(tx, betId, { kind: 'settled', detail, now })
  }
  const settledAt = next ? now : null
  const state = next ? stateOf(bet, next) : 'open'
  await tx
    .update('bet', { state, settlement: next && storableJson(next), revision: nextRevision, settled_at: settledAt })
    .where('bet_id', '=', betId)
    .execute()
  if (former) return next ? 'settled-again' : 'reopened'
  return next ? 'settled' : 'unchanged'
}

/** Whether two settlements pay the same, and keep the same taxes. */
function isSameMoney(one: BetSettlement, other: BetSettlement): boolean {
  const moneyOf = ({ payoutMinor, insuranceMinor = 0, stakeTaxMinor, payoutTaxMinor }: BetSettlement) => {
    return [payoutMinor, insuranceMinor, stakeTaxMinor, payoutTaxMinor]
  }
  return isDeepStrictEqual(moneyOf(one), moneyOf(other))
}

/** Before tax, against what was staked once its own tax was taken: a bet that gives a part back is lost. */
export function stateOf({ frozen, stakeTaxMinor }: LockedBet, settlement: BetSettlement): BetState {
  const { payoutMinor, payoutTaxMinor } = settlement
  const grossMinor = payoutMinor + payoutTaxMinor
  if (frozen.freebet?.isStakeReturned === false && !isRefund(settlement)) return grossMinor > 0 ? 'won' : 'lost'
  const stakedMinor = frozen.stakeMinor - stakeTaxMinor
  if (grossMinor > stakedMinor && payoutMinor !== frozen.stakeMinor) return 'won'
  return grossMinor >= stakedMinor ? 'returned' : 'lost'
}
