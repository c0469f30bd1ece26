import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentOffer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { Panel } from '../page/office/OfficeParts.tsx'
import { MethodCards } from './MethodCards.tsx'
import { feeOfAmount } from './payment.selectors.ts'
import styles from './payments.module.css'
import type { PaymentForm as Form } from './use-payment-form.ts'

const AMOUNT_LENGTH = 20
const FIELD_LENGTH = 200

/** Props of {@link PaymentForm}. */
export interface PaymentFormProps {
  readonly form: Form
  readonly legend: string
  readonly methods: readonly PaymentOffer[]
  readonly currency: string
  readonly exponent: number
  /** Amounts that are one tap away, in currency units. */
  readonly quickAmounts: readonly number[]
  /** What the button says of an amount. */
  readonly submitLabel: (amount: string | null) => string
  /** What is said of the chosen method. */
  readonly note?: ReactNode
  /** What belongs to the amount. */
  readonly extra?: ReactNode
}

/** A payment: the method, the amount with some that are one tap away, what the method asks, and what it comes to (PAY-4, PAY-5). */
export function PaymentForm(props: PaymentFormProps) {
  const { form, legend, methods, currency, exponent, quickAmounts, submitLabel, note, extra } = props
  const app = useApp()
  const t = useText()
  const id = useId()
  const { method, fault, value } = form
  const [at, text] = [fault?.at, fault?.text]
  useEffect(() => {
    if (text !== undefined) document.getElementById(`${id}-${at}`)?.focus()
  }, [id, at, text])
  const write = (amount: number) => moneyText(app, amount, currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.isBusy) form.send()
  }
  return (
    <Panel as="form" className={styles.form} noValidate onSubmit={submit}>
      <MethodCards legend={legend} methods={methods} currency={currency} chosen={form.chosen} onChoose={form.choose} />
      {note}
      <div className={styles.amount}>
        <h2 className={styles.heading}>{t('payment.how_much')}</h2>
        {quickAmounts.length > 0 ? (
          <div className={styles.chips}>
            {quickAmounts.map((amount) => (
              <Button key={amount} size="small" onClick={() => form.setAmount(amount.toFixed(exponent))}>
                {write(amount)}
              </Button>
            ))}
          </div>
        ) : null}
        <FormInput
          id={`${id}-amount`}
          label={t('payment.amount', { currency })}
          error={fault?.at === 'amount' ? fault.text : null}
          value={form.amount}
          inputMode="decimal"
          dir="ltr"
          maxLength={AMOUNT_LENGTH}
          onChange={form.setAmount}
        />
      </div>
      {method?.fields.map((field) => (
        <FormInput
          key={`${method.id} ${field.id}`}
          id={`${id}-field-${field.id}`}
          label={field.title ?? field.id}
          error={fault?.at === `field-${field.id}` ? fault.text : null}
          value={form.fields[field.id] ?? ''}
          dir="ltr"
          maxLength={FIELD_LENGTH}
          onChange={(text) => form.setField(field.id, text)}
        />
      ))}
      {extra}
      {method && value !== null ? <Outcome method={method} value={value} exponent={exponent} write={write} /> : null}
      {fault?.at === 'form' ? (
        <p id={`${id}-form`} className={styles.fault} role="alert" tabIndex={-1}>
          {fault.text}
        </p>
      ) : null}
      <Button kind="primary" size="large" type="submit" isWide isBusy={form.isBusy}>
        {submitLabel(value === null ? null : write(value))}
      </Button>
    </Panel>
  )
}

interface OutcomeProps {
  readonly method: PaymentOffer
  readonly value: number
  readonly exponent: number
  readonly write: (amount: number) => string
}

/** What the amount comes to when it costs something. */
function Outcome({ method, value, exponent, write }: OutcomeProps) {
  const t = useText()
  const fee = feeOfAmount(method, value, exponent)
  if (fee === 0 || fee >= value) return null
  return (
    <p className={styles.outcome}>
      <span>{t('payment.fee_is', { fee: write(fee) })}</span>
      <strong>{t('payment.you_get', { amount: write(value - fee) })}</strong>
    </p>
  )
}
