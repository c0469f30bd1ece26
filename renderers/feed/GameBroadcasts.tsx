import { useState } from 'react'
import type { Broadcast } from '#schemas'
import { Icon } from '../site/Icon.tsx'
import { useText } from '../site/texts.tsx'
import { BroadcastChannel, ChannelWords } from './BroadcastChannel.tsx'
import styles from './Broadcasts.module.css'

/** Props of {@link GameBroadcasts}. */
export interface GameBroadcastsProps {
  /** Those with a frame are of origins that the page's policy allows. */
  readonly broadcasts: readonly Broadcast[]
  /** When a broadcast begins, as the visitor reads it; empty when it begins with the game. */
  readonly startOf: (broadcast: Broadcast) => string
}

/** Where a game can be watched: links to channels, and players that stand in the page once they are wanted, not before: a frame loads
 *  what another site sends. */
export function GameBroadcasts({ broadcasts, startOf }: GameBroadcastsProps) {
  const t = useText()
  const [watched, setWatched] = useState<string | null>(null)
  const shown = broadcasts.find(({ channel, frameUrl }) => channel === watched && frameUrl !== undefined)
  return (
    <section className={styles.watch} aria-label={t('broadcast.where')}>
      <p className={styles.where}>
        <Icon name="monitor" size={16} />
        {t('broadcast.where')}
      </p>
      <ul className={styles.channels}>
        {broadcasts.map((broadcast) => (
          <li key={broadcast.channel} className={styles.entry}>
            {broadcast.frameUrl !== undefined && (
              <button
                type="button"
                className={styles.channel}
                aria-pressed={watched === broadcast.channel}
                onClick={() => setWatched(watched === broadcast.channel ? null : broadcast.channel)}
              >
                <Icon name="play" size={16} />
                <span className="visually-hidden">{t('broadcast.watch')}</span>
                <ChannelWords broadcast={broadcast} start={startOf(broadcast)} />
              </button>
            )}
            {broadcast.pageUrl !== undefined && <BroadcastChannel broadcast={broadcast} start={startOf(broadcast)} />}
          </li>
        ))}
      </ul>
      {shown && (
        <iframe
          key={shown.frameUrl}
          className={styles.screen}
          title={t('broadcast.frame', { channel: shown.channel })}
          src={shown.frameUrl}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin"
        />
      )}
    </section>
  )
}
