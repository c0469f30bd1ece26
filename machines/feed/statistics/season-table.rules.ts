import type { FormMark, Participant, Score, SeasonMonth, SeasonRow, SeasonTotals } from '#schemas'
import { type Outing, tableOf } from '../results/standings.rules.ts'
import type { TableType } from './statistics-address.rules.ts'

/** A game of a season that was played to its end. */
export interface SeasonGame {
  readonly gameId: number
  /** ISO 8601, UTC. */
  readonly startsAt: string
  readonly home: Participant
  readonly away: Participant
  readonly score: Score
}

/** Games that show the form of a side. */
export const FORM_GAMES = 6
/** Goals from which a game has many. */
const MANY_GOALS = 3

interface SideGame extends Outing {
  readonly gameId: number
  readonly isHome: boolean
}

/** The table of a season by its type: of all games or those at home or away, of each side's last six, of one half, or in the order of
 *  how many games have three goals or more. A half counts the games whose source tells the score of it. */
export function seasonTable(sportId: number, games: readonly SeasonGame[], type: TableType): SeasonRow[] {
  const played = games.toSorted(
    (one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt) || one.gameId - other.gameId,
  )
  const all = counted(
    played.flatMap((game) => sidesOf(game, type)),
    type,
  )
  const bySide = Map.groupBy(all, ({ participant }) => participant.participantId)
  const rows = tableOf(sportId, all).map((row): SeasonRow => {
    const own = bySide.get(row.participant.participantId) ?? []
    return {
      row,
      form: own.slice(-FORM_GAMES).map(markOf),
      over: own.filter(({ own: scored, others }) => scored + others >= MANY_GOALS).length,
      both: own.filter(({ own: scored, others }) => scored > 0 && others > 0).length,
    }
  })
  return type === 'totals' ? byTotals(rows) : rows
}

/** A game from either side, as far as a type of table counts it. */
function sidesOf({ gameId, home, away, score }: SeasonGame, type: TableType): SideGame[] {
  const part = partOf(score, type)
  if (!part) return []
  const ofHome = { gameId, participant: home, own: part.home, others: part.away, isHome: true }
  const ofAway = { gameId, participant: away, own: part.away, others: part.home, isHome: false }
  if (type === 'home') return [ofHome]
  return type === 'away' ? [ofAway] : [ofHome, ofAway]
}

function partOf(score: Score, type: TableType): Pick<Score, 'home' | 'away'> | null {
  if (type !== 'first-half' && type !== 'second-half') return score
  if (score.periods?.length !== 2) return null
  return score.periods[type === 'first-half' ? 0 : 1] ?? null
}

/** Of a table of form, the last games of each side. */
function counted(games: readonly SideGame[], type: TableType): readonly SideGame[] {
  if (type !== 'form') return games
  return [...Map.groupBy(games, ({ participant }) => participant.participantId).values()].flatMap((own) =>
    own.slice(-FORM_GAMES),
  )
}

function markOf({ gameId, own, others }: SideGame): FormMark {
  return { gameId, mark: own > others ? 'won' : own === others ? 'drawn' : 'lost' }
}

/** Sides whose games have many goals most often, first. */
function byTotals(rows: readonly SeasonRow[]): SeasonRow[] {
  const share = ({ over, row }: SeasonRow) => over / row.played
  const sorted = rows.toSorted((one, other) => share(other) - share(one) || one.row.place - other.row.place)
  return sorted.map((one) => {
    const place = sorted.findIndex((other) => share(other) === share(one)) + 1
    return { ...one, row: { ...one.row, place } }
  })
}

/** What the results of a season come to. */
export function seasonTotals(games: readonly SeasonGame[]): SeasonTotals {
  const count = (is: (score: Score) => boolean) => games.filter(({ score }) => is(score)).length
  return {
    games: games.length,
    homeWins: count(({ home, away }) => home > away),
    draws: count(({ home, away }) => home === away),
    awayWins: count(({ home, away }) => home < away),
    scored: games.reduce((sum, { score }) => sum + score.home + score.away, 0),
  }
}

/** The months of a season in their order, by UTC. */
export function seasonMonths(games: readonly SeasonGame[]): SeasonMonth[] {
  const months = [...Map.groupBy(games, ({ startsAt }) => startsAt.slice(0, 7))].map(([month, own]) => ({
    month,
    games: own.length,
    scored: seasonTotals(own).scored,
  }))
  return months.sort((one, other) => (one.month < other.month ? -1 : 1))
}
