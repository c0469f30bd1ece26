import type { SettledCover } from '#schemas'

/** A bet with a name: so many legs, in lines of all sizes from the smallest to all of them (MATH-6). */
interface CoverBet {
  readonly legs: number
  readonly smallest: 1 | 2
}

/** The full-cover bets. */
export const COVER_BETS: Readonly<Record<SettledCover['cover'], CoverBet>> = {
  trixie: { legs: 3, smallest: 2 },
  patent: { legs: 3, smallest: 1 },
  yankee: { legs: 4, smallest: 2 },
  lucky15: { legs: 4, smallest: 1 },
  canadian: { legs: 5, smallest: 2 },
  lucky31: { legs: 5, smallest: 1 },
  heinz: { legs: 6, smallest: 2 },
  lucky63: { legs: 6, smallest: 1 },
  'super-heinz': { legs: 7, smallest: 2 },
  goliath: { legs: 8, smallest: 2 },
}

/** The sizes of the lines of a full-cover bet: `'trixie'` → [2, 3]. */
export function coverSizes(cover: SettledCover['cover']): readonly number[] {
  const { legs, smallest } = COVER_BETS[cover]
  return Array.from({ length: legs - smallest + 1 }, (_, index) => smallest + index)
}
