import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard } from '#schemas'
import { shellPort } from '../page/shell-port.ts'
import { PaymentRow } from './PaymentRow.tsx'
import styles from './payments.module.css'
import { type PaymentOnPage, usePayment } from './use-payment.ts'

/** Payments that are under way, with the way to take back what can be taken back (PAY-9, PAY-13). */
export function OpenPayments({ payments }: { readonly payments: readonly PaymentCard[] }) {
  const t = useText()
  return (
    <section className={styles.list} aria-label={t('payment.requests')}>
      <h2 className={styles.heading}>{t('payment.requests')}</h2>
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <OpenPayment payment={payment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A payment that is under way, followed: it is taken back, or what it has become meanwhile is shown. */
function OpenPayment({ payment: loaded }: { readonly payment: PaymentCard }) {
  const { payment, isBusy, failure, cancel } = usePayment(loaded)
  const { revalidate } = useRevalidator()
  const isCancelled = payment.state === 'cancelled'
  useEffect(() => {
    if (failure) shellPort.notify({ id: 'payments', kind: 'error', text: failure.code, params: failure.params })
  }, [failure])
  // What can be withdrawn is more now.
  useEffect(() => {
    if (isCancelled) void revalidate()
  }, [isCancelled, revalidate])
  return <PaymentRow payment={payment} actions={<OpenActions {...{ payment, isBusy, cancel }} />} />
}

type OpenActionsProps = Pick<PaymentOnPage, 'payment' | 'isBusy' | 'cancel'>

function OpenActions({ payment: { redirectUrl, isCancelAllowed }, isBusy, cancel }: OpenActionsProps) {
  const t = useText()
  if (redirectUrl)
    return (
      <a className={styles.pay} href={redirectUrl}>
        {t('payment.deposit_pay')}
      </a>
    )
  if (!isCancelAllowed) return null
  return (
    <Button size="small" isBusy={isBusy} onClick={cancel}>
      {t('payment.cancel')}
    </Button>
  )
}
