import { useState } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import type { BettingConfig, Broadcast } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import { BroadcastChannel, ChannelWords } from './BroadcastChannel.tsx'
import styles from './Broadcasts.module.css'

/** Props of {@link GameBroadcasts}. */
export interface GameBroadcastsProps {
  /** Those with a frame are of origins that the page's policy allows. */
  readonly broadcasts: readonly Broadcast[]
  /** When a broadcast begins, as the visitor reads it; empty when it begins with the game. */
  readonly startOf: (broadcast: Broadcast) => string
  /** How players are shown (LAYOUT-3): 0 not at all, 1 in a tab of their own, 2 in the page at once, 3 in the page once the visitor
   *  wants one. */
  readonly playerMode?: PlayerMode | undefined
}

type PlayerMode = BettingConfig['mediaPlayerMode']

const IN_TAB = 1
const AT_ONCE = 2
const ONCE_WANTED = 3

/** Where a game can be watched: links to channels, and players that are embedded in the page on request, unless the
 *  brand configures otherwise: a frame loads what another site sends. */
export function GameBroadcasts({ broadcasts, startOf, playerMode = ONCE_WANTED }: GameBroadcastsProps) {
  const t = useText()
  const isInPage = playerMode === AT_ONCE || playerMode === ONCE_WANTED
  const first = playerMode === AT_ONCE ? broadcasts.find(({ frameUrl }) => frameUrl !== undefined) : undefined
  const [watched, setWatched] = useState<string | null>(first?.channel ?? null)
  const shown = isInPage && broadcasts.find(({ channel, frameUrl }) => channel === watched && frameUrl !== undefined)
  const offered = broadcasts.filter(({ pageUrl }) => playerMode !== 0 || pageUrl !== undefined)
  if (offered.length === 0) return null
  return (
    <section className={styles.watch} aria-label={t('broadcast.where')}>
      <p className={styles.where}>
        <Icon name="monitor" size={16} />
        {t('broadcast.where')}
      </p>
      <ul className={styles.channels}>
        {offered.map((broadcast) => (
          <li key={broadcast.channel} className={styles.entry}>
            {isInPage && broadcast.frameUrl !== undefined && (
              <button
                type="button"
                className={styles.channel}
                {...press('broadcast_watched')}
                aria-pressed={watched === broadcast.channel}
                onClick={() => setWatched(watched === broadcast.channel ? null : broadcast.channel)}
              >
                <Icon name="play" size={16} />
                <span className="visually-hidden">{t('broadcast.watch')}</span>
                <ChannelWords broadcast={broadcast} start={startOf(broadcast)} />
              </button>
            )}
            {playerMode === IN_TAB && broadcast.frameUrl !== undefined && (
              <BroadcastChannel broadcast={{ ...broadcast, pageUrl: broadcast.frameUrl }} start={startOf(broadcast)} />
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
