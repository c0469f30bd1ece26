import type { FeedRejection, FeedRow, PeriodScore, Score } from '#schemas'

/** What a file of a source holds; or why it cannot be read at all. */
export type ParsedFile =
  | {
      readonly ok: true
      /** Matches in the file, those that were rejected too. */
      readonly read: number
      readonly rows: readonly FeedRow[]
      readonly rejected: readonly FeedRejection[]
    }
  | { readonly ok: false; readonly reason: string }

/** A part of a row that was read, or why the row cannot be taken. */
export type Part<Value> = { readonly value: Value } | Omit<FeedRejection, 'line'>

const MOST_GOALS = 99

/** A rejection without its line. */
export function rejected(code: FeedRejection['code'], reason: string): Omit<FeedRejection, 'line'> {
  return { code, reason }
}

/** Gathers what each match of a file came to. */
export function parsedFile(matches: readonly { readonly line: number; readonly part: Part<FeedRow> }[]): ParsedFile {
  return {
    ok: true,
    read: matches.length,
    rows: matches.flatMap(({ part }) => ('value' in part ? [part.value] : [])),
    rejected: matches.flatMap(({ line, part }) => ('value' in part ? [] : [{ line, ...part }])),
  }
}

/** The score of a football match by halves. Without goals there were none at half-time either, whether the file says
 *  so or not. */
export function footballScore(end: PeriodScore, half: PeriodScore | undefined): Part<Score> {
  const first = half ?? (end.home + end.away === 0 ? end : undefined)
  const all = [end.home, end.away, first?.home ?? 0, first?.away ?? 0]
  if (!all.every((goals) => Number.isInteger(goals) && goals >= 0 && goals <= MOST_GOALS))
    return rejected('score', `Goals are whole numbers up to ${MOST_GOALS}.`)
  if (!first) return { value: { home: end.home, away: end.away } }
  const second = { home: end.home - first.home, away: end.away - first.away }
  if (second.home < 0 || second.away < 0)
    return rejected('score', `The score at half-time, ${text(first)}, is above the one at the end, ${text(end)}.`)
  return { value: { home: end.home, away: end.away, periods: [first, second] } }
}

/** The two teams of a match. */
export function twoTeams(home: string, away: string): Part<{ readonly home: string; readonly away: string }> {
  const names = { home: home.trim(), away: away.trim() }
  if (names.home === '' || names.away === '') return rejected('team', 'The name of a team is missing.')
  if (names.home === names.away) return rejected('team', `"${names.home}" cannot play against itself.`)
  return { value: names }
}

function text({ home, away }: PeriodScore): string {
  return `${home}:${away}`
}
