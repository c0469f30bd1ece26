import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { PlayerGame } from '#schemas'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { PlayerActions } from './PlayerActions.tsx'
import styles from './PlayerGames.module.css'

/** Props of {@link PlayerGames}. */
export interface PlayerGamesProps {
  /** The latest first. */
  readonly games: readonly PlayerGame[]
  readonly pathOf: (game: PlayerGame) => string
  readonly startOf: (game: Pick<PlayerGame, 'startsAt' | 'hasStartTime'>) => {
    readonly day: string
    readonly time: string
  }
}

/** The games in whose line-ups a player stands: how they ended or stand, and what the player did in them. */
export function PlayerGames({ games, pathOf, startOf }: PlayerGamesProps) {
  const t = useText()
  const Link = useLink()
  return (
    <ul className={styles.games}>
      {games.map((game) => {
        const { day, time } = startOf(game)
        const { score, participants, champName, side } = game
        return (
          <li key={game.gameId} className={styles.game}>
            <span className={styles.start}>
              <span>{day || t('board.today')}</span>
              {game.hasStartTime && <span>{time}</span>}
            </span>
            <span className={styles.what}>
              <Link to={pathOf(game)} className={styles.names}>
                {participants.map(({ participantId, name }, place) => (
                  <bdi key={participantId} data-own={(place === 0) === (side === 'home') || undefined}>
                    {name}
                  </bdi>
                ))}
              </Link>
              <bdi className={styles.champ}>{champName}</bdi>
            </span>
            <span className={styles.score}>
              {score ? (
                <>
                  <span>{score.home}</span>
                  <span>{score.away}</span>
                </>
              ) : (
                <span>–</span>
              )}
            </span>
            <span className={styles.did}>
              <span className={styles.part}>{t(partText(game))}</span>
              <PlayerActions actions={game.events} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** What part a player has in a game, before it or after it. */
function partText({ status, isConfirmed, isStarting, events, score }: PlayerGame): string {
  const hasBegun = score !== undefined || status === MARKET_STATUS.SETTLED
  if (!isStarting) return events.some(({ kind }) => kind === 'came_on') ? 'player.came_on' : 'player.bench'
  if (hasBegun) return 'player.started'
  return isConfirmed ? 'player.starting' : 'player.starting_expected'
}
