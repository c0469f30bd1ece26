import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportedState } from '#machines/payments/payment-life.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { ProviderEvent } from './payment-provider.ts'
import { createCashier } from './payments.test-support.ts'

/** What a payment of 50.00 has moved, and where it stands, by the shortest account of it that there is. */
interface Model {
  state: string
  cash: number
  pending: number
  /** A return was reported before its money. */
  isEarly: boolean
}

const OVER_DEPOSIT = new Set(['failed', 'cancelled'])

function reportDeposit(model: Model, state: ReportedState): void {
  moveDeposit(model, state)
  const isReturned = model.state === 'succeeded' && (state === 'reversed' || model.isEarly)
  if (isReturned) Object.assign(model, { state: 'disputed', cash: model.cash - 5000, isEarly: false })
}

function moveDeposit(model: Model, state: ReportedState): void {
  const isOpen = ['created', 'processing', 'unknown'].includes(model.state)
  if (state === 'succeeded') {
    if (OVER_DEPOSIT.has(model.state)) model.state = 'review'
    else if (isOpen || model.state === 'expired') Object.assign(model, { state: 'succeeded', cash: model.cash + 5000 })
  } else if (state === 'reversed') {
    if (isOpen || model.state === 'expired') model.isEarly = true
  } else if (isOpen && ['failed', 'cancelled', 'expired'].includes(state)) model.state = state
  else if (isOpen && state === 'unknown' && model.state !== 'unknown') model.state = 'unknown'
  else if (state === 'processing' && isOpen) model.state = 'processing'
}

function reportWithdrawal(model: Model, state: ReportedState): void {
  const isOpen = ['sent', 'unknown'].includes(model.state)
  if (state === 'succeeded') {
    if (isOpen) Object.assign(model, { state: 'paid', pending: 0 })
    else if (model.state === 'failed') model.state = 'review'
  } else if (state === 'reversed' && (isOpen || model.state === 'paid'))
    Object.assign(model, { state: 'reversed', cash: 5000, pending: 0 })
  else if (isOpen && ['failed', 'cancelled', 'expired'].includes(state))
    Object.assign(model, { state: 'failed', cash: 5000, pending: 0 })
  else if (state === 'unknown' && model.state === 'sent') model.state = 'unknown'
  else if (state === 'processing' && model.state === 'unknown') model.state = 'sent'
}

const reported = fc.constantFrom<ReportedState>(
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'unknown',
  'reversed',
)

await describeOnQuickestEngine('events of a payment in any order', (database) => {
  for (const direction of ['deposit', 'withdrawal'] as const)
    test(`PAY-10: a ${direction} comes to what a model says, whatever order and however often it is reported`, async () => {
      const cashier = createCashier(database().db, `any-${direction}`)
      cashier.sections.payments = {
        ...cashier.sections.payments,
        approval: { ...cashier.sections.payments.approval, velocityCount: 0, velocityMinor: 0 },
      }
      let count = 0
      await fc.assert(
        fc.asyncProperty(fc.array(reported, { maxLength: 8 }), async (states) => {
          const player = await cashier.newPlayer(direction === 'deposit' ? 0 : 5000)
          const payment = await cashier.begin(player, direction)
          const model: Model =
            direction === 'deposit'
              ? { state: 'created', cash: 0, pending: 0, isEarly: false }
              : { state: 'sent', cash: 0, pending: 5000, isEarly: false }
          const events = states.map(
            (state): ProviderEvent => ({
              ...{
                eventId: `e${++count}`,
                at: cashier.now(),
                reference: payment.reference ?? '',
                state,
                rawState: state,
              },
              ...(state === 'reversed' ? { partReference: 'return' } : {}),
            }),
          )
          // Each is sent twice, one batch after the other.
          for (const event of events) await cashier.webhook([event, event])
          const report = direction === 'deposit' ? reportDeposit : reportWithdrawal
          for (const state of states) report(model, state)
          expect(await cashier.balances(player)).toMatchObject({ cash: model.cash, pending: model.pending })
          expect(await cashier.read(payment.payment_id)).toMatchObject({ state: model.state })
        }),
        { numRuns: 100 },
      )
      expect(await cashier.breaks()).toEqual([])
    }, 60_000)
})
