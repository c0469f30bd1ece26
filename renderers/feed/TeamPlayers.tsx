import type { PlayerInfo } from '#schemas'
import { EmptyState } from '../site/EmptyState.tsx'
import { useLink } from '../site/link.tsx'
import { useText } from '../site/texts.tsx'
import styles from './TeamPlayers.module.css'

/** Props of {@link TeamPlayers}. */
export interface TeamPlayersProps {
  readonly players: readonly PlayerInfo[]
  /** The page of a player; null where there is none. */
  readonly pathOf: (player: PlayerInfo) => string | null
}

/** The players of a team with what the results in force count of them. */
export function TeamPlayers({ players, pathOf }: TeamPlayersProps) {
  const t = useText()
  if (players.length === 0) return <EmptyState icon="users" title={t('player.empty')} text={t('player.empty_text')} />
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('player.players')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <abbr title={t('board.player_number')}>#</abbr>
            </th>
            <th scope="col">{t('board.player')}</th>
            <th scope="col" className={styles.number}>
              {t('board.player_games')}
            </th>
            <th scope="col" className={styles.number}>
              {t('board.player_goals')}
            </th>
          </tr>
        </thead>
        <tbody>
          {players.map((player) => (
            <Row key={player.playerId} player={player} path={pathOf(player)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ player, path }: { readonly player: PlayerInfo; readonly path: string | null }) {
  const t = useText()
  const Link = useLink()
  const { number, name, position, games, goals } = player
  return (
    <tr>
      <td className={styles.shirt}>{number}</td>
      <th scope="row">
        {path ? (
          <Link to={path} className={styles.link}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {position && <span className={styles.position}>{t(`board.position_${position}`)}</span>}
      </th>
      <td className={styles.number}>{games}</td>
      <td className={styles.number}>{goals}</td>
    </tr>
  )
}
