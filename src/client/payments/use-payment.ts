import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { getBalance } from '#calls/money.calls.ts'
import type { Failure } from '#machines/shell/failure.rules.ts'
import { COUNTED_FACTS } from '#machines/site/events/event-facts.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { PaymentCard } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import { showActiveBalance } from '../page/show-active-balance.ts'
import { trackDeposit } from './deposit-fact.ts'
import { followedOf, paymentMachineOf } from './payment-machine.ts'

/** A payment on its page. */
export interface PaymentOnPage {
  readonly payment: PaymentCard
  readonly isBusy: boolean
  /** Why it was not taken back; null when nothing has failed. */
  readonly failure: Failure | null
  readonly cancel: () => void
}

/** A payment as it is now: asked after while it is under way, ever more seldom; the balance on the page follows it. The component has the id
 *  of the payment as its key: another payment is another machine. */
export function usePayment(loaded: PaymentCard): PaymentOnPage {
  const app = useApp()
  const { showBalance } = usePlayer()
  const [payment, setPayment] = useState(loaded)
  const [page] = useState(() => {
    let known = loaded
    const onPayment = (read: PaymentCard) => {
      known = read
      setPayment(read)
    }
    return { machine: paymentMachineOf(app, { onPayment }), known: () => known }
  })
  const actor = useActorRef(page.machine, { input: { payment: followedOf(loaded) } })
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const failure = useSelector(actor, ({ context }) => context.failure)
  const isResting = useSelector(actor, (state) => state.matches('resting'))
  const { state } = payment

  useEffect(() => {
    const show = () => {
      if (document.visibilityState === 'visible') actor.send({ type: 'page.shown' })
    }
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [actor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each state that it comes to may have moved money
  useEffect(() => {
    if (!isResting) return
    app.call(getBalance, {}).then(
      ({ accounts }) => showActiveBalance(app, accounts, showBalance),
      (error: unknown) => report('payment.balance_failed', { error: String(error) }),
    )
  }, [app, state, isResting, showBalance])

  // Before the machine starts: a deposit that has arrived by then is reported at once.
  useLayoutEffect(() => {
    const subscriptions = [
      actor.on('deposit.first', () => trackDeposit(page.known(), COUNTED_FACTS.firstDeposit)),
      actor.on('deposit.further', () => trackDeposit(page.known(), COUNTED_FACTS.furtherDeposit)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, page])

  return { payment, isBusy, failure, cancel: () => actor.send({ type: 'cancel.asked' }) }
}
