import type { FrozenBet, PeriodScore } from '#schemas'

/** A leg as the books of the bet keep it: what was bet on, and the price that was accepted. */
export interface NaiveLeg {
  readonly place: number
  readonly gameId: number
  readonly marketTypeId: number
  readonly outcomeTypeId: number
  readonly parameter: string | null
  readonly odds: string
}

/** What a bet pays by the naive reckoning, in minor units. */
export interface NaivePayout {
  readonly payoutMinor: number
  /** What the house keeps for the tax office of stake and payout. */
  readonly taxMinor: number
}

/** A fraction. */
type Fraction = readonly [numerator: bigint, denominator: bigint]

const ONE: Fraction = [1n, 1n]
const NOTHING: Fraction = [0n, 1n]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const minus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d]
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c]
const isLess = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b
const isSame = ([a, b]: Fraction, [c, d]: Fraction) => a * d === c * b
const halfUp = ([a, b]: Fraction) => (2n * a + b) / (2n * b)
const product = (factors: readonly Fraction[]) => factors.reduce(times, ONE)

function fraction(text: string): Fraction {
  const [whole = '', places = ''] = text.split('.')
  return [BigInt(whole + places), 10n ** BigInt(places.length)]
}

/** What a bet pays, reckoned the slow way and with no code of the engine: lines are written out one by one, goals are counted by
 *  hand. Of the markets 1X2, total and Asian handicap. @param scoreOf gives null for a game that is void */
export function naivePayout(
  bet: FrozenBet,
  legs: readonly NaiveLeg[],
  scoreOf: (gameId: number) => PeriodScore | null,
): NaivePayout {
  const factors = new Map(legs.map((leg) => [leg.place, factorOf(leg, scoreOf(leg.gameId))]))
  const odds = new Map(legs.map((leg) => [leg.place, fraction(leg.odds)]))
  const voids = new Set(legs.filter((leg) => isVoid(leg, scoreOf(leg.gameId))).map(({ place }) => place))
  const paid = BigInt(bet.stakeMinor)
  const stakeTax = halfUp(times([paid, 1n], fraction(bet.tax?.stakeRate ?? '0')))
  if (voids.size === legs.length) {
    const kept = bet.tax?.returnTax ? 0n : stakeTax
    return { payoutMinor: Number(paid - kept), taxMinor: Number(kept) }
  }
  const stake = paid - stakeTax
  const gross = halfUp(grossOf(bet, stake, { factors, odds, voids }))
  const won = gross > stake ? gross - stake : 0n
  const tax = halfUp(times([won, 1n], fraction(bet.tax?.payoutRate ?? '0')))
  return { payoutMinor: Number(gross - tax), taxMinor: Number(stakeTax + tax) }
}

interface Reckoning {
  readonly factors: ReadonlyMap<number, Fraction>
  readonly odds: ReadonlyMap<number, Fraction>
  readonly voids: ReadonlySet<number>
}

function grossOf(bet: FrozenBet, stake: bigint, { factors, odds, voids }: Reckoning): Fraction {
  const factor = (place: number) => factors.get(place) ?? NOTHING
  const whole: Fraction = [stake, 1n]
  if (bet.type === 'single' || bet.type === 'express') return times(whole, product(bet.legs.map(factor)))
  if (bet.type === 'anti-express') {
    if (!bet.legs.some((place) => isSame(factor(place), NOTHING))) return NOTHING
    const fair = (places: readonly number[]) => {
      const price = product(places.map((place) => odds.get(place) ?? ONE))
      return over(price, minus(price, ONE))
    }
    const kept = over(fraction(bet.antiExpressCoef ?? '1'), fair(bet.legs))
    return product([whole, fair(bet.legs.filter((place) => !voids.has(place))), isLess(ONE, kept) ? ONE : kept])
  }
  if (bet.type === 'chain' || bet.type === 'conditional') {
    const blocks = bet.blocks ?? bet.legs.map((place) => ({ legs: [place] }))
    let account = whole
    for (const block of blocks) {
      const most: Fraction = 'stakeMinor' in block ? [BigInt(block.stakeMinor ?? 0), 1n] : whole
      const staked = isLess(most, account) ? most : account
      account = plus(minus(account, staked), times(staked, product(block.legs.map(factor))))
    }
    return account
  }
  const lines = sizesOf(bet).flatMap((size) => combinations(bet.legs, size))
  const share = stake / BigInt(lines.length)
  const odd = stake % BigInt(lines.length)
  const system = lines.reduce((sum, line, index) => {
    const staked: Fraction = [share + (BigInt(index) < odd ? 1n : 0n), 1n]
    return plus(sum, times(staked, product(line.map(factor))))
  }, NOTHING)
  return bet.lobby === undefined ? system : times(system, factor(bet.lobby))
}

/** The sizes of lines, the smallest first. */
function sizesOf({ sizes, cover, legs }: FrozenBet): readonly number[] {
  if (cover === undefined) return [...(sizes ?? [])].sort((one, other) => one - other)
  const first = cover === 'patent' || cover.startsWith('lucky') ? 1 : 2
  return legs.map((_, index) => index + 1).filter((size) => size >= first)
}

/** Every choice of so many, in the order of their places. */
function combinations(places: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]]
  return places.flatMap((place, index) =>
    combinations(places.slice(index + 1), size - 1).map((rest) => [place, ...rest]),
  )
}

/** By how many quarters of a goal each half of the stake is ahead: both halves are one but on a quarter line. */
function halvesOf({ marketTypeId, outcomeTypeId, parameter }: NaiveLeg, { home, away }: PeriodScore): number[] {
  if (marketTypeId === 1) {
    const winner = home > away ? 1 : home === away ? 2 : 3
    return [winner === outcomeTypeId ? 4 : -4]
  }
  const line = Math.round(Number(parameter) * 4)
  const isFirst = outcomeTypeId === 9 || outcomeTypeId === 11
  const lines = line % 2 === 0 ? [line] : [line - 1, line + 1]
  return lines.map((half) => {
    const ahead = marketTypeId === 4 ? 4 * (home + away) - half : 4 * (home - away) + half
    return isFirst ? ahead : -ahead
  })
}

function factorOf(leg: NaiveLeg, score: PeriodScore | null): Fraction {
  if (!score) return ONE
  const halves = halvesOf(leg, score)
  const sum = halves
    .map((ahead) => (ahead > 0 ? fraction(leg.odds) : ahead === 0 ? ONE : NOTHING))
    .reduce(plus, NOTHING)
  return over(sum, [BigInt(halves.length), 1n])
}

function isVoid(leg: NaiveLeg, score: PeriodScore | null): boolean {
  return !score || halvesOf(leg, score).every((ahead) => ahead === 0)
}
