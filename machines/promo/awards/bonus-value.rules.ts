import type { WageringTerms } from './wagering.rules.ts'

/** What a bonus is worth to a player who plays it through. */
export interface BonusValue {
  /** What is left in the mean if nobody ever ran out of money, of each unit of the bonus; below zero it costs more than it gives. */
  readonly plainE4: number
  /** What is left in the mean when play ends with the money. */
  readonly keptE4: number
  /** How likely the money runs out first, in ten-thousandths. */
  readonly bustE4: number
}

/** How a player is taken to play. */
export interface PlayStyle {
  /** Return of the games, in ten-thousandths of a stake. */
  readonly returnE4: number
  /** Millionths of a stake that count. */
  readonly countsPpm: number
  /** A stake as a share of the bonus, in ten-thousandths. */
  readonly stakeE4: number
  /** What becomes money of what is left: all of it, or only what is more than the bonus; all when left out. */
  readonly release?: 'whole' | 'winnings' | undefined
}

/** Even-money bets with a bet of a twentieth of the bonus: the picture that `Explain this bonus` shows. */
export const USUAL_PLAY: PlayStyle = { returnE4: 9600, countsPpm: 1_000_000, stakeE4: 500 }

const MOST_BETS = 40_000

/** Works out what a bonus is worth: every path of even-money bets is walked, by its chance, until the wagering is done or the money has
 *  run out (PROMO-23). Thirty times at 96 % keeps 30.74 % of the bonus and loses it in 74.5 of 100 cases.
 *  @param timesE2 how many times the bonus is to be staked, in hundredths
 *  @throws RangeError when the wagering is longer than can be walked */
export function bonusValue(
  timesE2: number,
  { returnE4, countsPpm, stakeE4, release }: PlayStyle = USUAL_PLAY,
): BonusValue {
  const isWhole = release !== 'winnings'
  const turnoverE4 = countsPpm === 0 ? Number.POSITIVE_INFINITY : (timesE2 * 100 * 1_000_000) / countsPpm
  const bets = Math.ceil(turnoverE4 / stakeE4)
  if (!(bets <= MOST_BETS)) throw new RangeError(`a wagering of ${bets} bets cannot be walked`)
  const plainE4 = Math.round((isWhole ? 10_000 : 0) - turnoverE4 * (1 - returnE4 / 10_000))
  const stakes = Math.round(10_000 / stakeE4)
  const { kept, bust } = walk(bets, { start: stakes, win: returnE4 / 20_000, notPaid: isWhole ? 0 : stakes })
  return { plainE4, keptE4: Math.round((kept / stakes) * 10_000), bustE4: Math.round(bust * 10_000) }
}

/** Chances by how many stakes are left, bet by bet.
 *  @param of.notPaid stakes that are no money at the end */
function walk(
  bets: number,
  { start, win, notPaid }: { readonly start: number; readonly win: number; readonly notPaid: number },
): { readonly kept: number; readonly bust: number } {
  let chances = new Float64Array(start + bets + 2)
  chances[start] = 1
  for (let bet = 0; bet < bets; bet += 1) {
    const next = new Float64Array(chances.length)
    next[0] = chances[0] ?? 0
    const top = Math.min(start + bet, chances.length - 2)
    for (let left = 1; left <= top; left += 1) {
      const chance = chances[left] ?? 0
      if (chance === 0) continue
      next[left + 1] = (next[left + 1] ?? 0) + chance * win
      next[left - 1] = (next[left - 1] ?? 0) + chance * (1 - win)
    }
    chances = next
  }
  let kept = 0
  for (let left = notPaid + 1; left < chances.length; left += 1) kept += (left - notPaid) * (chances[left] ?? 0)
  return { kept, bust: chances[0] ?? 0 }
}

/** Whether a bonus can be valued for a player who plays games of a product: its terms say what counts. */
export function playOf(
  { productsPpm }: Pick<WageringTerms, 'productsPpm'>,
  product: keyof WageringTerms['productsPpm'],
  returnE4: number,
): PlayStyle {
  return { ...USUAL_PLAY, returnE4, countsPpm: productsPpm[product] ?? 0 }
}
