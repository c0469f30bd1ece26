import {
  add,
  compare,
  divide,
  multiply,
  ONE,
  productOf,
  type Rational,
  rational,
  rationalOf,
  subtract,
  toExactText,
  ZERO,
} from '#machines/odds/rational.rules.ts'
import type { BetLeg, FrozenBet } from '#schemas'
import { settledBetOf } from '../settling/frozen-bet.rules.ts'
import { grossPayout } from '../settling/gross-payout.rules.ts'
import { legFactor } from '../settling/leg-factor.rules.ts'

/** An outcome of a bet that may be sold. */
export interface CashOutLeg {
  /** The price at which it was accepted. */
  readonly odds: string
  /** How it ended; null while it is open. */
  readonly result: BetLeg | null
  /** What it costs now; null when no bet is taken on it, or it has ended. */
  readonly live: string | null
}

/** Stages of a chain or a conditional bet that may be open where it is to be valued: each doubles the ways in which it may go. */
const MOST_OPEN_STAGES = 10

/** Whether the expected value of a bet can be computed (PLACE-7). */
export function hasFairWorth(frozen: FrozenBet, legs: ReadonlyMap<number, CashOutLeg>): boolean {
  const isOpen = (places: readonly number[]) => places.some((place) => legs.get(place)?.result === null)
  return stagesOf(frozen, 0n).filter(({ places }) => isOpen(places)).length <= MOST_OPEN_STAGES
}

/** What a bet is worth before tax and margin, exactly, in minor units: the expected value of what it pays, where an open outcome
 *  wins with the chance that its price now gives it, and ended ones are what they have become.
 *  @param stake in minor units, its own tax taken */
export function fairGross(frozen: FrozenBet, legs: ReadonlyMap<number, CashOutLeg>, stake: bigint): Rational {
  const stages = stagesOf(frozen, stake)
  if (stages.length > 0) return expectedAccount(stages, legs)
  if (frozen.type === 'anti-express') return antiExpressGross(frozen, legs, stake)
  // A product of independent outcomes is worth the product of what each is worth.
  const valued = new Map([...legs].map(([place, leg]) => [place, leg.result ?? valuedLeg(leg)]))
  return grossPayout(settledBetOf(frozen, valued), stake, toExactText).gross
}

/** What is staked one after another from one account. */
interface Stage {
  readonly stake: Rational
  /** Of its outcomes in the request. */
  readonly places: readonly number[]
}

function stagesOf({ type, legs, blocks = [] }: FrozenBet, stake: bigint): readonly Stage[] {
  if (type === 'chain') return legs.map((place) => ({ stake: rational(stake), places: [place] }))
  if (type !== 'conditional') return []
  return blocks.map(({ stakeMinor, legs: places }) => ({ stake: rational(stakeMinor ?? stake), places }))
}

interface Way {
  readonly account: Rational
  readonly chance: Rational
}

/** What the account is expected to hold at the end, over all ways in which the stages may go (MATH-8). Ways that come to the same
 *  account are one. */
function expectedAccount(stages: readonly Stage[], legs: ReadonlyMap<number, CashOutLeg>): Rational {
  let ways: readonly Way[] = [{ account: stages[0]?.stake ?? ZERO, chance: ONE }]
  for (const { stake: most, places } of stages) {
    const all = places.flatMap((place) => legs.get(place) ?? [])
    const wins = winChance(all)
    const factor = productOf(all.map((leg) => legFactor(leg.result ?? { odds: leg.odds, result: 'win' })))
    ways = merged(
      ways.flatMap(({ account, chance }): readonly Way[] => {
        const stake = compare(most, account) < 0 ? most : account
        const rest = subtract(account, stake)
        return [
          { account: add(rest, multiply(stake, factor)), chance: multiply(chance, wins) },
          { account: rest, chance: multiply(chance, subtract(ONE, wins)) },
        ]
      }),
    )
  }
  return ways.map(({ account, chance }) => multiply(account, chance)).reduce(add, ZERO)
}

function merged(ways: readonly Way[]): readonly Way[] {
  const byAccount = new Map<string, Way>()
  for (const way of ways) {
    if (way.chance.numerator === 0n) continue
    const name = toExactText(way.account)
    const same = byAccount.get(name)
    byAccount.set(name, same ? { ...same, chance: add(same.chance, way.chance) } : way)
  }
  return [...byAccount.values()]
}

/** An anti-express pays its price unless no outcome loses (MATH-7). */
function antiExpressGross(frozen: FrozenBet, legs: ReadonlyMap<number, CashOutLeg>, stake: bigint): Rational {
  const all = [...legs.values()]
  const isWon = all.some(({ result }) => result?.result === 'lose')
  const chance = isWon ? ONE : subtract(ONE, winChance(all))
  const lost = new Map(
    [...legs].map(([place, { odds, result }]): [number, BetLeg] => [place, result ?? { odds, result: 'lose' }]),
  )
  return multiply(chance, grossPayout(settledBetOf(frozen, lost), stake, toExactText).gross)
}

/** The chance that all that is open wins. */
function winChance(legs: readonly CashOutLeg[]): Rational {
  return productOf(legs.filter(({ result }) => result === null).map(({ live }) => divide(ONE, rationalOf(live ?? '1'))))
}

/** An open outcome, at the chance that its price now gives it: like one that takes one place while as many tie as the price is. */
function valuedLeg({ odds, live }: CashOutLeg): BetLeg {
  const chance = divide(ONE, rationalOf(live ?? '1'))
  return { odds, result: 'dead-heat', places: Number(chance.numerator), tied: Number(chance.denominator) }
}
