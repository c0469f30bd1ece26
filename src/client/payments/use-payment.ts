import { useEffect, useState } from 'react'
import { getBalance } from '#calls/money.calls.ts'
import { getPayment } from '#calls/payments.calls.ts'
import type { PaymentCard } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import { showActiveBalance } from '../page/show-active-balance.ts'
import { trackDeposit } from './deposit-fact.ts'
import { isUnderWay } from './payment.selectors.ts'

const FIRST_MS = 1000
const MOST_MS = 30_000

/** A payment as it stands: asked after while it is under way, ever more seldom; the balance on the page follows it. */
export function usePayment(loaded: PaymentCard): PaymentCard {
  const app = useApp()
  const { showBalance } = usePlayer()
  const [asked, setAsked] = useState({ of: loaded, payment: loaded, waitMs: FIRST_MS })
  const { payment, waitMs } = asked.of === loaded ? asked : { payment: loaded, waitMs: FIRST_MS }
  const { id, state } = payment

  useEffect(() => {
    if (!isUnderWay({ state })) return
    const timer = setTimeout(() => {
      const later = Math.min(waitMs * 1.5, MOST_MS)
      app.call(getPayment, { query: { payment_id: id } }).then(
        (now) => setAsked({ of: loaded, payment: now, waitMs: later }),
        // A call that has failed is made again: the payment itself is not in doubt.
        () => setAsked({ of: loaded, payment, waitMs: later }),
      )
    }, waitMs)
    return () => clearTimeout(timer)
  }, [app, id, state, waitMs, loaded, payment])

  useEffect(() => trackDeposit(payment), [payment])

  useEffect(() => {
    if (isUnderWay({ state })) return
    app.call(getBalance, {}).then(
      ({ accounts }) => showActiveBalance(app, accounts, showBalance),
      (error: unknown) => report('payment.balance_failed', { error: String(error) }),
    )
  }, [app, state, showBalance])
  return payment
}
