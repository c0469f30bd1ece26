import {
  compare,
  divide,
  multiply,
  ONE,
  type Rational,
  rational,
  rationalOf,
  roundTo,
  subtract,
  toExactText,
} from '#machines/odds/rational.rules.ts'
import type { BetLeg, FrozenBet } from '#schemas'
import { payoutTax, stakeTax } from '../settling/bet-tax.rules.ts'
import { placesOf, settledBetOf } from '../settling/frozen-bet.rules.ts'
import { grossPayout } from '../settling/gross-payout.rules.ts'
import { settleBet } from '../settling/settle-bet.rules.ts'
import type { CashOutLeg } from './fair-worth.rules.ts'
import { fairGross, hasFairWorth } from './fair-worth.rules.ts'

/** Why a bet cannot be sold now: key of the text, with the values that it names. */
export interface CashOutRefusal {
  readonly reason:
    | 'cash_out.not_offered'
    | 'cash_out.part_not_offered'
    | 'cash_out.type_not_offered'
    | 'cash_out.bet_over'
    | 'cash_out.suspended'
    | 'cash_out.nothing'
    | 'cash_out.part'
    | 'cash_out.insured'
    | 'cash_out.advance_bet'
    | 'cash_out.advance_cover'
  readonly params?: Readonly<Record<string, string | number>>
}

/** A sale as it would be now, amounts in minor units. */
export interface CashOutTerms {
  /** How much of the stake is sold. */
  readonly soldMinor: number
  /** The stake that stays on the bet. */
  readonly remainingMinor: number
  /** What the player gets, taxes taken. */
  readonly payoutMinor: number
  readonly taxMinor: number
  /** What the stake that stays pays when all of it wins; 0 when nothing stays. */
  readonly possibleMinor: number
  /** What of the tax on the stake belongs to the part that is sold. */
  readonly soldStakeTaxMinor: number
}

export type CashOutResult =
  | ({ readonly kind: 'quoted' } & CashOutTerms)
  | ({ readonly kind: 'refused' } & CashOutRefusal)

/** A bet of which a part may have been sold before. */
export interface SoldBet {
  readonly frozen: FrozenBet
  /** How much of its stake was sold, in minor units. */
  readonly soldMinor: number
  readonly legs: ReadonlyMap<number, CashOutLeg>
}

const ROUNDING = 'half-up'
/** Places of a margin that count; a number of JSON may have more. */
const PERCENT_PLACES = 4

/** A bet with its remaining stake: what runs on at the accepted prices after a part was sold. It pays that share of
 *  what the whole bet would have paid at most. */
export function remainingBet(frozen: FrozenBet, soldMinor: number): FrozenBet {
  if (soldMinor === 0) return frozen
  const sale = { soldMinor: frozen.stakeMinor - soldMinor, leftMinor: frozen.stakeMinor }
  const { maximumPayoutMinor } = frozen
  return {
    ...frozen,
    stakeMinor: sale.soldMinor,
    ...(maximumPayoutMinor === undefined
      ? {}
      : { maximumPayoutMinor: Number(shareOf(BigInt(maximumPayoutMinor), sale)) }),
  }
}

/** What the house pays for a bet, or for a part of its stake (PLACE-7). The fair worth is the stake by the accepted price through
 *  the price now; ended outcomes count by what they have become, and the margin and taxes are taken of the whole. A part is paid
 *  its share of the whole that is left, whole minor units only, so that parts never come to more than the whole.
 *  @param part how much of the stake is to be sold, in minor units; all that is left when absent */
export function cashOutTerms(bet: SoldBet, marginPercent: number, part?: number): CashOutResult {
  const { frozen, soldMinor, legs } = bet
  const refusal = refusalOf(bet)
  if (refusal) return { kind: 'refused', ...refusal }
  const leftMinor = frozen.stakeMinor - soldMinor
  const sale = { soldMinor: part ?? leftMinor, leftMinor }
  // The later blocks of a conditional bet have stakes of their own, of which no share can be stated.
  if (frozen.type === 'conditional' && sale.soldMinor !== leftMinor)
    return { kind: 'refused', reason: 'cash_out.part_not_offered' }
  const after = remainingBet(frozen, soldMinor + sale.soldMinor)
  const best = sale.soldMinor < leftMinor ? bestOf(after, legs) : null
  if (sale.soldMinor > leftMinor || sale.soldMinor < 1 || (sale.soldMinor < leftMinor && best === null))
    return { kind: 'refused', reason: 'cash_out.part', params: { maximum: leftMinor } }
  const whole = wholeWorth(bet, marginPercent)
  const payoutMinor = shareOf(whole.netMinor, sale)
  if (payoutMinor < 1n) return { kind: 'refused', reason: 'cash_out.nothing' }
  const stakeTaxes = [remainingBet(frozen, soldMinor), after].map(({ stakeMinor }) =>
    Number(stakeTax(BigInt(stakeMinor), frozen.tax, ROUNDING)),
  )
  return {
    kind: 'quoted',
    soldMinor: sale.soldMinor,
    remainingMinor: leftMinor - sale.soldMinor,
    payoutMinor: Number(payoutMinor),
    taxMinor: Number(shareOf(whole.taxMinor, sale)),
    possibleMinor: best ?? 0,
    soldStakeTaxMinor: (stakeTaxes[0] ?? 0) - (stakeTaxes[1] ?? 0),
  }
}

