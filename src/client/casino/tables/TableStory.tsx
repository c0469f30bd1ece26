import { useSpotName } from '#renderers/casino/tables/use-spot-name.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { TableProof } from '#schemas'

/** Props of {@link TableStory}. */
export interface TableStoryProps {
  readonly table: TableProof
  readonly isFlight: boolean
  readonly money: (minor: number) => string
}

/** What has happened in a round at a table, in words: its result, and what became of each bet (CAS-14). */
export function TableStory({ table: { result, isRefunded, bets }, isFlight, money }: TableStoryProps) {
  const t = useText()
  const nameOf = useSpotName()
  const [shown] = result
  const times = (timesE2: number) => (timesE2 / 100).toFixed(2)
  if (isRefunded) return <p>{t('casino.table_refunded')}</p>
  if (shown === undefined) return <p>{t('casino.table_fair_hidden')}</p>
  return (
    <>
      <p>
        {isFlight ? t('casino.table_crash_at', { times: times(shown) }) : t('casino.table_number', { number: shown })}
      </p>
      <ul>
        {bets.map(({ on, amountMinor, cashedE2, payoutMinor }) => {
          const [stake, amount] = [money(amountMinor), money(payoutMinor)]
          if (!isFlight) return <li key={on}>{t('casino.table_bet_spot', { spot: nameOf(on), stake, amount })}</li>
          return (
            <li key={on}>
              {cashedE2 > 0
                ? t('casino.table_bet_cashed', { stake, times: times(cashedE2), amount })
                : t('casino.table_bet_lost', { stake })}
            </li>
          )
        })}
      </ul>
    </>
  )
}
