import type { ReactNode } from 'react'
import { Badge } from '../Badge.tsx'
import { Card } from '../Card.tsx'
import { useText } from '../texts.tsx'
import styles from './WalletCard.module.css'

/** Props of {@link WalletCard}. */
export interface WalletCardProps {
  /** Name of the currency. */
  readonly name: string
  /** The balance as it is written; left out for points. */
  readonly amount?: string
  /** Points in place of a balance (ACC-29). */
  readonly points?: string
  /** Whether bets and payments use it. */
  readonly isActive?: boolean
  readonly isBonus?: boolean
  /** Money set aside for bets that are not accepted yet. */
  readonly reserved?: string
  /** Why something cannot be done with it now. */
  readonly note?: string | undefined
  /** Buttons that change it. */
  readonly actions?: ReactNode
}

/** A player's account in one currency with what it holds. */
export function WalletCard(props: WalletCardProps) {
  const { name, amount, points, isActive = false, isBonus = false, reserved, note, actions } = props
  const t = useText()
  return (
    <Card>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        {isActive && <Badge kind="accent">{t('wallet.active')}</Badge>}
        {isBonus && <Badge kind="info">{t('wallet.bonus')}</Badge>}
      </div>
      <p className={styles.balance}>
        <bdi>{points === undefined ? amount : t('wallet.points', { points })}</bdi>
      </p>
      {reserved && <p className={styles.note}>{t('wallet.unplaced', { amount: reserved })}</p>}
      {note && <p className={styles.note}>{note}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}
