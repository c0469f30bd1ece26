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
import type { BetLeg, PayoutStep, SettledBet } from '#schemas'
import { lineCount, lineSizes } from '../bet-faults.rules.ts'
import { combinationCount, firstProductsSum, symmetricSums } from '../coupon/combinations.rules.ts'
import { legFactor } from './leg-factor.rules.ts'

/** What a bet pays before tax, and how that came about. */
export interface GrossPayout {
  /** Exact, in minor units. */
  readonly gross: Rational
  readonly steps: readonly PayoutStep[]
}

/** Writes an exact amount of minor units in the currency: 3960 → `'39.6'`. */
export type AmountWriter = (minor: Rational) => string

/** What a bet pays before tax (MATH-4 to MATH-9), exactly.
 *  @param stake in minor units, its own tax taken; one a line at least */
export function grossPayout(bet: SettledBet, stake: bigint, write: AmountWriter): GrossPayout {
  switch (bet.type) {
    case 'single':
    case 'express':
      return expressGross(bet.legs, rational(stake), write)
    case 'system':
    case 'cover':
      return systemGross(bet, stake, write)
    case 'anti-express':
      return antiExpressGross(bet, rational(stake), write)
    case 'chain':
      return accountGross(
        bet.legs.map((leg) => ({ stake: rational(stake), legs: [leg] })),
        'link',
        write,
      )
    case 'lobby':
      return lobbyGross(bet, stake, write)
    case 'conditional': {
      const blocks = bet.blocks.map(({ stakeMinor, legs }) => ({ stake: rational(stakeMinor ?? stake), legs }))
      return accountGross(blocks, 'block', write)
    }
  }
}

function expressGross(legs: readonly BetLeg[], stake: Rational, write: AmountWriter): GrossPayout {
  const factors = legs.map(legFactor)
  const product = productOf(factors)
  const gross = multiply(stake, product)
  const expression = factors.map(toExactText).join(' × ')
  return {
    gross,
    steps: [
      ...(legs.length > 1 ? [step('product', expression, toExactText(product))] : []),
      step('gross', `${write(stake)} × ${toExactText(product)}`, write(gross)),
    ],
  }
}

/** Each line gets the whole minor units of its share; those that are left go one each to the first lines, smaller sizes
 *  first and then in lexicographic order of the legs (MATH-5). */
function systemGross(
  bet: Extract<SettledBet, { type: 'system' | 'cover' | 'lobby' }>,
  stake: bigint,
  write: AmountWriter,
): GrossPayout {
  const factors = bet.legs.map(legFactor)
  const sizes = lineSizes(bet)
  const lines = BigInt(lineCount(bet))
  const lineStake = rational(stake / lines)
  const odd = Number(stake % lines)
  const sums = symmetricSums(factors, Math.max(...sizes))
  const sum = sizes.map((size) => sums[size] ?? ZERO).reduce(add, ZERO)
  const oddSum = firstLinesSum(factors, sizes, odd)
  const gross = add(multiply(lineStake, sum), oddSum)
  const names = sizes.map((size) => `C(${factors.length}, ${size})`).join(' + ')
  const oddUnits = odd > 0 ? [step('odd_units', `${odd} × ${write(ONE)}`, write(oddSum))] : []
  return {
    gross,
    steps: [
      step('lines', names, String(lines)),
      step('line_stake', `${write(rational(stake))} ÷ ${lines}`, write(lineStake)),
      step('line_sum', sizes.map((size) => `e${size}`).join(' + '), toExactText(sum)),
      ...oddUnits,
      step('gross', `${write(lineStake)} × ${toExactText(sum)}${odd > 0 ? ` + ${write(oddSum)}` : ''}`, write(gross)),
    ],
  }
}

function firstLinesSum(factors: readonly Rational[], sizes: readonly number[], count: number): Rational {
  let sum = ZERO
  let left = count
  for (const size of sizes) {
    const taken = Math.min(left, combinationCount(factors.length, size))
    sum = add(sum, firstProductsSum(factors, size, taken))
    left -= taken
  }
  return sum
}

/** Pays when a leg is lost. Void legs drop out, and the price of the others keeps the margin that the whole price had;
 *  a price above the fair one had none (MATH-7). */
function antiExpressGross(
  { legs, antiExpressCoef }: Extract<SettledBet, { type: 'anti-express' }>,
  stake: Rational,
  write: AmountWriter,
): GrossPayout {
  const open = legs.filter(({ result }) => result !== 'void')
  const given = rationalOf(antiExpressCoef)
  const price = open.length === legs.length ? given : multiply(fairPrice(open), keptShare(given, fairPrice(legs)))
  const isWon = legs.some(({ result }) => result === 'lose')
  const gross = isWon ? multiply(stake, price) : ZERO
  const expression =
    open.length === legs.length ? antiExpressCoef : `${antiExpressCoef}, ${open.length} of ${legs.length}`
  return {
    gross,
    steps: [
      step('price', expression, toExactText(price)),
      step('gross', `${write(stake)} × ${isWon ? toExactText(price) : '0'}`, write(gross)),
    ],
  }
}

/** The price at which neither side of an anti-express has an edge: P / (P − 1), where P is the express's price. */
function fairPrice(legs: readonly BetLeg[]): Rational {
  const product = productOf(legs.map(({ odds }) => rationalOf(odds)))
  return divide(product, subtract(product, ONE))
}

function keptShare(given: Rational, fair: Rational): Rational {
  const share = divide(given, fair)
  return compare(share, ONE) > 0 ? ONE : share
}

interface Stage {
  /** Most that is staked on it, in minor units. */
  readonly stake: Rational
  readonly legs: readonly BetLeg[]
}

/** Stages that are staked on one after another from one account, which begins with the first one's stake; a stage stakes no
 *  more than the account holds, and an empty account ends the bet (MATH-8). */
function accountGross(stages: readonly Stage[], name: 'link' | 'block', write: AmountWriter): GrossPayout {
  const steps: PayoutStep[] = []
  let account = stages[0]?.stake ?? ZERO
  for (const { stake: most, legs } of stages) {
    if (account.numerator === 0n) break
    const stake = compare(most, account) < 0 ? most : account
    const factor = productOf(legs.map(legFactor))
    const next = add(subtract(account, stake), multiply(stake, factor))
    steps.push(
      step(name, `${write(account)} − ${write(stake)} + ${write(stake)} × ${toExactText(factor)}`, write(next)),
    )
    account = next
  }
  return { gross: account, steps }
}

/** The lobby multiplies what the system pays, and loses it (MATH-9). */
function lobbyGross(bet: Extract<SettledBet, { type: 'lobby' }>, stake: bigint, write: AmountWriter): GrossPayout {
  const system = systemGross(bet, stake, write)
  const lobby = legFactor(bet.lobby)
  const gross = multiply(lobby, system.gross)
  return {
    gross,
    steps: [...system.steps, step('gross', `${toExactText(lobby)} × ${write(system.gross)}`, write(gross))],
  }
}

/** A step of an explanation. */
export function step(name: PayoutStep['step'], expression: string, value: string): PayoutStep {
  return { step: name, expression, value }
}
