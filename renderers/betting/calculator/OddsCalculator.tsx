import { MOST_PRICES, type OddsCalculation } from '#machines/odds/odds-calculation.rules.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { ODDS_FORMATS } from '#machines/odds/odds-preference.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { Button, ButtonLink } from '../../site/Button.tsx'
import { DataTable } from '../../site/content/DataTable.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { useText } from '../../site/texts.tsx'
import { Choice } from './BetCalculator.tsx'
import styles from './Calculator.module.css'

const FIRST_ROWS = 3

/** What is typed into the odds calculator. */
export interface OddsForm {
  readonly format: OddsFormat
  readonly prices: readonly string[]
}

/** Props of {@link OddsCalculator}. */
export interface OddsCalculatorProps {
  readonly form: OddsForm
  readonly calculation: OddsCalculation
  /** Numbers of a text as the page's language writes them. */
  readonly exact: (text: string) => string
  /** Address of the page without anything typed. */
  readonly action: string
  readonly onChange: (form: OddsForm) => void
}

/** Prices in all formats, the chances behind them, and the margin of the market that they make. */
export function OddsCalculator({ form, calculation, exact, action, onChange }: OddsCalculatorProps) {
  const t = useText()
  const rows = Math.min(Math.max(FIRST_ROWS, form.prices.length + 1), MOST_PRICES)
  const change = (place: number, text: string) =>
    onChange({
      ...form,
      prices: Array.from({ length: Math.max(form.prices.length, place + 1) }, (_, index) =>
        index === place ? text : (form.prices[index] ?? ''),
      ),
    })
  return (
    <>
      <form className={styles.form} action={action} onSubmit={(event) => event.preventDefault()}>
        <Choice
          label={t('calculator.format')}
          name="format"
          value={form.format}
          choices={ODDS_FORMATS.map((value) => ({ value, label: t(`board.format_${value}`) }))}
          onChoose={(format) => onChange({ ...form, format })}
        />
        <fieldset className={styles.group}>
          <legend className={styles.label}>{t('calculator.odds')}</legend>
          <ol className={styles.legs}>
            {Array.from({ length: rows }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the form
              <li key={place}>
                <input
                  className={styles.control}
                  {...press('odds_calculated')}
                  name="odds"
                  aria-label={t('calculator.odds_of', { number: place + 1 })}
                  autoComplete="off"
                  dir="ltr"
                  maxLength={12}
                  value={form.prices[place] ?? ''}
                  onChange={({ target }) => change(place, target.value)}
                />
              </li>
            ))}
          </ol>
        </fieldset>
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            {t('calculator.calculate')}
          </Button>
          <ButtonLink to={action}>{t('calculator.clear')}</ButtonLink>
        </div>
        <p className={styles.note}>{t('calculator.market_note')}</p>
      </form>
      {calculation.prices.length === 0 ? (
        <EmptyState icon="coupon" title={t('calculator.odds_empty')} text={t('calculator.empty_text')} />
      ) : (
        <div className={styles.results}>
          {calculation.market && <Market market={calculation.market} exact={exact} />}
          <Prices prices={calculation.prices} exact={exact} />
        </div>
      )}
    </>
  )
}

interface MarketProps extends Pick<OddsCalculatorProps, 'exact'> {
  readonly market: NonNullable<OddsCalculation['market']>
}

function Market({ market, exact }: MarketProps) {
  const t = useText()
  return (
    <div className={styles.part}>
      <h2 className={styles.heading}>{t('calculator.market')}</h2>
      <dl className={styles.totals}>
        {(['margin', 'chances', 'payback'] as const).map((name) => (
          <div key={name} className={styles.total} data-main={name === 'margin' || undefined}>
            <dt className={styles.label}>{t(`calculator.${name}`)}</dt>
            <dd dir="ltr">{exact(market[name])} %</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface PricesProps extends Pick<OddsCalculatorProps, 'exact'> {
  readonly prices: OddsCalculation['prices']
}

function Prices({ prices, exact }: PricesProps) {
  const t = useText()
  const hasFair = prices.some(({ fair }) => fair !== null)
  return (
    <DataTable name={t('calculator.result')}>
      <thead>
        <tr>
          <th scope="col">{t('calculator.odds')}</th>
          <th scope="col" data-cell="number">
            {t('calculator.chance')}
          </th>
          {hasFair && (
            <th scope="col" data-cell="number">
              {t('calculator.fair')}
            </th>
          )}
          {ODDS_FORMATS.map((format) => (
            <th key={format} scope="col" data-cell="number">
              {t(`board.format_${format}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {prices.map(({ text, formats, chance, fair }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a price is its place in the form
          <tr key={place}>
            <td dir="ltr">{text}</td>
            {formats === null || chance === null ? (
              <td colSpan={ODDS_FORMATS.length + (hasFair ? 2 : 1)}>{t('calculator.not_odds')}</td>
            ) : (
              <>
                <td data-cell="number" dir="ltr">
                  {exact(chance)} %
                </td>
                {hasFair && (
                  <td data-cell="number" dir="ltr">
                    {fair && exact(fair.decimal)}
                  </td>
                )}
                {ODDS_FORMATS.map((format) => (
                  <td key={format} data-cell="number" dir="ltr">
                    {formats[format]}
                  </td>
                ))}
              </>
            )}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
