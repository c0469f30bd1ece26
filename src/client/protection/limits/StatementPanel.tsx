import { useId, useState } from 'react'
import { getStatement } from '#calls/limits.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { FormChoice } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { StatementAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { shellPort } from '../../page/shell-port.ts'
import styles from './limits.module.css'
import { spentText } from './limits.selectors.ts'

type Row = StatementAnswer['rows'][number]
type Amount = Exclude<keyof Row, 'currency' | 'exponent'>

const PERIODS: readonly StatementAnswer['period'][] = ['day', 'week', 'month', 'year', 'all']
/** The lines of a currency, with their texts. */
const LINES: readonly (readonly [Amount, string])[] = [
  ['deposited', 'limits.statement_deposited'],
  ['withdrawn', 'limits.statement_withdrawn'],
  ['netDeposited', 'limits.statement_net'],
  ['staked', 'limits.statement_staked'],
  ['returned', 'limits.statement_returned'],
  ['result', 'limits.statement_result'],
]

/** What the player has deposited, staked and won or lost over a time of their choice, and how long they were there. */
export function StatementPanel({ loaded }: { readonly loaded: StatementAnswer }) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [statement, setStatement] = useState(loaded)

  async function choose(period: StatementAnswer['period']): Promise<void> {
    try {
      setStatement(await app.call(getStatement, { query: { period } }))
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'limits', kind: 'error', text: code, params })
    }
  }

  return (
    <Panel aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('limits.statement_title')}
      </h2>
      <FormChoice
        id={`${id}-period`}
        label={t('limits.statement_period')}
        value={statement.period}
        choices={PERIODS.map((value) => ({ value, label: t(`limits.statement_${value}`) }))}
        onChoose={(period) => void choose(period)}
      />
      <div aria-live="polite">
        {statement.rows.length === 0 ? <p>{t('limits.statement_empty')}</p> : null}
        {statement.rows.map((row) => (
          <dl key={row.currency} className={styles.figures} aria-label={row.currency}>
            {LINES.map(([key, label]) => (
              <div key={key} data-strong={key === 'netDeposited' || key === 'result' || undefined}>
                <dt>{t(label)}</dt>
                <dd dir="ltr">{moneyText(app, row[key], row.currency)}</dd>
              </div>
            ))}
          </dl>
        ))}
        <dl className={styles.figures}>
          <div>
            <dt>{t('limits.statement_time')}</dt>
            <dd>{spentText(app.visitor.locale, statement.minutes)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  )
}
