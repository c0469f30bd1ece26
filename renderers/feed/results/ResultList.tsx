import type { ReactNode } from 'react'
import { leader } from '#machines/feed/simulator/game-clock.rules.ts'
import type { ResultGame } from '#schemas'
import { EmptyState } from '../../site/EmptyState.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './ResultList.module.css'

/** Props of {@link ResultList}. */
export interface ResultListProps {
  readonly games: readonly ResultGame[]
  readonly startOf: (game: Pick<ResultGame, 'startsAt' | 'hasStartTime'>) => {
    readonly day: string
    readonly time: string
  }
  /** Whether a day or a sport was chosen, so that there may be others where there are none. */
  readonly isChosen?: boolean
  /** The way on where nothing is over yet. */
  readonly wayOn?: ReactNode
}

/** Games that are over, with how they ended, under the heads of their days and championships. */
export function ResultList({ games, startOf, isChosen = false, wayOn }: ResultListProps) {
  const t = useText()
  if (games.length === 0 && isChosen)
    return <EmptyState icon="trophy" title={t('board.results_none')} text={t('board.results_none_text')} />
  if (games.length === 0) {
    return (
      <EmptyState icon="trophy" title={t('board.results_empty')} text={t('board.results_empty_text')} action={wayOn} />
    )
  }
  return (
    <div className={styles.results}>
      {groupsOf(games, startOf).map(({ id, day, champName, items }) => (
        <section key={id} className={styles.group}>
          <h2 className={styles.head}>
            <bdi>{champName}</bdi>
            <span className={styles.day}>{day || t('board.today')}</span>
          </h2>
          <ul>
            {items.map((game) => (
              <Result key={game.gameId} game={game} time={game.hasStartTime ? startOf(game).time : ''} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Result({ game, time }: { readonly game: ResultGame; readonly time: string }) {
  const t = useText()
  const { participants, score, finish } = game
  if (participants.length === 1)
    return (
      <li className={styles.event}>
        <span className={styles.time}>{time}</span>
        <bdi className={styles.eventName}>{participants[0]?.name}</bdi>
        <span className={styles.finish}>
          {finish?.map(({ place, number, name }) => (
            <bdi key={number}>
              {place}. {name}
            </bdi>
          )) ?? t('board.race_called_off')}
        </span>
      </li>
    )
  const ahead = leader(score ? { score } : {})
  const periods = (score?.periods ?? []).map(({ home, away }) => `${home}:${away}`).join(', ')
  return (
    <li className={styles.row}>
      <span className={styles.time}>{time}</span>
      <span className={styles.home} data-leads={ahead === 'home' || undefined}>
        <bdi>{participants[0]?.name}</bdi>
      </span>
      <span className={styles.score}>
        {score ? (
          <span className={styles.points}>
            <span>{score.home}</span>:<span>{score.away}</span>
          </span>
        ) : (
          '–'
        )}
        {periods && (
          <bdi dir="ltr" className={styles.periods}>
            ({periods})
          </bdi>
        )}
      </span>
      <span className={styles.away} data-leads={ahead === 'away' || undefined}>
        <bdi>{participants[1]?.name}</bdi>
      </span>
    </li>
  )
}

function groupsOf(games: readonly ResultGame[], startOf: ResultListProps['startOf']) {
  const groups = new Map<string, { id: string; day: string; champName: string; items: ResultGame[] }>()
  for (const game of games) {
    const { day } = startOf(game)
    const id = `${day}-${game.champId}`
    const group = groups.get(id) ?? { id, day, champName: game.champName, items: [] }
    group.items.push(game)
    groups.set(id, group)
  }
  return [...groups.values()]
}
