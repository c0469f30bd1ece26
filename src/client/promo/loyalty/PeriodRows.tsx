import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyAnswer, LoyaltyPeriodShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import styles from './loyalty.module.css'
import { cashbackText, minorText } from './loyalty-text.ts'

const KINDS: Readonly<Record<LoyaltyPeriodShown['state'], BadgeKind>> = {
  open: 'info',
  paid: 'positive',
  nothing: 'neutral',
  waiting: 'warning',
}

/** The periods that are over, with what was paid for each. */
export function PeriodRows({ loyalty }: { readonly loyalty: LoyaltyAnswer }) {
  const t = useText()
  const { periods } = loyalty
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('loyalty.history')}</h2>
      {periods.length === 0 ? (
        <EmptyState icon="cashback" title={t('loyalty.history_none')} text={t('loyalty.history_none_text')} />
      ) : (
        <ul className={styles.rows}>
          {periods.map((period) => (
            <li key={period.number}>
              <PeriodRow period={period} loyalty={loyalty} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PeriodRow({ period, loyalty }: { readonly period: LoyaltyPeriodShown; readonly loyalty: LoyaltyAnswer }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { tier, from, until, state, stakeMinor, lossMinor, dueMinor, paidMinor, paidCurrency, paidExponent } = period
  const amount = (minor: number) => minorText(app, minor, loyalty)
  const paid =
    paidMinor === undefined || paidCurrency === undefined
      ? amount(dueMinor)
      : minorText(app, paidMinor, { currency: paidCurrency, exponent: paidExponent ?? 2 })
  return (
    <article className={styles.row}>
      <div>
        <h3 className={styles.name}>
          <time dateTime={from}>{write(from)}</time> – <time dateTime={until}>{write(until)}</time>
        </h3>
        <p className={styles.facts}>
          <span>{t(`loyalty.tier_${tier}`)}</span>
          <span>{cashbackText(app, t, period)}</span>
          <span>
            {t('loyalty.staked')} {amount(stakeMinor)}
          </span>
          <span>
            {t(lossMinor < 0 ? 'loyalty.won' : 'loyalty.lost')} {amount(Math.abs(lossMinor))}
          </span>
        </p>
      </div>
      <p className={styles.sum}>
        <span>{paid}</span>
        <Badge kind={KINDS[state]}>{t(`loyalty.state_${state}`)}</Badge>
      </p>
    </article>
  )
}
