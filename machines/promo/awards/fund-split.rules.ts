/** Minor units by the fund that they belong to. */
export interface FundParts {
  readonly cash: number
  readonly bonus: number
}

/** Which fund pays first: the player's own money, the bonus, or both by what they hold. */
export type FundOrder = 'real_first' | 'bonus_first' | 'proportional'

/** Splits an amount in proportion to weights, so that the shares sum to it: each share is rounded down, then the largest remainders get
 *  a minor unit more, the first of equal ones first (PROMO-19). `(100, [1, 1, 1])` → `[34, 33, 33]`.
 *  @param amountMinor minor units, zero or above
 *  @param weights whole numbers, zero or above
 *  @returns shares in the order of the weights; zeros when every weight is zero
 *  @throws RangeError for an amount or a weight that is no whole number or below zero */
export function shareOut(amountMinor: number, weights: readonly number[]): number[] {
  for (const value of [amountMinor, ...weights])
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} can be neither shared nor weigh`)
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0)
  const exact = weights.map((weight, place) => {
    const product = BigInt(amountMinor) * BigInt(weight)
    return { place, share: product / total, rest: product % total }
  })
  const left = BigInt(amountMinor) - exact.reduce((sum, { share }) => sum + share, 0n)
  const byRest = [...exact].sort((one, other) =>
    one.rest === other.rest ? one.place - other.place : one.rest > other.rest ? -1 : 1,
  )
  const lucky = new Set(byRest.slice(0, Number(left)).map(({ place }) => place))
  return exact.map(({ place, share }) => Number(share) + (lucky.has(place) ? 1 : 0))
}

/** Splits a stake into the funds that pay it (PROMO-17). `(500, { cash: 320, bonus: 1000 }, 'real_first')` → 320 and 180.
 *  @returns null when both funds together hold less than the stake */
export function splitStake(stakeMinor: number, held: FundParts, order: FundOrder): FundParts | null {
  const { cash, bonus } = held
  if (stakeMinor > cash + bonus) return null
  if (order === 'real_first') return partsOf(stakeMinor, Math.min(cash, stakeMinor))
  if (order === 'bonus_first') return partsOf(stakeMinor, stakeMinor - Math.min(bonus, stakeMinor))
  const [ofCash = 0] = shareOut(stakeMinor, [cash, bonus])
  return partsOf(stakeMinor, ofCash)
}

/** Splits what a stake has won by the funds that paid the stake, the kept split of which is never worked out a second time (PROMO-17).
 *  `(1235, { cash: 320, bonus: 180 })` → 790 and 445. */
export function splitWin(wonMinor: number, stake: FundParts): FundParts {
  if (stake.cash + stake.bonus === 0) return { cash: wonMinor, bonus: 0 }
  const [cash = 0] = shareOut(wonMinor, [stake.cash, stake.bonus])
  return partsOf(wonMinor, cash)
}

function partsOf(amountMinor: number, cash: number): FundParts {
  return { cash, bonus: amountMinor - cash }
}
