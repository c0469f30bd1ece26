import type { PayoutStep } from '#schemas'
import { useText } from '../site/texts.tsx'
import styles from './PayoutSteps.module.css'

/** Steps whose numbers say enough by themselves. */
const PLAIN_STEPS: readonly PayoutStep['step'][] = ['leg', 'payout', 'refund']

/** Every factor, tax and rounding of a payout, in words and exact numbers (MATH-12). */
export function PayoutSteps({ steps }: { readonly steps: readonly PayoutStep[] }) {
  const t = useText()
  return (
    <ol className={styles.steps}>
      {steps.map(({ step, expression, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps may be alike, and are told by their place
        <li key={place} className={styles.step}>
          <span>{t(`betting.step_${step}`)}</span>
          <span className={styles.numbers} dir="ltr">
            {PLAIN_STEPS.includes(step) || expression === value ? value : `${expression} = ${value}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
