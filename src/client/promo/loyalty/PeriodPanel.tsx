import { useId } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './loyalty.module.css'
import { cashbackText, minorText } from './loyalty-text.ts'

/** The period that runs: what it comes to so far, before it is paid (PROMO-22). */
export function PeriodPanel({ loyalty }: { readonly loyalty: LoyaltyAnswer }) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const write = useInstants()
  const { current, owedMinor } = loyalty
  const amount = (minor: number) => minorText(app, minor, loyalty)
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('loyalty.period_now')}
      </h2>
      {current ? (
        <>
          <dl className={styles.figures}>
            <div data-main>
              <dt>{t('loyalty.expected')}</dt>
              <dd>{amount(current.dueMinor)}</dd>
            </div>
            <div>
              <dt>{t('loyalty.staked')}</dt>
              <dd>{amount(current.stakeMinor)}</dd>
            </div>
            <div>
              <dt>{t(current.lossMinor < 0 ? 'loyalty.won' : 'loyalty.lost')}</dt>
              <dd>{amount(Math.abs(current.lossMinor))}</dd>
            </div>
          </dl>
          <p className={styles.facts}>
            <span>{t(`loyalty.tier_${current.tier}`)}</span>
            <span>{cashbackText(app, t, current)}</span>
            <time dateTime={current.until}>{t('loyalty.period_until', { until: write(current.until) })}</time>
          </p>
        </>
      ) : (
        <p className={styles.text}>{t('loyalty.period_none')}</p>
      )}
      {owedMinor > 0 ? <p className={styles.hint}>{t('loyalty.owed', { amount: amount(owedMinor) })}</p> : null}
    </Panel>
  )
}
