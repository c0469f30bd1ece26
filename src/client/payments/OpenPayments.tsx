import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { cancelWithdrawal } from '#calls/payments.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { shellPort } from '../page/shell-port.ts'
import { PaymentRow } from './PaymentRow.tsx'
import styles from './payments.module.css'

/** Payments that are under way, with the way to take back what can be taken back (PAY-9, PAY-13). */
export function OpenPayments({ payments }: { readonly payments: readonly PaymentCard[] }) {
  const t = useText()
  return (
    <section className={styles.list} aria-label={t('payment.requests')}>
      <h2 className={styles.heading}>{t('payment.requests')}</h2>
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <PaymentRow payment={payment} actions={<OpenActions payment={payment} />} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenActions({ payment }: { readonly payment: PaymentCard }) {
  const { call } = useApp()
  const t = useText()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const { id, redirectUrl, isCancelAllowed } = payment

  async function cancel(): Promise<void> {
    setBusy(true)
    try {
      await call(cancelWithdrawal, { body: { paymentId: id } })
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'payments', kind: 'error', text: code, params })
    } finally {
      setBusy(false)
      await revalidate()
    }
  }

  if (redirectUrl)
    return (
      <a className={styles.pay} href={redirectUrl}>
        {t('payment.deposit_pay')}
      </a>
    )
  if (!isCancelAllowed) return null
  return (
    <Button size="small" isBusy={isBusy} onClick={() => void cancel()}>
      {t('payment.cancel')}
    </Button>
  )
}
