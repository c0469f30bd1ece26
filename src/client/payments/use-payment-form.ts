import { useState } from 'react'
import { startDeposit, startWithdrawal } from '#calls/payments.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard, PaymentOffer, PaymentWay } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { typedMoney } from '../page/money-text.ts'
import { createRequestKeys, guidOf } from '../page/request-keys.ts'

/** What is wrong with a payment: at its amount, at a field, or as a whole. */
export interface PaymentFault {
  readonly at: 'amount' | 'form' | `field-${string}`
  readonly text: string
}

const OF_AMOUNT: ReadonlySet<string> = new Set([
  'payment.amount_invalid',
  'payment.below_minimum',
  'payment.above_maximum',
  'payment.fee_eats_amount',
  'balance.too_low',
])

/** Props of {@link usePaymentForm}. */
export interface PaymentFormInput {
  readonly direction: PaymentWay
  readonly currency: string
  readonly methods: readonly PaymentOffer[]
  /** What the amount begins with, as text. */
  readonly amount: string
  /** What happens to a payment that has begun. */
  readonly onBegun: (payment: PaymentCard) => void
  /** What is done before the payment is sent; when it fails, nothing is sent. */
  readonly before?: () => Promise<void>
}

/** A payment that is being filled in, and its sending: the same wish sent again is the same payment. */
export function usePaymentForm({ direction, currency, methods, amount: first, onBegun, before }: PaymentFormInput) {
  const app = useApp()
  const t = useText()
  const [keys] = useState(createRequestKeys)
  const [chosen, choose] = useState(methods[0]?.id ?? '')
  const [amount, setAmount] = useState(first)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<PaymentFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  const method = methods.find(({ id }) => id === chosen)

  async function send(): Promise<void> {
    const value = typedMoney(app, amount, currency)
    if (value === null || !method) return setFault({ at: 'amount', text: t('payment.amount_wrong') })
    const own = Object.fromEntries(method.fields.map(({ id }) => [id, (fields[id] ?? '').trim()]))
    const wish = { methodId: method.id, currency, amount: value, fields: own }
    setBusy(true)
    setFault(null)
    try {
      await before?.()
      const body = { ...wish, guid: guidOf(keys.keyOf(wish)) }
      const payment = await app.call(direction === 'deposit' ? startDeposit : startWithdrawal, { body })
      keys.forget()
      onBegun(payment)
    } catch (failure) {
      const { code, params } = readFailure(failure)
      const field = method.fields.find(({ id }) => code === 'payment.field_invalid' && id === params?.field)
      const backTo = methods.find(({ id }) => code === 'payment.closed_loop' && id === params?.method)
      const titles = { ...(field ? { field: field.title } : {}), ...(backTo ? { method: t(backTo.nameKey) } : {}) }
      const text = t(code, { ...params, ...titles })
      setFault({ at: field ? `field-${field.id}` : OF_AMOUNT.has(code) ? 'amount' : 'form', text })
    } finally {
      setBusy(false)
    }
  }

  return {
    ...{ chosen, choose, method, amount, fields, fault, isBusy, send },
    value: typedMoney(app, amount, currency),
    setAmount: (text: string) => {
      setAmount(text)
      setFault(null)
    },
    setField: (id: string, text: string) => {
      setFields((former) => ({ ...former, [id]: text }))
      setFault(null)
    },
  }
}

/** A payment that is being filled in. */
export type PaymentForm = ReturnType<typeof usePaymentForm>
