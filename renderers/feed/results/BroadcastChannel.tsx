import type { ReactNode } from 'react'
import type { Broadcast } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import styles from './Broadcasts.module.css'

/** Props of {@link BroadcastChannel}. */
export interface BroadcastChannelProps {
  readonly broadcast: Broadcast
  /** When it begins, as the visitor reads it; empty when it begins with the game. */
  readonly start: string
}

/** The way to the page of a channel, which opens beside ours. */
export function BroadcastChannel({ broadcast, start }: BroadcastChannelProps) {
  const t = useText()
  return (
    <a className={styles.channel} href={broadcast.pageUrl} target="_blank" rel="noopener noreferrer">
      <ChannelWords broadcast={broadcast} start={start} />
      <span className="visually-hidden">{t('broadcast.open')}</span>
      <Icon name="external" size={16} />
    </a>
  )
}

/** The name of a channel, when it begins and what is spoken. */
export function ChannelWords({ broadcast, start }: BroadcastChannelProps): ReactNode {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language, 'en'], { type: 'language' })
  const spoken = (broadcast.languages ?? []).map((code) => names.of(code) ?? code)
  const more = [start, spoken.join(', ')].filter(Boolean).join(' · ')
  return (
    <span className={styles.words}>
      <bdi>{broadcast.channel}</bdi>
      {more && <span className={styles.more}>{more}</span>}
    </span>
  )
}
