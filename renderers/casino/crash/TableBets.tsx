import { useText } from '#renderers/site/texts.tsx'
import type { TableView } from '#schemas'
import styles from './crash.module.css'
import { timesText } from './times-text.ts'

/** Props of {@link TableBets}. */
export interface TableBetsProps {
  readonly view: Pick<TableView, 'bets' | 'betCount' | 'phase' | 'kind'>
  readonly moneyIn: (minor: number, currency: string, exponent: number) => string
}

/** What all at a table have staked on its round, the names hidden, and what it has paid. */
export function TableBets({ view, moneyIn }: TableBetsProps) {
  const t = useText()
  return (
    <div className={styles.list}>
      <table>
        <caption>
          {t('casino.table_bets')} <span>{view.betCount}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('casino.table_player')}</th>
            <th scope="col">{t('casino.stake_label')}</th>
            {view.kind === 'crash' ? <th scope="col">{t('casino.multiplier')}</th> : null}
            <th scope="col">{t('casino.payout')}</th>
          </tr>
        </thead>
        <tbody>
          {view.bets.map(({ name, on, amountMinor, currency, exponent, cashedE2, payoutMinor }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bets of others have no name of their own
            <tr key={`${name}${on}${at}`} data-paid={payoutMinor > 0 || undefined}>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>{moneyIn(amountMinor, currency, exponent)}</td>
              {view.kind === 'crash' ? <td dir="ltr">{cashedE2 > 0 ? timesText(cashedE2) : '–'}</td> : null}
              <td>{payoutMinor > 0 ? moneyIn(payoutMinor, currency, exponent) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {view.bets.length === 0 ? <p>{t('casino.table_no_bets')}</p> : null}
    </div>
  )
}
