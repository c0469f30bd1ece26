import { useId } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentOffer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { feeText, timeText } from './payment.selectors.ts'
import styles from './payments.module.css'

/** Props of {@link MethodCards}. */
export interface MethodCardsProps {
  readonly legend: string
  readonly methods: readonly PaymentOffer[]
  readonly currency: string
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** The methods of payment, each with its bounds, fee and time, so that nothing of it is news later (PAY-7). */
export function MethodCards({ legend, methods, currency, chosen, onChoose }: MethodCardsProps) {
  const name = useId()
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.heading}>{legend}</legend>
      <div className={styles.cards}>
        {methods.map((method) => (
          <label key={method.id} className={styles.method}>
            <input
              type="radio"
              {...press('payment_method_chosen', method.id)}
              className="visually-hidden"
              name={name}
              value={method.id}
              checked={method.id === chosen}
              onChange={() => onChoose(method.id)}
            />
            <MethodFacts method={method} currency={currency} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function MethodFacts({ method, currency }: { readonly method: PaymentOffer; readonly currency: string }) {
  const app = useApp()
  const t = useText()
  const write = (value: number) => moneyText(app, value, currency)
  const fee = feeText(app, method, currency)
  const time = timeText(app, method.timeMs)
  return (
    <>
      <span className={styles.mark}>
        <Icon name={method.icon} size={24} />
      </span>
      <span className={styles.methodName}>{t(method.nameKey)}</span>
      <span className={styles.facts}>
        <span>{t('payment.range', { minimum: write(method.minimum), maximum: write(method.maximum) })}</span>
        <span>{fee === null ? t('payment.fee_free') : t('payment.fee_is', { fee })}</span>
        <span>{time === null ? t('payment.time_at_once') : t('payment.time', { time })}</span>
      </span>
    </>
  )
}
