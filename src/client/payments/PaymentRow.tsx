import type { ReactNode } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { useInstants } from '../page/instants.ts'
import { moneyText } from '../page/money-text.ts'
import { offeredPath } from '../page/paths.ts'
import { movedAmount, stateTone } from './payment.selectors.ts'
import styles from './payments.module.css'

/** Props of {@link PaymentRow}. */
export interface PaymentRowProps {
  readonly payment: PaymentCard
  readonly actions?: ReactNode
}

/** A payment on one line: what, when, how much and where it stands; its number leads to the receipt. */
export function PaymentRow({ payment, actions }: PaymentRowProps) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const Link = useLink()
  const { id, direction, state, icon, methodNameKey, currency, fee, createdAt, reasonKey, note, partOf } = payment
  const receipt = offeredPath(app, 'office_paycheck')
  const sign = direction === 'deposit' ? '+' : '−'
  return (
    <article className={styles.row}>
      <span className={styles.mark}>
        <Icon name={icon} />
      </span>
      <div>
        <p className={styles.name}>
          {t(direction === 'deposit' ? 'payment.deposit' : 'payment.withdraw')} · {t(methodNameKey)}
        </p>
        <p className={styles.when}>
          <time dateTime={createdAt}>{write(createdAt)}</time>
          {receipt ? (
            <Link to={`${receipt}?payment=${id}`} {...press('payment_receipt_opened')}>
              {t('payment.number', { id: String(id) })}
            </Link>
          ) : (
            <span>{t('payment.number', { id: String(id) })}</span>
          )}
        </p>
        {partOf ? <p className={styles.when}>{t('payment.part_of', { id: String(partOf) })}</p> : null}
        {reasonKey ? <p className={styles.when}>{t(reasonKey)}</p> : null}
        {note ? <p className={styles.when}>{note}</p> : null}
      </div>
      <div className={styles.worth}>
        <p className={styles.sum} data-direction={direction}>
          <bdi>
            {sign}
            {moneyText(app, movedAmount(payment), currency)}
          </bdi>
        </p>
        {fee > 0 ? <p className={styles.when}>{t('payment.fee_is', { fee: moneyText(app, fee, currency) })}</p> : null}
        <Badge kind={stateTone(state)}>{t(`payment.state_${state}`)}</Badge>
      </div>
      {actions ? <div className={styles.rowActions}>{actions}</div> : null}
    </article>
  )
}