/** Whether a sale is worse for the player than the one quoted: it pays less, or it takes a different part of the
 *  stake (PLACE-7). */
export function isWorsened(
  quoted: Pick<CashOutTerms, 'payoutMinor' | 'soldMinor' | 'remainingMinor'>,
  now: CashOutResult,
): boolean {
  if (now.kind === 'refused' || now.payoutMinor < quoted.payoutMinor) return true
  return now.soldMinor !== quoted.soldMinor || now.remainingMinor !== quoted.remainingMinor
}

function refusalOf({ frozen, soldMinor, legs }: SoldBet): CashOutRefusal | null {
  if (frozen.freebet || !hasFairWorth(frozen, legs)) return { reason: 'cash_out.type_not_offered' }
  const all = placesOf(frozen).map((place) => legs.get(place))
  if (soldMinor >= frozen.stakeMinor || all.every((leg) => leg?.result)) return { reason: 'cash_out.bet_over' }
  const shut = all.findIndex((leg) => !leg || (leg.result === null && leg.live === null))
  return shut < 0 ? null : { reason: 'cash_out.suspended', params: { event: shut + 1 } }
}

/** What is left of the stake is worth, before a part of it is taken: amounts in minor units. Computed for the stake as it was
 *  accepted and then shared, so that no threshold of a tax is got round by selling in parts. */
function wholeWorth({ frozen, soldMinor, legs }: SoldBet, marginPercent: number) {
  const accepted = BigInt(frozen.stakeMinor)
  const stake = accepted - stakeTax(accepted, frozen.tax, ROUNDING)
  const keep = subtract(ONE, divide(rationalOf(marginPercent.toFixed(PERCENT_PLACES)), rational(100)))
  const gross = multiply(multiply(fairGross(frozen, legs, stake), paidShare(frozen, legs, stake)), keep)
  const taxMinor = payoutTax(
    { stakeMinor: stake, grossMinor: roundTo(gross, ROUNDING), coefficient: divide(gross, rational(stake)) },
    frozen.tax,
    ROUNDING,
  )
  const left = divide(rational(BigInt(frozen.stakeMinor - soldMinor)), rational(accepted))
  const most = rational(bestOf(frozen, legs) ?? 0)
  const net = multiply(smaller(subtract(gross, rational(taxMinor)), most), left)
  const bestLeft = bestOf(remainingBet(frozen, soldMinor), legs) ?? 0
  const netMinor = roundTo(smaller(net, rational(bestLeft)), ROUNDING)
  return { netMinor, taxMinor: roundTo(multiply(rational(taxMinor), left), ROUNDING) }
}

/** How much of what a bet's prices come to is paid at its best: 1 where no bound cuts it. */
function paidShare(frozen: FrozenBet, legs: ReadonlyMap<number, CashOutLeg>, stake: bigint): Rational {
  const { maximumPayoutMinor } = frozen
  if (maximumPayoutMinor === undefined) return ONE
  const { gross } = grossPayout(settledBetOf(frozen, bestLegs(frozen, legs)), stake, toExactText)
  const most = rational(maximumPayoutMinor)
  return compare(gross, most) > 0 ? divide(most, gross) : ONE
}

/** What a bet pays at its best: when all that is open wins, or loses for an anti-express, in minor units; null when it cannot be computed. */
function bestOf(frozen: FrozenBet, legs: ReadonlyMap<number, CashOutLeg>): number | null {
  const settled = settleBet(settledBetOf(frozen, bestLegs(frozen, legs)))
  return settled.ok ? settled.settlement.payoutMinor : null
}

/** The outcomes of a bet with all that is open at its best. */
function bestLegs(frozen: FrozenBet, legs: ReadonlyMap<number, CashOutLeg>): ReadonlyMap<number, BetLeg> {
  const best = frozen.type === 'anti-express' ? 'lose' : 'win'
  return new Map(
    [...legs].map(([place, { odds, result }]): [number, BetLeg] => [place, result ?? { odds, result: best }]),
  )
}

function shareOf(wholeMinor: bigint, sale: { readonly soldMinor: number; readonly leftMinor: number }): bigint {
  return (wholeMinor * BigInt(sale.soldMinor)) / BigInt(sale.leftMinor)
}

function smaller(one: Rational, other: Rational): Rational {
  return compare(one, other) < 0 ? one : other
}
