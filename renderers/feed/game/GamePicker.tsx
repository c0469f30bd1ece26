import { press } from '#machines/site/events/press.rules.ts'
import type { BoardGame } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { sportIcon } from '../board/sport-icon.ts'
import styles from './GamePicker.module.css'

/** Props of {@link GamePicker}. */
export interface GamePickerProps {
  readonly games: readonly BoardGame[]
  readonly chosen: readonly number[]
  /** Games that can be chosen at most. */
  readonly limit: number
  readonly onToggle: (gameId: number) => void
}

/** The games that are played now, to be put beside each other; once as many are chosen as fit, the others rest. */
export function GamePicker({ games, chosen, limit, onToggle }: GamePickerProps) {
  const t = useText()
  return (
    <section className={styles.picker} aria-label={t('board.multi_choose')}>
      <p className={styles.head}>
        <span>{t('board.multi_choose')}</span>
        <span className={styles.count}>{t('board.multi_count', { count: chosen.length, most: limit })}</span>
      </p>
      <ul className={styles.list}>
        {games.map((game) => {
          const isChosen = chosen.includes(game.gameId)
          return (
            <li key={game.gameId}>
              <button
                type="button"
                className={styles.game}
                {...press('multi_live_game_turned', game.gameId)}
                aria-pressed={isChosen}
                disabled={!isChosen && chosen.length >= limit}
                onClick={() => onToggle(game.gameId)}
              >
                <Icon name={sportIcon(game.sportId)} size={16} />
                <bdi className={styles.name}>{gameName(game)}</bdi>
                {game.score && (
                  <span className={styles.score} dir="ltr">
                    {game.score.home}:{game.score.away}
                  </span>
                )}
                <Icon name={isChosen ? 'check' : 'plus'} size={16} />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
