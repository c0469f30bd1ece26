import { Icon } from '../site/Icon.tsx'
import { useText } from '../site/texts.tsx'
import styles from './bingo.module.css'

/** Props of {@link BingoCardGrid}. */
export interface BingoCardGridProps {
  /** What the card is called, for assistive technology too. */
  readonly title: string
  /** Rows of fields; 0 where there is no number. */
  readonly rows: readonly (readonly number[])[]
  readonly called: ReadonlySet<number>
  /** The number that was called last. */
  readonly last: number | null
  /** How many numbers are missing. */
  readonly left: number
  readonly hasWon: boolean
}

/** A bingo card whose called numbers are marked by themselves: five rows with a free middle, or three rows of nine. */
export function BingoCardGrid({ title, rows, called, last, left, hasWon }: BingoCardGridProps) {
  const t = useText()
  const isSquare = rows.length === 5
  return (
    <figure className={styles.card} data-won={hasWon || undefined} data-near={left <= 2 || undefined}>
      <figcaption>
        <span>{title}</span>
        <strong>{t('bingo.to_go', { left })}</strong>
      </figcaption>
      <table>
        {isSquare ? (
          <thead aria-hidden="true">
            <tr>
              {['B', 'I', 'N', 'G', 'O'].map((letter) => (
                <th key={letter}>{letter}</th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a card never change their places
            <tr key={at}>
              {row.map((number, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: fields of a card never change their places
                  key={column}
                  data-empty={(number === 0 && !isSquare) || undefined}
                  data-called={called.has(number) || (number === 0 && isSquare) || undefined}
                  data-last={(number > 0 && number === last) || undefined}
                >
                  {number > 0 ? number : isSquare ? <Free text={t('bingo.free')} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Free({ text }: { readonly text: string }) {
  return <Icon name="star-filled" size={16} label={text} />
}
