import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { feeOfAmount, type PaymentPart } from './payment.selectors.ts'
import styles from './payments.module.css'

/** Props of {@link WithdrawalParts}. */
export interface WithdrawalPartsProps {
  readonly parts: readonly PaymentPart[]
  readonly currency: string
  readonly exponent: number
}

/** How much of a withdrawal goes by which method, and why: what came by a method of a closed loop goes back by it first (PAY-8). */
export function WithdrawalParts({ parts, currency, exponent }: WithdrawalPartsProps) {
  const app = useApp()
  const t = useText()
  const write = (amount: number) => moneyText(app, amount, currency)
  return (
    <section className={styles.list} aria-label={t('payment.parts')}>
      <h2 className={styles.heading}>{t('payment.parts')}</h2>
      <p className={styles.when}>{t('payment.parts_text')}</p>
      <ul className={styles.rows}>
        {parts.map(({ method, amount }) => {
          const fee = feeOfAmount(method, amount, exponent)
          const { openLoop = 0 } = method
          return (
            <li key={method.id} className={styles.row}>
              <span className={styles.mark}>
                <Icon name={method.icon} />
              </span>
              <div>
                <p className={styles.name}>{t(method.nameKey)}</p>
                <p className={styles.when}>
                  {openLoop > 0 ? t('payment.part_goes_back', { amount: write(openLoop) }) : t('payment.part_rest')}
                </p>
              </div>
              <div className={styles.worth}>
                <p className={styles.sum}>
                  <bdi>{write(amount)}</bdi>
                </p>
                {fee > 0 ? <p className={styles.when}>{t('payment.fee_is', { fee: write(fee) })}</p> : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
