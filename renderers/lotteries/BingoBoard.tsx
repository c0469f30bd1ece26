import { useText } from '../site/texts.tsx'
import styles from './bingo.module.css'

/** Props of {@link BingoBoard}. */
export interface BingoBoardProps {
  /** How many balls there are. */
  readonly balls: number
  /** Numbers in the order in which they were called. */
  readonly called: readonly number[]
}

/** All numbers of a bingo, those that are called marked, and the last ones large. The last is spoken as it comes. */
export function BingoBoard({ balls, called }: BingoBoardProps) {
  const t = useText()
  const last = called.at(-1)
  const heard = new Set(called)
  return (
    <div className={styles.board}>
      <div className={styles.stage}>
        <p className={styles.last} key={last ?? 0} data-none={last === undefined || undefined}>
          <span className="visually-hidden">{t('bingo.last_number')}</span> {last ?? '–'}
        </p>
        <ol className={styles.before} aria-hidden="true">
          {called
            .slice(-6, -1)
            .reverse()
            .map((number) => (
              <li key={number}>{number}</li>
            ))}
        </ol>
        <p className={styles.count}>{t('bingo.called_count', { called: called.length, total: balls })}</p>
      </div>
      <p role="status" className="visually-hidden">
        {last === undefined ? '' : t('bingo.spoken', { number: last, called: called.length })}
      </p>
      <ol className={styles.numbers} aria-label={t('bingo.board')} data-balls={balls}>
        {Array.from({ length: balls }, (_, at) => at + 1).map((number) => (
          <li key={number} data-called={heard.has(number) || undefined} data-last={number === last || undefined}>
            {number}
          </li>
        ))}
      </ol>
    </div>
  )
}
