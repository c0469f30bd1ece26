import type { TableView } from '#schemas'

/** What a table is at, moment by moment: the phase that the server has said, divided by the clock.
 *  - last: bets are taken for the last seconds;
 *  - closed: bets are closed, and nothing flies or spins yet. */
export type TableMoment = 'opening' | 'betting' | 'last' | 'closed' | 'running' | 'result'

/** For how long before the end of the bets they are said to be the last, ms. */
const LAST_MS = 4000

/** Where a table is at a moment of the server's clock, in ms since 1970. */
export function tableMoment(
  { phase, closesAtMs, startedAtMs }: Pick<TableView, 'phase' | 'closesAtMs' | 'startedAtMs'>,
  nowMs: number,
): TableMoment {
  if (phase === 'betting') {
    if (nowMs >= closesAtMs) return 'closed'
    return closesAtMs - nowMs <= LAST_MS ? 'last' : 'betting'
  }
  if (phase === 'running') return nowMs < startedAtMs ? 'closed' : 'running'
  return phase
}

/** Whole seconds until a moment, at least 0. */
export function secondsTo(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

/** How often a result came among the last ones, the most frequent first, then the lesser number. */
export function frequencies(results: readonly number[], all: readonly number[]): { result: number; count: number }[] {
  const counts = new Map(all.map((result) => [result, 0]))
  for (const result of results) counts.set(result, (counts.get(result) ?? 0) + 1)
  return [...counts]
    .map(([result, count]) => ({ result, count }))
    .sort((one, other) => other.count - one.count || one.result - other.result)
}
