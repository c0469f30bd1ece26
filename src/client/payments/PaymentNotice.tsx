import { ButtonLink } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentRefusal } from '#schemas'
import styles from './payments.module.css'

/** Props of {@link PaymentNotice}. */
export interface PaymentNoticeProps {
  /** What there is to say; the texts of the site have it. */
  readonly message: PaymentRefusal
  /** Where something can be done about it. */
  readonly to: string | null
  readonly label: string
}

/** What a player has to know, or do, before they fill anything in. */
export function PaymentNotice({ message, to, label }: PaymentNoticeProps) {
  const t = useText()
  return (
    <div className={styles.notice} role="status">
      <Icon name="info" />
      <p className={styles.text}>{t(message.key, { ...message.params })}</p>
      {to ? <ButtonLink to={to}>{label}</ButtonLink> : null}
    </div>
  )
}
