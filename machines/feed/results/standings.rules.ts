import type { Participant, Score, StageTableRow } from '#schemas'

/** A game that was played to its end. */
export interface PlayedGame {
  readonly home: Participant
  readonly away: Participant
  readonly score: Pick<Score, 'home' | 'away'>
}

/** Points for a game that is won and one that is drawn. */
interface Points {
  readonly won: number
  readonly drawn: number
}

/** Football, the simulated too (TABLE-8). */
const FOOTBALL: ReadonlySet<number> = new Set([1, 85])
const OF_FOOTBALL: Points = { won: 3, drawn: 1 }
const OF_OTHERS: Points = { won: 2, drawn: 1 }

/** The table of games: three points for a game won in football, two in other sports, one for a draw. Sides level on
 *  points are ordered by difference, then by goals scored; sides level on everything share a place and are ordered by
 *  name. Head-to-head results, by which some leagues decide, are left out, as are points deducted by a league. */
export function standings(sportId: number, games: readonly PlayedGame[]): StageTableRow[] {
  return tableOf(
    sportId,
    games.flatMap(({ home, away, score }) => [
      { participant: home, own: score.home, others: score.away },
      { participant: away, own: score.away, others: score.home },
    ]),
  )
}

/** How a side came out of a game that a table counts. */
export interface Outing {
  readonly participant: Participant
  readonly own: number
  readonly others: number
}

/** The table of what sides did, in the order of {@link standings}: of all their games, of those at home, of a half. */
export function tableOf(sportId: number, outings: readonly Outing[]): StageTableRow[] {
  const points = FOOTBALL.has(sportId) ? OF_FOOTBALL : OF_OTHERS
  const rows = new Map<number, StageTableRow>()
  for (const { participant, own, others } of outings) count(rows, participant, [own, others], points)
  const sorted = [...rows.values()].sort(
    (one, other) => ahead(other, one) || one.participant.name.localeCompare(other.participant.name, 'en'),
  )
  return sorted.map((row, at) => {
    const first = sorted.findIndex((other) => ahead(other, row) === 0)
    return { ...row, place: Math.min(first, at) + 1 }
  })
}

/** How one side ranks against another; 0 when nothing separates them. */
function ahead(one: StageTableRow, other: StageTableRow): number {
  const difference = ({ scored, conceded }: StageTableRow) => scored - conceded
  return one.points - other.points || difference(one) - difference(other) || one.scored - other.scored
}

function count(
  rows: Map<number, StageTableRow>,
  participant: Participant,
  [own, others]: readonly [own: number, others: number],
  { won, drawn }: Points,
): void {
  const row = rows.get(participant.participantId) ?? { ...NOTHING, participant }
  const [isWon, isDrawn] = [own > others, own === others]
  rows.set(participant.participantId, {
    ...row,
    played: row.played + 1,
    won: row.won + Number(isWon),
    drawn: row.drawn + Number(isDrawn),
    lost: row.lost + Number(!isWon && !isDrawn),
    scored: row.scored + own,
    conceded: row.conceded + others,
    points: row.points + (isWon ? won : isDrawn ? drawn : 0),
  })
}

const NOTHING = { place: 1, played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0, points: 0 }
