import type { DrawGame } from '#schemas'

/** What a draw is settled from. */
export interface DrawTotals {
  /** What was staked on it, minor units. */
  readonly stakedMinor: number
  /** The jackpot before it, minor units. */
  readonly jackpotInMinor: number
  /** Lines that have won, by prize. */
  readonly winners: Readonly<Record<string, number>>
}

/** How the money of a draw is divided: paid + jackpot after it + breakage + fee = staked + jackpot before it. Minor units. */
export interface DrawSettlement {
  /** What a line of each prize is paid. */
  readonly perLine: Readonly<Record<string, number>>
  readonly paidMinor: number
  readonly jackpotOutMinor: number
  readonly breakageMinor: number
  /** What the house keeps; below zero where prizes have cost more than was kept back. */
  readonly feeMinor: number
}

/** Divides the stakes of a draw (LOT-4, LOT-5): the jackpot is divided as it was before it, a share that nobody has won goes to it for the
 *  next draw, what division leaves over to breakage, and all the rest to the house, which pays for multiples and for the beginning of
 *  the next jackpot. In a game without a jackpot the house keeps shares that nobody has won. */
export function settleDraw(
  { prizes, priceMinor, jackpotSeedMinor }: Pick<DrawGame, 'prizes' | 'priceMinor' | 'jackpotSeedMinor'>,
  { stakedMinor, jackpotInMinor, winners }: DrawTotals,
): DrawSettlement {
  const perLine: Record<string, number> = {}
  const hasJackpot = Object.values(prizes).some(({ isJackpot }) => isJackpot)
  const isWon = Object.entries(prizes).some(([id, { isJackpot }]) => isJackpot && (winners[id] ?? 0) > 0)
  let [paid, breakage, carried] = [0, 0, isWon ? jackpotSeedMinor : jackpotInMinor]
  let dividedJackpot = isWon ? jackpotInMinor : 0
  for (const [id, prize] of inOrder(prizes)) {
    const lines = winners[id] ?? 0
    const share = Number((BigInt(stakedMinor) * BigInt(prize.sharePpm)) / 1_000_000n)
    perLine[id] = 0
    if (lines === 0) {
      if (hasJackpot) carried += share
      continue
    }
    const fund = share + (prize.isJackpot ? dividedJackpot : 0)
    if (prize.isJackpot) dividedJackpot = 0
    const each = Math.floor(fund / lines)
    breakage += fund - each * lines
    perLine[id] = each + Math.floor((priceMinor * prize.timesE2) / 100)
    paid += perLine[id] * lines
  }
  const feeMinor = stakedMinor + jackpotInMinor - paid - carried - breakage
  return { perLine, paidMinor: paid, jackpotOutMinor: carried, breakageMinor: breakage, feeMinor }
}

function inOrder(prizes: DrawGame['prizes']) {
  return Object.entries(prizes).sort(([, one], [, other]) => one.order - other.order)
}
