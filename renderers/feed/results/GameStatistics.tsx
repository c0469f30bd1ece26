import type { Insight } from '#machines/feed/statistics/insights.rules.ts'
import type { HeadToHeadAnswer, TeamLastGamesAnswer } from '#schemas'
import { EmptyState } from '../../site/EmptyState.tsx'
import { SectionHeading } from '../../site/SectionHeading.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './GameStatistics.module.css'
import { ResultList, type ResultListProps } from './ResultList.tsx'

/** Props of {@link GameStatistics}. */
export interface GameStatisticsProps {
  /** The home side, then the away side. */
  readonly names: readonly [home: string, away: string]
  readonly headToHead: HeadToHeadAnswer
  readonly last: TeamLastGamesAnswer
  /** What the results say; empty where the brand shows none. */
  readonly insights?: readonly Insight[]
  readonly startOf: ResultListProps['startOf']
}

/** How two sides have played each other, and how each has played last. */
export function GameStatistics({ names, headToHead, last, insights = [], startOf }: GameStatisticsProps) {
  const t = useText()
  const sides = [
    { id: 'home', name: names[0], games: last.home },
    { id: 'away', name: names[1], games: last.away },
  ].filter(({ games }) => games.length > 0)
  if (sides.length === 0) {
    return <EmptyState icon="statistics" title={t('board.statistics_empty')} text={t('board.statistics_empty_text')} />
  }
  return (
    <div className={styles.statistics}>
      {insights.length > 0 && <Insights insights={insights} />}
      {headToHead.games.length > 0 && (
        <section>
          <SectionHeading title={t('board.h2h')} />
          <Balance names={names} {...headToHead} />
          <ResultList games={headToHead.games} startOf={startOf} />
        </section>
      )}
      <div className={styles.sides}>
        {sides.map(({ id, name, games }) => (
          <section key={id}>
            <SectionHeading title={t('board.last_games', { name })} />
            <ResultList games={games} startOf={startOf} />
          </section>
        ))}
      </div>
    </div>
  )
}

function Insights({ insights }: Required<Pick<GameStatisticsProps, 'insights'>>) {
  const t = useText()
  return (
    <section>
      <SectionHeading title={t('board.insights')} />
      <ul className={styles.insights}>
        {insights.map(({ kind, sideId, name, number, of = 0 }) => (
          <li key={`${kind} ${sideId}`} className={styles.insight}>
            <bdi>{name}</bdi>
            <span>{t(`board.insight_${kind}`, { number, of })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type BalanceProps = Pick<GameStatisticsProps, 'names'> & Pick<HeadToHeadAnswer, 'homeWins' | 'draws' | 'awayWins'>

/** Who has won how often. */
function Balance({ names, homeWins, draws, awayWins }: BalanceProps) {
  const t = useText()
  const parts = [
    { id: 'home', label: names[0], count: homeWins },
    { id: 'draws', label: t('board.draws'), count: draws },
    { id: 'away', label: names[1], count: awayWins },
  ]
  return (
    <dl className={styles.balance}>
      {parts.map(({ id, label, count }) => (
        <div key={id} className={styles.part}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
