import { convertBonus } from './wagering.rules.ts'

/** A bonus that a stake was paid from, as it is by now. */
export interface StakedBonus {
  readonly state: string
  /** Minor units that were given, of all amounts. */
  readonly bonusMinor: number
  /** Hundredths of the bonus that can become money; 0 of a bonus without a cap. */
  readonly capTimesE2: number
  /** Whether all of it becomes money, or only what is more than the bonus itself. */
  readonly release?: 'whole' | 'winnings' | undefined
  /** What was left at its end: what became money and what was removed. */
  readonly endMinor: number
  /** What stakes have brought since then. */
  readonly lateMinor: number
  /** What the house has paid in place of the player. */
  readonly owedMinor: number
}

/** Where something goes that a stake brings, or where it is taken from, below zero; all together are what it brings. */
export interface BonusGain {
  readonly bonus: number
  readonly cash: number
  readonly promo: number
  /** How much more is owed; below zero where some of it is repaid. */
  readonly owed: number
}

/** Divides what a stake that a bonus has paid brings, or has brought wrongly and gives back, below zero. While the bonus is played through
 *  it is the bonus's; of one that became money it is the player's, up to the cap of the terms; any other one was the house's at its end, and
 *  so is this. What the player no longer has is paid by the house and owed: nothing is ever taken from another bonus, and no account
 *  falls below zero (PROMO-18).
 *  @param held minor units that the player has of their own, and of this bonus while it is played through */
export function bonusGain(
  bonus: StakedBonus,
  gainedMinor: number,
  held: { readonly cash: number; readonly bonus: number },
): BonusGain {
  if (bonus.state === 'active') {
    const { own, owed } = withDebt(gainedMinor, held.bonus, bonus.owedMinor)
    return { bonus: own, cash: 0, promo: gainedMinor - own, owed }
  }
  if (bonus.state !== 'converted') return { bonus: 0, cash: 0, promo: gainedMinor, owed: 0 }
  const { own, owed } = withDebt(bonusPaid(bonus, gainedMinor) - bonusPaid(bonus), held.cash, bonus.owedMinor)
  return { bonus: 0, cash: own, promo: gainedMinor - own, owed }
}

/** What of a bonus that became money is the player's, with all that came to it since its end.
 *  @param gainedMinor what comes to it now */
export function bonusPaid({ endMinor, lateMinor, ...terms }: StakedBonus, gainedMinor = 0): number {
  return convertBonus(Math.max(0, endMinor + lateMinor + gainedMinor), terms).paidMinor
}

/** What a player gains, who repays what is owed first, and can give no more than they have.
 *  @param gainedMinor below zero where they give back
 *  @param heldMinor what they have
 *  @returns what is theirs of it, and how much more they owe */
export function withDebt(gainedMinor: number, heldMinor: number, owedMinor: number): { own: number; owed: number } {
  const own = gainedMinor >= 0 ? gainedMinor - Math.min(owedMinor, gainedMinor) : -Math.min(heldMinor, -gainedMinor)
  return { own, owed: own - gainedMinor }
}
