import {
  divide,
  multiply,
  ONE,
  productOf,
  type Rational,
  rational,
  rationalOf,
  roundTo,
  subtract,
} from '#machines/odds/rational.rules.ts'
import type { BetLeg, BetSettlement, FrozenBet, PayoutStep } from '#schemas'
import { minorToDecimal } from '../../money/amount.rules.ts'
import { placesOf } from '../settling/frozen-bet.rules.ts'
import type { CashOutLeg } from './fair-worth.rules.ts'

/** Why a bet cannot be insured now: key of the text, with the values that it names. */
export interface InsuranceRefusal {
  readonly reason:
    | 'insurance.not_offered'
    | 'insurance.type_not_offered'
    | 'insurance.bet_over'
    | 'insurance.sold'
    | 'insurance.advance_bet'
    | 'insurance.suspended'
    | 'insurance.nothing'
    | 'insurance.part'
    | 'balance.too_low'
  readonly params?: Readonly<Record<string, string | number>>
}

/** An insurance as it would be now, amounts in minor units. */
export interface InsuranceTerms {
  /** How much of the stake is insured by it. */
  readonly insuredMinor: number
  /** What it costs. */
  readonly premiumMinor: number
}

export type InsuranceResult =
  | ({ readonly kind: 'quoted' } & InsuranceTerms)
  | ({ readonly kind: 'refused' } & InsuranceRefusal)

/** A bet that may be insured, with what was insured and sold of it before. */
export interface InsurableBet {
  readonly frozen: FrozenBet
  readonly insuredMinor: number
  readonly soldMinor: number
  readonly legs: ReadonlyMap<number, CashOutLeg>
}

/** Bets that pay nothing as soon as one outcome loses: their chance is the product of those of their outcomes. */
const INSURABLE: readonly FrozenBet['type'][] = ['single', 'express']
/** Places of a margin that count; a number of JSON may have more. */
const PERCENT_PLACES = 4
const WHOLE_PERCENT = 100

/** A share of a stake, whole minor units: `(10_001, 50)` → 5000. @param percent 1 to 100 */
export function insuredShare(stakeMinor: number, percent: number): number {
  return Number((BigInt(stakeMinor) * BigInt(percent)) / BigInt(WHOLE_PERCENT))
}

/** What it costs to insure a bet, or a part of its stake, against paying nothing (BET-13): the insured amount times the chance that
 *  it is lost. The chance that it wins is one through the price now of each open outcome, less the margin, so that the premium is
 *  never more than what it insures.
 *  @param part how much of the stake is to be insured, in minor units; all that is not insured yet when absent */
export function insuranceTerms(bet: InsurableBet, marginPercent: number, part?: number): InsuranceResult {
  const refusal = refusalOf(bet)
  if (refusal) return { kind: 'refused', ...refusal }
  const roomMinor = bet.frozen.stakeMinor - bet.insuredMinor
  const insuredMinor = part ?? roomMinor
  if (insuredMinor < 1 || insuredMinor > roomMinor)
    return { kind: 'refused', reason: 'insurance.part', params: { maximum: roomMinor } }
  const keep = subtract(ONE, divide(rationalOf(marginPercent.toFixed(PERCENT_PLACES)), rational(WHOLE_PERCENT)))
  const lost = subtract(ONE, multiply(winChance(bet), keep))
  const premiumMinor = Number(roundTo(multiply(rational(insuredMinor), lost), 'half-up'))
  // Where it costs what it pays, nothing is insured; where it costs nothing, nothing can be lost.
  if (premiumMinor < 1 || premiumMinor >= insuredMinor) return { kind: 'refused', reason: 'insurance.nothing' }
  return { kind: 'quoted', insuredMinor, premiumMinor }
}

/** Whether an insurance is worse for the player than the one quoted: it costs more, or cannot be had. */
export function costsMore(quoted: InsuranceTerms, now: InsuranceResult): boolean {
  return now.kind === 'refused' || now.premiumMinor > quoted.premiumMinor || now.insuredMinor !== quoted.insuredMinor
}

/** What a bet was insured for, and what that has cost, in minor units. */
export interface Insurance {
  readonly insuredMinor: number
  readonly premiumMinor: number
}

/** A settlement with what the insurance of its bet adds (BET-13): the insured amount when the bet pays nothing, the premium when
 *  all of the bet was void, as it never was at risk. Neither is taxed. One that adds nothing is left as it is. */
export function insuredSettlement(
  settlement: BetSettlement,
  { insuredMinor, premiumMinor }: Insurance,
  of: { readonly legs: readonly BetLeg[]; readonly exponent: number },
): BetSettlement {
  if (insuredMinor === 0) return settlement
  const isVoid = of.legs.every(({ result }) => result === 'void')
  const isLost = settlement.payoutMinor === 0 && settlement.payoutTaxMinor === 0
  if (!isVoid && !isLost) return settlement
  const insuranceMinor = isVoid ? premiumMinor : insuredMinor
  const amount = minorToDecimal(insuranceMinor, of.exponent)
  const added: PayoutStep = { step: isVoid ? 'premium' : 'insurance', expression: `+ ${amount}`, value: amount }
  return { ...settlement, insuranceMinor, explanation: [...settlement.explanation, added] }
}

function refusalOf({ frozen, insuredMinor, soldMinor, legs }: InsurableBet): InsuranceRefusal | null {
  if (frozen.freebet || !INSURABLE.includes(frozen.type)) return { reason: 'insurance.type_not_offered' }
  if (soldMinor > 0) return { reason: 'insurance.sold' }
  const all = placesOf(frozen).map((place) => legs.get(place))
  const isOver = all.every((leg) => leg?.result) || all.some((leg) => leg?.result?.result === 'lose')
  if (isOver || insuredMinor >= frozen.stakeMinor) return { reason: 'insurance.bet_over' }
  const shut = all.findIndex((leg) => !leg || (leg.result === null && leg.live === null))
  return shut < 0 ? null : { reason: 'insurance.suspended', params: { event: shut + 1 } }
}

/** The chance that no open outcome loses; settled outcomes are left out. */
function winChance({ frozen, legs }: InsurableBet): Rational {
  const open = placesOf(frozen)
    .flatMap((place) => legs.get(place) ?? [])
    .filter(({ result }) => result === null)
  return productOf(open.map(({ live }) => divide(ONE, rationalOf(live ?? '1'))))
}
