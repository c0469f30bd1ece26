import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'
import { type Rational, rational } from '#machines/odds/rational.rules.ts'
import { type GameRules, refuse, type SettingsOf } from './game-rules.ts'

/** The numbers of a crash. */
export type CrashSettings = Pick<SettingsOf<'crash'>, 'returnE4' | 'highestE2'>

/** The lowest multiplier at which a bet can be cashed out, in hundredths. */
export const LOWEST_CASH_OUT_E2 = 101
/** What a flight that crashes at once comes to: no bet is paid. */
export const CRASHED_AT_ONCE_E2 = 100

/** From so many numbers one is drawn: an upper one of 16 bits and a lower one of 32. */
const NUMBERS = 2n ** 48n

/** The crash point of a drawn number, in hundredths of the stake. A cash-out at `m` hundredths is paid when
 *  `number × m × 100 < return × 2^48`, with the return in ten-thousandths: the chance of that is return / m. What does not reach 1.01
 *  crashes at once, and nothing flies higher than the highest. */
export function crashPointAt({ returnE4, highestE2 }: CrashSettings, number: bigint): number {
  if (number === 0n) return highestE2
  const point = (BigInt(returnE4) * NUMBERS - 1n) / (number * 100n)
  if (point < LOWEST_CASH_OUT_E2) return CRASHED_AT_ONCE_E2
  return point > highestE2 ? highestE2 : Number(point)
}

/** Draws the crash point of a round, in hundredths of the stake (CAS-11). */
export function crashPointE2(settings: CrashSettings, draw: FairDraw): number {
  const upper = BigInt(draw.below(2 ** 16))
  return crashPointAt(settings, upper * 2n ** 32n + BigInt(draw.below(2 ** 32)))
}

/** How many of the 2^48 numbers reach a multiplier. */
function reaching({ returnE4 }: CrashSettings, targetE2: number): bigint {
  const parts = BigInt(targetE2) * 100n
  return (BigInt(returnE4) * NUMBERS + parts - 1n) / parts
}

/** The exact chance that a flight reaches a multiplier, in hundredths; no less than return / multiplier, and by less than 2^-48 more. */
export function crashChance(settings: CrashSettings, targetE2: number): Rational {
  return rational(reaching(settings, targetE2), NUMBERS)
}

/** Bits behind the point of the powers below. */
const SCALE = 64n
const POWERS = powersOf((2n ** SCALE * 100_006n) / 100_000n, 20)
/** The longest flight that can be asked for, ms. */
const LONGEST_MS = 2 ** 20 - 1

/** The growth in 1, 2, 4 … ms. */
function powersOf(first: bigint, count: number): readonly bigint[] {
  const powers = [first]
  for (let at = 1; at < count; at++) {
    const former = powers[at - 1] ?? 0n
    powers.push((former * former) >> SCALE)
  }
  return powers
}

/** The multiplier so many ms after the start, in ten-thousandths of the stake: 1.00006 to the power of the ms, in whole numbers, so that it is
 *  the same on every machine. 0 → 10000, 11553 → 20000. */
export function multiplierE4(elapsedMs: number): number {
  const ms = Math.min(Math.max(0, Math.floor(elapsedMs)), LONGEST_MS)
  let product = 2n ** SCALE
  for (let bit = 0; bit < POWERS.length; bit++) if ((ms >> bit) & 1) product = (product * (POWERS[bit] ?? 0n)) >> SCALE
  return Number((product * 10_000n) >> SCALE)
}

/** The multiplier at which a cash-out would be paid now: hundredths, rounded down. */
export function multiplierE2(elapsedMs: number): number {
  return Math.floor(multiplierE4(elapsedMs) / 100)
}

/** The first ms after the start at which so many hundredths are reached. */
export function msToReach(targetE2: number): number {
  let [low, high] = [0, LONGEST_MS]
  while (low < high) {
    const middle = (low + high) >> 1
    if (multiplierE2(middle) >= targetE2) high = middle
    else low = middle + 1
  }
  return low
}

/** How long a flight lasts until it crashes, ms: a cash-out at a ms before that is at the crash point or below. The highest point is reached,
 *  not passed. */
export function flightMs({ highestE2 }: Pick<CrashSettings, 'highestE2'>, crashE2: number): number {
  if (crashE2 === CRASHED_AT_ONCE_E2) return 0
  return msToReach(crashE2 >= highestE2 ? highestE2 : crashE2 + 1)
}

/** A bet on a flight; hundredths are 0 where there is no target, and where it was not cashed out by its player. */
export interface CrashBet {
  readonly amountMinor: number
  readonly targetE2: number
  readonly cashedE2: number
}

/** At which multiplier a bet is paid when the flight is over, in hundredths; 0 when it is lost. */
export function paidAtE2({ highestE2 }: Pick<CrashSettings, 'highestE2'>, bet: CrashBet, crashE2: number): number {
  if (bet.cashedE2 > 0) return bet.cashedE2
  if (bet.targetE2 > 0 && bet.targetE2 <= crashE2) return bet.targetE2
  return crashE2 >= highestE2 ? highestE2 : 0
}

/** What a bet pays at a multiplier in hundredths, in minor units, rounded down. */
export function crashPay(amountMinor: number, atE2: number): number {
  return Number((BigInt(amountMinor) * BigInt(atE2)) / 100n)
}

/** The lowest and the highest return of all multipliers at which a bet can be cashed out. */
function returnsOf(settings: CrashSettings): { readonly lowest: Rational; readonly highest: Rational } {
  let lowest = reaching(settings, LOWEST_CASH_OUT_E2) * BigInt(LOWEST_CASH_OUT_E2)
  let highest = lowest
  for (let target = LOWEST_CASH_OUT_E2 + 1; target <= settings.highestE2; target++) {
    const back = reaching(settings, target) * BigInt(target)
    if (back < lowest) lowest = back
    if (back > highest) highest = back
  }
  return { lowest: rational(lowest, NUMBERS * 100n), highest: rational(highest, NUMBERS * 100n) }
}

/** A crash is played at a table, by `machines/casino/tables`: there is no round of one player. */
export const CRASH: GameRules<'crash', never> = {
  kind: 'crash',
  open: () => refuse('casino.choice_invalid'),
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: () => 0,
  payoutMinor: () => 0,
  view: (_settings, state) => state,
  returns: returnsOf,
  faults: () => [],
}
