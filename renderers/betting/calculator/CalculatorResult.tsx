import type {
  CalculatedBet,
  Calculation,
  CalculationFault,
} from '#machines/betting/calculator/bet-calculation.rules.ts'
import type { BetLine } from '#machines/betting/calculator/bet-lines.rules.ts'
import { divide, rational, toExactText } from '#machines/odds/rational.rules.ts'
import { DataTable } from '../../site/content/DataTable.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { type Translate, useText } from '../../site/texts.tsx'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import { PayoutSteps } from '../history/PayoutSteps.tsx'
import styles from './Calculator.module.css'

/** Props of {@link CalculatorResult}. */
export interface CalculatorResultProps {
  readonly calculation: Calculation
  readonly look: CouponLook
  /** Minor units in one unit of the currency: 100. */
  readonly unit: number
}

/** What the betting calculator comes to: totals, every step, and each combination; or why there is no result. */
export function CalculatorResult({ calculation, look, unit }: CalculatorResultProps) {
  const t = useText()
  if (calculation.kind === 'empty')
    return <EmptyState icon="coupon" title={t('calculator.empty')} text={t('calculator.empty_text')} />
  if (calculation.kind === 'faults') return <Faults faults={calculation.faults} />
  const { bets } = calculation
  return (
    <section className={styles.results} aria-label={t('calculator.result')}>
      <Totals calculation={calculation} look={look} />
      {bets.map((bet, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bet is its place in the calculation
        <BetPart key={place} bet={bet} number={bets.length > 1 ? place + 1 : null} look={look} unit={unit} />
      ))}
    </section>
  )
}

function Faults({ faults }: { readonly faults: readonly CalculationFault[] }) {
  const t = useText()
  return (
    <div role="alert" className={styles.faults}>
      <h2 className={styles.heading}>{t('calculator.faults')}</h2>
      <ul>
        {faults.map((fault) => {
          const text = faultText(fault, t)
          return <li key={text}>{text}</li>
        })}
      </ul>
    </div>
  )
}

function faultText(fault: CalculationFault, t: Translate): string {
  switch (fault.code) {
    case 'odds_invalid':
    case 'places_above_tied':
      return t(`calculator.fault_${fault.code}`, { number: fault.leg + 1 })
    case 'too_many_legs':
      return t('calculator.fault_too_many_legs', { most: fault.most })
    case 'too_few_legs':
    case 'cover_legs':
      return t(`calculator.fault_${fault.code}`, { needed: fault.needed })
    default:
      return t(`calculator.fault_${fault.code}`)
  }
}

interface TotalsProps {
  readonly calculation: Extract<Calculation, { kind: 'calculated' }>
  readonly look: CouponLook
}

function Totals({ calculation, look: { money, exact } }: TotalsProps) {
  const t = useText()
  const { stakeMinor, payoutMinor, stakeTaxMinor, payoutTaxMinor, lines, bets } = calculation
  const taxes = [
    { label: t('betting.stake_tax'), minor: stakeTaxMinor },
    { label: t('betting.payout_tax'), minor: payoutTaxMinor },
  ].filter(({ minor }) => minor > 0)
  return (
    <dl className={styles.totals}>
      <Total label={t('calculator.pays')} value={money(payoutMinor)} isMain />
      <Total label={t('betting.total_stake')} value={money(stakeMinor)} />
      <Total label={t('calculator.profit')} value={money(payoutMinor - stakeMinor)} />
      {lines > bets.length && <Total label={t('betting.step_lines')} value={exact(String(lines))} />}
      {taxes.map(({ label, minor }) => (
        <Total key={label} label={label} value={money(minor)} />
      ))}
    </dl>
  )
}

function Total({
  label,
  value,
  isMain,
}: {
  readonly label: string
  readonly value: string
  readonly isMain?: boolean
}) {
  return (
    <div className={styles.total} data-main={isMain || undefined}>
      <dt className={styles.label}>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface BetPartProps extends Omit<CalculatorResultProps, 'calculation'> {
  readonly bet: CalculatedBet
  /** Null where there is one bet alone. */
  readonly number: number | null
}

function BetPart({ bet: { settlement, places, lines }, number, look, unit }: BetPartProps) {
  const t = useText()
  const legs = places.map((place) => t('calculator.leg', { number: place + 1 }))
  return (
    <>
      <div className={styles.part}>
        <h2 className={styles.heading}>{number === null ? t('calculator.steps') : t('calculator.bet', { number })}</h2>
        <PayoutSteps steps={settlement.explanation} legs={legs} look={look} />
      </div>
      {lines.length > 1 && <Lines lines={lines} places={places} all={settlement.lines} look={look} unit={unit} />}
    </>
  )
}

interface LinesProps extends Omit<CalculatorResultProps, 'calculation'> {
  readonly lines: readonly BetLine[]
  readonly places: CalculatedBet['places']
  /** How many there are in all. */
  readonly all: number
}

function Lines({ lines, places, all, look, unit }: LinesProps) {
  const t = useText()
  const amount = (line: BetLine) => look.amount(toExactText(divide(line.pays, rational(unit))))
  return (
    <div className={styles.part}>
      <DataTable name={t('calculator.lines')} isNameShown>
        <thead>
          <tr>
            <th scope="col">{t('calculator.line')}</th>
            <th scope="col" data-cell="number">
              {t('calculator.odds')}
            </th>
            <th scope="col" data-cell="number">
              {t('betting.stake')}
            </th>
            <th scope="col" data-cell="number">
              {t('calculator.line_pays')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const name = line.legs.map((leg) => (places[leg] ?? 0) + 1).join(' × ')
            return (
              <tr key={name}>
                <td data-cell="mark" dir="ltr">
                  {name}
                </td>
                <td data-cell="number" dir="ltr">
                  {look.exact(toExactText(line.factor))}
                </td>
                <td data-cell="number">{look.money(Number(line.stakeMinor))}</td>
                <td data-cell="number">{amount(line)}</td>
              </tr>
            )
          })}
        </tbody>
      </DataTable>
      {all > lines.length && <p className={styles.note}>{t('calculator.lines_first', { shown: lines.length, all })}</p>}
    </div>
  )
}
