import type { Score, TotoPool } from '#schemas'

/** The rules that outcomes follow from. */
export type OutcomeTerms = Pick<TotoPool, 'outcomes' | 'totalLimits'>

/** Scores above it are marked as one: 4:1 is 3+:1. */
const MOST_GOALS = 3
const RESULTS = ['1', 'X', '2'] as const

/** How lists name the outcomes of an event, in their order: `1 X 2`, `0:0 0:1 …`, `0-3 4-5 6-7 8+`. */
export function outcomeLabels({ outcomes, totalLimits }: OutcomeTerms): string[] {
  if (outcomes === 'result') return [...RESULTS]
  if (outcomes === 'winner') return ['1', '2']
  if (outcomes === 'score') return goalLabels().flatMap((home) => goalLabels().map((away) => `${home}:${away}`))
  const bands = totalLimits.map((limit, at) => bandLabel(at === 0 ? 0 : (totalLimits[at - 1] ?? 0) + 1, limit))
  return [...bands, `${(totalLimits.at(-1) ?? -1) + 1}+`]
}

function goalLabels(): string[] {
  return Array.from({ length: MOST_GOALS + 1 }, (_, goals) => (goals === MOST_GOALS ? `${goals}+` : String(goals)))
}

function bandLabel(from: number, to: number): string {
  return from === to ? String(from) : `${from}-${to}`
}

/** How many outcomes an event has. */
export function outcomeCount(terms: OutcomeTerms): number {
  return outcomeLabels(terms).length
}

/** The outcome of a score, from 0; null where it has none: a winner of a tie.
 *  `({ outcomes: 'result', … }, { home: 1, away: 1 })` → 1 */
export function outcomeOfScore(
  { outcomes, totalLimits }: OutcomeTerms,
  { home, away }: Pick<Score, 'home' | 'away'>,
): number | null {
  switch (outcomes) {
    case 'result':
      return home > away ? 0 : home === away ? 1 : 2
    case 'winner':
      return home === away ? null : home > away ? 0 : 1
    case 'score':
      return Math.min(home, MOST_GOALS) * (MOST_GOALS + 1) + Math.min(away, MOST_GOALS)
    case 'total': {
      const band = totalLimits.findIndex((limit) => home + away <= limit)
      return band === -1 ? totalLimits.length : band
    }
  }
}
