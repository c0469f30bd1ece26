import type { BroadcastGame } from '#schemas'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { GameTime } from '../game/GameTime.tsx'
import { BroadcastChannel, ChannelWords } from './BroadcastChannel.tsx'
import styles from './Broadcasts.module.css'

/** Games under one heading. */
export interface BroadcastGroup {
  readonly id: 'live' | 'today' | 'tomorrow'
  readonly items: readonly BroadcastGame[]
}

/** Props of {@link BroadcastList}. */
export interface BroadcastListProps {
  readonly groups: readonly BroadcastGroup[]
  readonly pathOf: (game: BroadcastGame['game']) => string
  readonly timeOf: (game: BroadcastGame['game']) => { readonly day: string; readonly time: string }
  /** When a broadcast begins, as the visitor reads it; empty when it begins with the game. */
  readonly startOf: (broadcast: BroadcastGame['broadcasts'][number]) => string
}

/** Games that can be watched, those that are played first, each with its channels. */
export function BroadcastList({ groups, pathOf, timeOf, startOf }: BroadcastListProps) {
  const t = useText()
  const Link = useLink()
  return groups.map(({ id, items }) => (
    <section key={id} className={styles.group} aria-label={t(`broadcast.${id}`)}>
      <h2 className={styles.title} data-live={id === 'live' || undefined}>
        {t(`broadcast.${id}`)}
      </h2>
      <ul className={styles.games}>
        {items.map(({ game, broadcasts }) => (
          <li key={game.gameId} className={styles.game}>
            <Link to={pathOf(game)} className={styles.names}>
              <GameTime game={game} start={timeOf(game)} showsGameId={false} />
              {game.participants.map(({ participantId, name }, place) => (
                <span key={participantId} className={styles.side}>
                  <bdi>{name}</bdi>
                  {game.score && (
                    <span className={styles.score}>{place === 0 ? game.score.home : game.score.away}</span>
                  )}
                </span>
              ))}
              <bdi className={styles.more}>{game.champName}</bdi>
            </Link>
            <ul className={styles.channels}>
              {broadcasts.map((broadcast) => (
                <li key={broadcast.channel} className={styles.entry}>
                  {broadcast.pageUrl === undefined ? (
                    <Link to={pathOf(game)} className={styles.channel}>
                      <span className="visually-hidden">{t('broadcast.watch')}</span>
                      <ChannelWords broadcast={broadcast} start={startOf(broadcast)} />
                    </Link>
                  ) : (
                    <BroadcastChannel broadcast={broadcast} start={startOf(broadcast)} />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  ))
}
