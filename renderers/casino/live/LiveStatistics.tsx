import { colourOf, ROULETTE_NUMBERS } from '#machines/casino/games/roulette.rules.ts'
import { frequencies } from '#machines/casino/tables/table-moment.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import styles from './live.module.css'

const NUMBERS = Array.from({ length: ROULETTE_NUMBERS }, (_, number) => number)
const MOST_LAST = 20
const MOST_OFTEN = 5

/** The numbers of the rounds before: the last ones, and those that came most and least often. */
export function LiveStatistics({ results }: { readonly results: readonly number[] }) {
  const t = useText()
  const counted = frequencies(results, NUMBERS)
  if (results.length === 0) return null
  return (
    <section className={styles.statistics} aria-label={t('casino.live_statistics')}>
      <h3>{t('casino.live_last')}</h3>
      <ol>
        {results.slice(0, MOST_LAST).map((number, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rounds before have no other name here than their place
          <li key={at} data-colour={colourOf(number)}>
            {number}
          </li>
        ))}
      </ol>
      <div className={styles.often}>
        <Often title={t('casino.live_hot')} counted={counted.slice(0, MOST_OFTEN)} />
        <Often title={t('casino.live_cold')} counted={counted.slice(-MOST_OFTEN).reverse()} />
      </div>
      <p>{t('casino.live_statistics_note', { rounds: results.length })}</p>
    </section>
  )
}

interface OftenProps {
  readonly title: string
  readonly counted: readonly { readonly result: number; readonly count: number }[]
}

function Often({ title, counted }: OftenProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {counted.map(({ result, count }) => (
          <li key={result} data-colour={colourOf(result)}>
            {result}
            <small dir="ltr">×{count}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
