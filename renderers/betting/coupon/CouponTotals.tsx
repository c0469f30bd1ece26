import { useEffect, useState } from 'react'
import { couponExplanation, type CouponTotals as Totals } from '#machines/betting/coupon/coupon-bets.rules.ts'
import { type CouponWarning, couponWarnings } from '#machines/betting/coupon/coupon-problems.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import { PayoutSteps } from '../history/PayoutSteps.tsx'
import { AmountLine } from './AmountLine.tsx'
import styles from './CouponTotals.module.css'
import { type CouponLook, totalOdds } from './coupon.selectors.ts'

/** How long a total has to stay the same before it is announced, ms: while prices move it would be announced again and
 *  again. */
const AT_REST_MS = 1000

/** Props of {@link CouponTotals}. */
export interface CouponTotalsProps {
  readonly state: Pick<CouponState, 'coupon' | 'terms'>
  /** Null as long as the bet cannot be computed. */
  readonly totals: Totals | null
  readonly look: CouponLook
  /** Whether the payout stands elsewhere. */
  readonly hasNoPayout?: boolean
}

/** What the bet costs and pays, a line each, what to know of it, and how it is computed. */
export function CouponTotals({ state, totals, look, hasNoPayout }: CouponTotalsProps) {
  const t = useText()
  const { coupon, terms } = state
  const odds = totalOdds(coupon)
  const amount = (minor: number | undefined) => (minor === undefined ? '–' : look.money(minor))
  return (
    <div className={styles.totals}>
      <dl className={styles.lines}>
        {odds === null ? null : <AmountLine name={t('betting.total_odds')} value={look.price(odds)} />}
        {totals && totals.lines > 1 && coupon.betType !== 'single' ? (
          <AmountLine name={t('betting.lines')} value={String(totals.lines)} />
        ) : null}
        <AmountLine
          name={t(coupon.freebet ? 'betting.freebet_stake' : 'betting.total_stake')}
          value={amount(totals?.stakeMinor)}
        />
        {totals && totals.stakeTaxMinor > 0 ? (
          <AmountLine name={t('betting.stake_tax')} value={amount(-totals.stakeTaxMinor)} />
        ) : null}
        {totals && totals.payoutTaxMinor > 0 ? (
          <AmountLine name={t('betting.payout_tax')} value={amount(-totals.payoutTaxMinor)} />
        ) : null}
        {hasNoPayout ? null : <PayoutLine totals={totals} look={look} />}
      </dl>
      {hasNoPayout ? null : <SpokenPayout totals={totals} look={look} />}
      {totals ? (
        <>
          <Warnings warnings={couponWarnings(totals, terms)} maximum={look.money(terms.maximumPayoutMinor)} />
          <Explanation state={state} totals={totals} look={look} />
        </>
      ) : null}
    </div>
  )
}

/** What the bet pays when all of it wins, as the last line of a reckoning. */
export function PayoutLine({ totals, look }: Pick<CouponTotalsProps, 'totals' | 'look'>) {
  const t = useText()
  return <AmountLine name={t('betting.payout')} value={totals ? look.money(totals.payoutMinor) : '–'} isMain />
}

/** The same for those who hear the page. */
export function SpokenPayout({ totals, look }: Pick<CouponTotalsProps, 'totals' | 'look'>) {
  const t = useText()
  return <SpokenTotal text={totals ? `${t('betting.payout')}: ${look.money(totals.payoutMinor)}` : ''} />
}

/** Says the total to those who hear the page, once it stands still; prices themselves are never said (A11Y-4). */
function SpokenTotal({ text }: { readonly text: string }) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSpoken(text), AT_REST_MS)
    return () => window.clearTimeout(timer)
  }, [text])
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {spoken}
    </p>
  )
}

function Warnings({ warnings, maximum }: { readonly warnings: readonly CouponWarning[]; readonly maximum: string }) {
  const t = useText()
  return warnings.map((warning) => (
    <p key={warning} className={styles.warning} role="status">
      <Icon name="warning" size={16} />
      {t(`betting.warning_${warning}`, { amount: maximum })}
    </p>
  ))
}

interface ExplanationProps extends Pick<CouponTotalsProps, 'state' | 'look'> {
  readonly totals: Totals
}

/** Every factor and rounding of the possible payout (MATH-12), down to the one payout of the coupon (BET-24); computed once somebody
 *  wants to see it. */
function Explanation({ state: { coupon, terms }, totals, look }: ExplanationProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const bets = isOpen ? couponExplanation(coupon, terms) : []
  return (
    <details className={styles.explanation} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('betting.explain')}</summary>
      {bets.map(({ steps, entries }, bet) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bets of a coupon have nothing but their order
        <PayoutSteps key={bet} steps={steps} legs={entries.map(({ names }) => names.outcome)} look={look} />
      ))}
      {bets.length > 1 ? (
        <dl className={styles.sum}>
          <AmountLine name={t('betting.step_all_bets')} value={look.money(totals.payoutMinor)} isMain />
        </dl>
      ) : null}
    </details>
  )
}
