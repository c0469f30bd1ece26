import type { Paytable } from '#schemas'

/** What comes back of each stake in the mean, in ten-thousandths rounded down, by the worst and the best choice of a player: worked out from
 *  the paytables, as working some of them out takes a second. A test holds them to the exact fractions. */
export const PAYTABLE_RETURNS: Readonly<Record<Paytable, { readonly lowestE4: number; readonly highestE4: number }>> = {
  lines_95: { lowestE4: 9553, highestE4: 9553 },
  lines_89: { lowestE4: 8955, highestE4: 8955 },
  cascade_95: { lowestE4: 9590, highestE4: 9590 },
  roulette: { lowestE4: 9729, highestE4: 9729 },
  blackjack_3_2: { lowestE4: 9942, highestE4: 9942 },
  blackjack_6_5: { lowestE4: 9807, highestE4: 9807 },
  baccarat: { lowestE4: 8564, highestE4: 9894 },
  jacks_9_6: { lowestE4: 9954, highestE4: 9954 },
  jacks_8_5: { lowestE4: 9729, highestE4: 9729 },
  dice_99: { lowestE4: 9899, highestE4: 9900 },
  dice_97: { lowestE4: 9699, highestE4: 9700 },
  mines_98: { lowestE4: 9799, highestE4: 9800 },
  mines_95: { lowestE4: 9499, highestE4: 9500 },
  plinko_99: { lowestE4: 9890, highestE4: 9911 },
  wheel_96: { lowestE4: 9555, highestE4: 9629 },
  crash_97: { lowestE4: 9700, highestE4: 9700 },
  crash_99: { lowestE4: 9900, highestE4: 9900 },
  live_roulette: { lowestE4: 9729, highestE4: 9729 },
}

/** Paytables of games that cannot be played in free rounds: their stakes rise within a round, or players share the rounds. */
export const PAYTABLES_WITHOUT_FREE_ROUNDS: ReadonlySet<string> = new Set([
  'blackjack_3_2',
  'blackjack_6_5',
  'crash_97',
  'crash_99',
  'live_roulette',
])
