import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentOffer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { Panel } from '../page/office/OfficeParts.tsx'
import { MethodCards } from './MethodCards.tsx'
import { feeOfAmount, type PaymentPart } from './payment.selectors.ts'
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
  const { fault, value } = form
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
      {form.asked.map(({ by, field, name, value }) => (
        <FormInput
          key={name}
          id={`${id}-field-${name}`}
          label={form.isSplit ? `${t(by.nameKey)}: ${field.title ?? field.id}` : (field.title ?? field.id)}
          error={fault?.at === `field-${name}` ? fault.text : null}
          value={value}
          dir="ltr"
          maxLength={FIELD_LENGTH}
          onChange={(text) => form.setField(name, text)}
        />
      ))}
      {extra}
      {value === null ? null : <Outcome parts={form.parts} value={value} exponent={exponent} write={write} />}
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
  readonly parts: readonly PaymentPart[]
  readonly value: number
  readonly exponent: number
  readonly write: (amount: number) => string
}

/** What the amount comes to when it costs something. */
function Outcome({ parts, value, exponent, write }: OutcomeProps) {
  const t = useText()
  const fee = parts.reduce((sum, { method, amount }) => sum + feeOfAmount(method, amount, exponent), 0)
  if (fee === 0 || fee >= value) return null
  return (
    <p className={styles.outcome}>
      <span>{t('payment.fee_is', { fee: write(fee) })}</span>
      <strong>{t('payment.you_get', { amount: write(value - fee) })}</strong>
    </p>
  )
}
