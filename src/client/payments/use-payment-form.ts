import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { startDeposit, startWithdrawal } from '#calls/payments.calls.ts'
import type { Failure } from '#machines/shell/failure.rules.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard, PaymentOffer, PaymentWay, PaymentWish } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { typedMoney } from '../page/money-text.ts'
import { createRequestKeys, guidOf } from '../page/request-keys.ts'
import { type PaymentPart, withdrawalParts } from './payment.selectors.ts'
import { paymentMachineOf } from './payment-machine.ts'

type Translate = ReturnType<typeof useText>

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
  readonly exponent: number
  readonly methods: readonly PaymentOffer[]
  /** What the amount begins with, as text. */
  readonly amount: string
  /** What happens to a payment that has begun. */
  readonly onBegun: (payment: PaymentCard) => void
  /** What is done before the payment is sent; when it fails, nothing is sent. */
  readonly before?: () => Promise<void>
}

/** What a method asks for, as it was filled in; what was typed is kept by method and field. */
function ownFields(method: PaymentOffer | undefined, fields: Readonly<Record<string, string>>) {
  return Object.fromEntries((method?.fields ?? []).map(({ id }) => [id, (fields[`${method?.id}-${id}`] ?? '').trim()]))
}

/** The parts of a withdrawal as they are sent. */
function sentParts(parts: readonly PaymentPart[], fields: Readonly<Record<string, string>>) {
  return parts.map(({ method, amount }) => ({ methodId: method.id, amount, fields: ownFields(method, fields) }))
}

/** What methods ask for, each field with its name in the form and what was typed. */
function askedFields(methods: readonly PaymentOffer[], fields: Readonly<Record<string, string>>) {
  return methods.flatMap((by) =>
    by.fields.map((field) => {
      const name = `${by.id}-${field.id}`
      return { by, field, name, value: fields[name] ?? '' }
    }),
  )
}

/** A payment that is being filled in, and its sending by its machine: the same wish sent again is the same payment. */
export function usePaymentForm(input: PaymentFormInput) {
  const { direction, currency, exponent, methods, amount: first, onBegun, before } = input
  const app = useApp()
  const t = useText()
  const [chosen, choose] = useState(methods[0]?.id ?? '')
  const [amount, setAmount] = useState(first)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isAmountWrong, setAmountWrong] = useState(false)
  const method = methods.find(({ id }) => id === chosen)
  const value = typedMoney(app, amount, currency)
  const parts: readonly PaymentPart[] =
    value === null || !method
      ? []
      : direction === 'deposit'
        ? [{ method, amount: value }]
        : withdrawalParts(methods, method.id, { amount: value, exponent })
  const isSplit = parts.length > 1 || (parts[0] !== undefined && parts[0].method !== method)
  const sent = isSplit ? { fields: {}, parts: sentParts(parts, fields) } : { fields: ownFields(method, fields) }
  // What the method asks for is in no wish: recordings keep that.
  const start = useLatest(async (wish: PaymentWish): Promise<PaymentCard> => {
    await before?.()
    return app.call(direction === 'deposit' ? startDeposit : startWithdrawal, {
      body: { ...wish, currency, ...sent },
    })
  })
  const begun = useLatest(onBegun)
  const [page] = useState(() => {
    const keys = createRequestKeys()
    const begin = async (wish: PaymentWish) => {
      const payment = await start(wish)
      keys.forget()
      begun(payment)
      return payment
    }
    return { keys, machine: paymentMachineOf(app, { onPayment: () => undefined, start: begin }) }
  })
  const actor = useActorRef(page.machine, { input: { payment: null } })
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const failure = useSelector(actor, ({ context }) => context.failure)

  function send(): void {
    if (value === null || !method) {
      setAmountWrong(true)
      return
    }
    const wish = { methodId: method.id, currency, amount: value, ...sent }
    const guid = guidOf(page.keys.keyOf(wish))
    actor.send({ type: 'payment.sent', wish: { guid, methodId: method.id, amount: value } })
  }
  const change = () => {
    setAmountWrong(false)
    actor.send({ type: 'form.changed' })
  }

  return {
    ...{ chosen, method, amount, isBusy, send, value, parts, isSplit },
    /** What is asked for, by each method that takes a part. */
    asked: askedFields(isSplit ? parts.map((part) => part.method) : method ? [method] : [], fields),
    fault: isAmountWrong
      ? ({ at: 'amount', text: t('payment.amount_wrong') } as const)
      : failure && faultOf(failure, { t, isSplit, methods, chosen }),
    choose: (id: string) => {
      choose(id)
      change()
    },
    setAmount: (text: string) => {
      setAmount(text)
      change()
    },
    setField: (name: string, text: string) => {
      setFields((former) => ({ ...former, [name]: text }))
      change()
    },
  }
}

interface FaultOf {
  readonly t: Translate
  readonly isSplit: boolean
  readonly methods: readonly PaymentOffer[]
  readonly chosen: string
}

/** What is said of a part instead, since the amount is not that of its method. */
const OF_PART: Readonly<Record<string, string>> = {
  'payment.below_minimum': 'payment.part_below_minimum',
  'payment.above_maximum': 'payment.part_above_maximum',
}

/** Where a refusal belongs, in words. */
function faultOf({ code, params }: Failure, { t, isSplit, methods, chosen }: FaultOf): PaymentFault {
  const method = methods.find(({ id }) => id === (params.method ?? chosen))
  const field = method?.fields.find(({ id }) => code === 'payment.field_invalid' && id === params.field)
  const titles = {
    ...(field?.title === undefined ? {} : { field: field.title }),
    ...(method ? { method: t(method.nameKey) } : {}),
  }
  const text = t((isSplit && OF_PART[code]) || code, { ...params, ...titles })
  return { at: field ? `field-${method?.id}-${field.id}` : OF_AMOUNT.has(code) ? 'amount' : 'form', text }
}

/** A payment that is being filled in. */
export type PaymentForm = ReturnType<typeof usePaymentForm>
