import { fromPromise } from 'xstate'
import { cancelWithdrawal, getPayment } from '#calls/payments.calls.ts'
import { paymentMachine } from '#machines/payments/payment.machine.ts'
import type { FollowedPayment, PaymentCard, PaymentWish } from '#schemas'
import type { App } from '../page/app-context.ts'

/** What a payment is for its machine. */
export function followedOf({ id, direction, state, isCancelAllowed, depositNumber }: PaymentCard): FollowedPayment {
  return { id, direction, state, isCancelAllowed, ...(depositNumber === undefined ? {} : { depositNumber }) }
}

/** What the machine of a payment needs of its page. */
export interface PaymentPage {
  /** Is given the payment whenever it was read. */
  readonly onPayment: (payment: PaymentCard) => void
  /** Sends what was filled in; absent where nothing is. */
  readonly start?: (wish: PaymentWish) => Promise<PaymentCard>
}

/** The machine of a payment with the calls of the page. */
export function paymentMachineOf({ call }: Pick<App, 'call'>, { onPayment, start }: PaymentPage) {
  const shown = (payment: PaymentCard): FollowedPayment => {
    onPayment(payment)
    return followedOf(payment)
  }
  return paymentMachine.provide({
    actors: {
      ...(start && {
        start: fromPromise<FollowedPayment, PaymentWish>(async ({ input }) => shown(await start(input))),
      }),
      read: fromPromise<FollowedPayment, { readonly id: number }>(async ({ input: { id } }) =>
        shown(await call(getPayment, { query: { payment_id: id } })),
      ),
      cancel: fromPromise<FollowedPayment, { readonly id: number }>(async ({ input: { id } }) =>
        shown(await call(cancelWithdrawal, { body: { paymentId: id } })),
      ),
    },
  })
}
