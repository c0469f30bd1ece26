import { ButtonLink } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentRefusal } from '#schemas'
import styles from './payments.module.css'

/** Props of {@link PaymentNotice}. */
export interface PaymentNoticeProps {
  readonly refusal: PaymentRefusal
  /** Where something can be done about it. */
  readonly to: string | null
  readonly label: string
}

/** Why no payment can be made now, before anybody has filled in anything. */
export function PaymentNotice({ refusal, to, label }: PaymentNoticeProps) {
  const t = useText()
  return (
    <div className={styles.notice} role="status">
      <Icon name="info" />
      <p className={styles.text}>{t(refusal.key, { ...refusal.params })}</p>
      {to ? <ButtonLink to={to}>{label}</ButtonLink> : null}
    </div>
  )
}
