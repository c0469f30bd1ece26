import { bonusPaid, type StakedBonus, withDebt } from './ended-bonus.rules.ts'

/** A bonus of what a free bet has won, as it is by now. */
export interface WonBonus extends StakedBonus {
  /** How much more than at its beginning its bet brings by now, below zero where it brings less. */
  readonly changedMinor: number
  /** What of that was asked of what the player has, below zero, or given to it. */
  readonly movedMinor: number
}

/** What the bet of a free bet changes of a bonus, once it is settled again. */
export interface WinningsChange {
  /** What of the difference this bonus takes; the rest is another one's. */
  readonly changeMinor: number
  /** What the bonus, and the player's own money, gain; below zero where they lose. The house gives it. */
  readonly bonus: number
  readonly cash: number
  /** How much more is owed; below zero where some of it is repaid. */
  readonly owed: number
  /** What was asked or given: what was moved, less what is owed more. */
  readonly movedMinor: number
}

/** What a free bet has won more or less after all changes its bonus, and what became of that: one that waits or is played through grows and
 *  shrinks; one that became money gives back what its terms would have paid less, as far as there is money, and the rest is owed; one that
 *  has ended otherwise was the house's by then. A difference that is undone moves the same back (PROMO-19).
 *  @param askedMinor the difference, below zero where it is less
 *  @param held minor units that the player has of their own, and of this bonus while it is played through */
export function winningsChange(
  won: WonBonus,
  askedMinor: number,
  held: { readonly cash: number; readonly bonus: number },
): WinningsChange {
  const { state, bonusMinor, lateMinor, owedMinor } = won
  const changeMinor = Math.max(-bonusMinor, Math.min(askedMinor, roomOf(won)))
  const nothing = { changeMinor, bonus: 0, cash: 0, owed: 0, movedMinor: 0 }
  if (state === 'active') {
    const { own, owed } = withDebt(changeMinor, held.bonus, owedMinor)
    return { ...nothing, bonus: own, owed, movedMinor: changeMinor }
  }
  if (state !== 'converted') return nothing
  const next = { ...won, bonusMinor: bonusMinor + changeMinor, lateMinor: lateMinor + changeMinor }
  const duePaid = bonusPaid(next) - bonusPaid(won)
  const { own, owed } = withDebt(duePaid, held.cash, owedMinor)
  return { ...nothing, cash: own, owed, movedMinor: duePaid }
}

/** How much more a bonus can take. What was lost in play, or given up, is not given a second time: only what was really taken back makes a
 *  new bonus. */
function roomOf({ state, changedMinor, movedMinor }: WonBonus): number {
  if (state === 'queued' || state === 'active') return Number.MAX_SAFE_INTEGER
  return Math.max(0, state === 'converted' ? -changedMinor : movedMinor - changedMinor)
}
