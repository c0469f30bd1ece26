import { Link, useParams } from 'react-router'
import type { DeskPlayerCard } from '#schemas'
import { say } from '../app/studio-texts.ts'
import styles from './PlayerHead.module.css'
import { PlayerState } from './PlayerState.tsx'

/** Who an item is about, with the way to the player's page. */
export function PlayerHead({ card, isLink = true }: { readonly card: DeskPlayerCard; readonly isLink?: boolean }) {
  const { brand = '' } = useParams()
  const { accountId, name, email, phone, country, state } = card
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h2 className={styles.name}>{name ?? say('desk.player_number', { number: accountId })}</h2>
        {name && <code className={styles.number}>{accountId}</code>}
        <PlayerState state={state} />
        {isLink && (
          <Link to={`/brands/${brand}/desk?list=players&text=${accountId}&item=${accountId}`} className={styles.link}>
            {say('desk.to_player')}
          </Link>
        )}
      </div>
      <p className={styles.facts}>{[email, phone, country?.toUpperCase()].filter(Boolean).join(' · ')}</p>
    </header>
  )
}
