import { STATISTIC_TEXTS } from '#machines/feed/results/statistics.ts'
import type { BoardGame } from '#schemas'
import { useText } from '../../site/texts.tsx'
import styles from './GameCounts.module.css'

/** What is counted in a game for each side: corners, cards, shots. Nothing where the feed counts nothing. */
export function GameCounts({ game }: { readonly game: BoardGame }) {
  const t = useText()
  const named = (game.statistics ?? []).flatMap((statistic) => {
    const text = STATISTIC_TEXTS.get(statistic.code)
    return text === undefined ? [] : [{ ...statistic, text }]
  })
  if (named.length === 0) return null
  return (
    <dl className={styles.counts}>
      {named.map(({ code, text, home, away }) => (
        <div key={code} className={styles.count}>
          <dd>{home}</dd>
          <dt>{t(text)}</dt>
          <dd>{away}</dd>
        </div>
      ))}
    </dl>
  )
}
