import { useText } from '../texts.tsx'
import styles from './Preloader.module.css'

/** Most letters and the number of bars of the preloader (LAYOUT-10). */
export const PRELOADER_PARTS = {
  default: { letters: 10, bars: 5 },
  compact: { letters: 1, bars: 3 },
} as const

/** Props of {@link Preloader}. */
export interface PreloaderProps {
  /** The word whose letters rise one after the other, e.g. the brand's name. */
  readonly word: string
  readonly view?: keyof typeof PRELOADER_PARTS
}

/** What stands where a whole view will be: the letters of a word above a row of bars. */
export function Preloader({ word, view = 'default' }: PreloaderProps) {
  const t = useText()
  const parts = PRELOADER_PARTS[view]
  const letters = Array.from(word).slice(0, parts.letters)
  return (
    <div className={styles.preloader} data-view={view} role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      <span className={styles.letters} aria-hidden="true">
        {letters.map((letter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may repeat a letter, and its letters never change places
          <span key={index} className={styles.letter}>
            {letter}
          </span>
        ))}
      </span>
      <span className={styles.bars} aria-hidden="true">
        {Array.from({ length: parts.bars }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
          <span key={index} className={styles.bar} />
        ))}
      </span>
    </div>
  )
}
