import type { ReactNode } from 'react'
import { isFollowed } from '#machines/payments/payment.machine.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { Panel } from '../page/office/OfficeParts.tsx'
import { offeredPath } from '../page/paths.ts'
import { movedAmount, stateTone } from './payment.selectors.ts'
import styles from './payments.module.css'
import { usePayment } from './use-payment.ts'

/** Props of {@link PaymentResult}. */
export interface PaymentResultProps {
  readonly payment: PaymentCard
  /** What is done next. */
  readonly actions: (payment: PaymentCard) => ReactNode
}

/** What has happened to a payment, followed while it is under way; its player need not reload anything. */
export function PaymentResult(props: PaymentResultProps) {
  return <Followed key={props.payment.id} {...props} />
}

function Followed({ payment: loaded, actions }: PaymentResultProps) {
  const app = useApp()
  const t = useText()
  const { payment } = usePayment(loaded)
  const { id, state, currency, reasonKey, note, partOf, methodNameKey } = payment
  const receipt = offeredPath(app, 'office_paycheck')
  const isDone = state === 'succeeded' || state === 'paid'
  return (
    <Panel className={styles.result} aria-live="polite" data-state={stateTone(state)}>
      <span className={styles.sign}>
        <Icon name={isDone ? 'success' : isFollowed(payment) ? 'pending' : 'info'} size={32} />
      </span>
      <p className={styles.total}>{moneyText(app, movedAmount(payment), currency)}</p>
      <Badge kind={stateTone(state)}>{t(`payment.state_${state}`)}</Badge>
      {partOf ? (
        <p className={styles.text}>{t('payment.part_by', { method: t(methodNameKey), id: String(partOf) })}</p>
      ) : null}
      {textsOf(payment).map((key) => (
        <p key={key} className={styles.text}>
          {t(key, { amount: moneyText(app, movedAmount(payment) - payment.fee, currency) })}
        </p>
      ))}
      {reasonKey ? <p className={styles.text}>{t(reasonKey)}</p> : null}
      {note ? <p className={styles.text}>{note}</p> : null}
      <div className={styles.actions}>
        {payment.redirectUrl && isFollowed(payment) ? (
          <a className={styles.pay} href={payment.redirectUrl}>
            {t('payment.deposit_pay')}
          </a>
        ) : null}
        {actions(payment)}
        {receipt ? (
          <ButtonLink kind="plain" icon="receipt" to={`${receipt}?payment=${id}`}>
            {t('payment.receipt')}
          </ButtonLink>
        ) : null}
      </div>
    </Panel>
  )
}

function textsOf({ direction, state }: PaymentCard): string[] {
  if (direction === 'deposit') return state === 'succeeded' ? ['payment.deposit_done'] : []
  if (state === 'waiting') return ['payment.withdraw_waiting']
  return ['approved', 'sent'].includes(state) ? ['payment.withdraw_done'] : []
}
