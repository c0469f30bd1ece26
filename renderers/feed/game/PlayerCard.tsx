import type { PlayerInfo } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { sportIcon } from '../board/sport-icon.ts'
import styles from './PlayerCard.module.css'
import words from './PlayerWords.module.css'

/** Props of {@link PlayerCard}. */
export interface PlayerCardProps {
  readonly player: PlayerInfo
  readonly sportId: number
  readonly team: string
  /** The page of the team; empty where there is none. */
  readonly teamPath: string
}

/** Who a player is: number, team, position, and what the results in force count. */
export function PlayerCard({ player, sportId, team, teamPath }: PlayerCardProps) {
  const t = useText()
  const Link = useLink()
  const { number, position } = player
  const counts = [
    { id: 'games', label: t('board.player_games'), count: player.games },
    { id: 'goals', label: t('board.player_goals'), count: player.goals },
    { id: 'yellow', label: t('player.yellow_cards'), count: player.yellowCards },
    { id: 'red', label: t('player.red_cards'), count: player.redCards },
  ]
  return (
    <section className={styles.card} aria-label={player.name}>
      <div className={styles.who}>
        <span className={styles.shirt}>
          {number === undefined ? (
            <Icon name={sportIcon(sportId)} size={24} />
          ) : (
            <>
              <span className="visually-hidden">{t('board.player_number')} </span>
              {number}
            </>
          )}
        </span>
        <p className={styles.words}>
          <span className={styles.team}>
            {teamPath ? (
              <Link to={teamPath} className={words.link}>
                <bdi>{team}</bdi>
              </Link>
            ) : (
              <bdi>{team}</bdi>
            )}
          </span>
          <span className={words.position}>
            {position ? `${t(`sport.${sportId}`)} · ${t(`board.position_${position}`)}` : t(`sport.${sportId}`)}
          </span>
        </p>
      </div>
      <dl className={styles.record} aria-label={t('player.record')}>
        {counts.map(({ id, label, count }) => (
          <div key={id} className={styles.part}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
