/** What a bonus for bets or losses has come to, in minor units. */
export interface TaskStanding {
  /** What was given of it. */
  readonly grantedMinor: number
  /** Whether none of it has been used: then it is made as large as it ought to be. */
  readonly isUnused: boolean
  /** What its bets or rounds are worth by now. */
  readonly worthMinor: number
  /** What was taken off it for what was owed of bonuses. */
  readonly takenMinor: number
  /** What later bonuses have paid of what is owed of it. */
  readonly paidOffMinor: number
  /** What is owed of it for anything else than its bets or rounds. */
  readonly otherMinor: number
}

/** What is given of a bonus for bets or losses once these are worth something else, and what is owed of it: an unused one grows and shrinks,
 *  and of a used one what is not earned is owed. It follows from what they are worth by now alone, whatever they were worth in between
 *  (PROMO-19). A bonus of 5.00 that was used, of bets that are worth 2.00 by now → 3.00 owed. */
export function taskBalance(of: TaskStanding): { readonly grantedMinor: number; readonly owedMinor: number } {
  const dueMinor = of.worthMinor + of.paidOffMinor - of.takenMinor - of.otherMinor
  const grantedMinor = of.isUnused ? Math.max(0, dueMinor) : of.grantedMinor
  return { grantedMinor, owedMinor: Math.max(0, grantedMinor - dueMinor) }
}
