import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import styles from '../../page/office/office.module.css'
import { usePlayer } from '../../page/player.tsx'

/** Who is signed in, and the balance of the active account. */
export function PlayerCard() {
  const { site, visitor } = useApp()
  const t = useText()
  const { player } = usePlayer()
  if (!player) return null
  const { global } = site.config
  const currency = global.currencies[player.currency]
  const template = amountTemplate(global, player.currency)
  return (
    <div className={styles.player}>
      <span className={styles.face}>
        <Icon name="user" size={24} />
      </span>
      <p className={styles.number}>{t('office.account_number', { number: player.userId })}</p>
      {currency && (
        <p className={styles.balance}>
          <span className={styles.balanceLabel}>{t('office.balance')}</span>
          <bdi>{formatAmount(player.balanceMinor, currency, { ...visitor, template })}</bdi>
        </p>
      )}
    </div>
  )
}
