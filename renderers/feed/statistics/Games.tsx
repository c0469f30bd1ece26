import type { FormMark, ResultGame } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './Games.module.css'
import { PlaceLink, useStatisticsView } from './statistics-view.tsx'

const WORDS = { won: 'statistics.won', drawn: 'statistics.drawn', lost: 'statistics.lost' } as const
const LETTERS = {
  won: 'board.table_won_short',
  drawn: 'board.table_drawn_short',
  lost: 'board.table_lost_short',
} as const

/** Props of {@link FormStrip}. */
export interface FormStripProps {
  readonly sportId: number
  /** The oldest first. */
  readonly marks: readonly FormMark[]
}

/** How a side came out of its last games: each mark leads to the game that made it. */
export function FormStrip({ sportId, marks }: FormStripProps) {
  const t = useText()
  const Link = useLink()
  const { to } = useStatisticsView()
  return (
    <span className={styles.strip}>
      {marks.map(({ gameId, mark }) => {
        const path = to({ kind: 'game', sportId, gameId, tab: 'main' })
        const drawn = { className: styles.mark, 'data-mark': mark, 'aria-label': t(WORDS[mark]), title: t(WORDS[mark]) }
        return path ? (
          <Link key={gameId} to={path} {...drawn}>
            {t(LETTERS[mark])}
          </Link>
        ) : (
          <span key={gameId} role="img" {...drawn}>
            {t(LETTERS[mark])}
          </span>
        )
      })}
    </span>
  )
}

/** How a side came out of results, the oldest first; games without a score are left out. @param games the latest first */
export function formOf(games: readonly ResultGame[], sideId: number, most = 6): FormMark[] {
  const marks = games.slice(0, most).flatMap(({ gameId, score, participants }): FormMark[] => {
    if (!score) return []
    const isHome = participants[0]?.participantId === sideId
    const ahead = (score.home - score.away) * (isHome ? 1 : -1)
    return [{ gameId, mark: ahead > 0 ? 'won' : ahead < 0 ? 'lost' : 'drawn' }]
  })
  return marks.reverse()
}

/** Props of {@link GameTable}. */
export interface GameTableProps {
  readonly name: string
  readonly games: readonly ResultGame[]
  /** A side to highlight. */
  readonly markedId?: number
}

/** Games with their scores, each leading to its statistics. */
export function GameTable({ name, games, markedId }: GameTableProps) {
  const t = useText()
  const { dayOf } = useStatisticsView()
  return (
    <DataTable name={name}>
      <thead>
        <tr>
          <th scope="col">{t('statistics.day')}</th>
          <th scope="col">{t('statistics.game')}</th>
          <th scope="col" data-cell="number">
            {t('statistics.score')}
          </th>
        </tr>
      </thead>
      <tbody>
        {games.map(({ gameId, sportId, startsAt, champName, participants, score }) => (
          <tr key={gameId}>
            <td data-cell="mark" className={styles.day}>
              {dayOf(startsAt)}
            </td>
            <th scope="row">
              <PlaceLink place={{ kind: 'game', sportId, gameId, tab: 'main' }}>
                {participants.map(({ participantId, name: side }, place) => (
                  <span
                    key={participantId}
                    className={styles.side}
                    data-marked={participantId === markedId || undefined}
                  >
                    {place > 0 && ' – '}
                    <bdi>{side}</bdi>
                  </span>
                ))}
              </PlaceLink>
              <bdi className={styles.champ}>{champName}</bdi>
            </th>
            <td data-cell="number" className={styles.score}>
              {score ? (
                <bdi dir="ltr">
                  {score.home}:{score.away}
                  {score.periods?.[0] && score.periods.length === 2 && (
                    <span className={styles.half}>
                      {' '}
                      ({score.periods[0].home}:{score.periods[0].away})
                    </span>
                  )}
                </bdi>
              ) : (
                '–'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
