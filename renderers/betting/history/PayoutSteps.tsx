import type { PayoutStep } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import styles from './PayoutSteps.module.css'
import { legFigures, stepFigures } from './payout-steps.selectors.ts'

/** Props of {@link PayoutSteps}. */
export interface PayoutStepsProps {
  readonly steps: readonly PayoutStep[]
  /** What the outcomes are called, in the order of their steps; one without a name is a selection. */
  readonly legs: readonly string[]
  readonly look: CouponLook
}

/** Every factor, tax and rounding of a payout, in words and exact numbers (MATH-12); the last one is what is paid (BET-24). */
export function PayoutSteps({ steps, legs, look }: PayoutStepsProps) {
  const t = useText()
  const places = steps.map((_, place) => steps.slice(0, place).filter(({ step }) => step === 'leg').length)
  return (
    <ol className={styles.steps}>
      {steps.map((step, place) => {
        const leg = step.step === 'leg' ? legFigures(step, { look, t }) : null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps may be identical, only their position tells them apart
          <li key={place} className={styles.step} data-step={step.step}>
            <span>
              <bdi>{(leg && legs[places[place] ?? 0]) || t(`betting.step_${step.step}`)}</bdi>
              {leg?.result ? <small className={styles.result}>{leg.result}</small> : null}
            </span>
            <span className={styles.numbers} dir="ltr">
              {leg ? leg.figures : stepFigures(step, { look, t })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
