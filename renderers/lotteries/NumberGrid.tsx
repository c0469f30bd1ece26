import styles from './lotteries.module.css'

/** Props of {@link NumberGrid}. */
export interface NumberGridProps {
  /** What is chosen here, with how many are missing. */
  readonly label: string
  /** Numbers from 1 to this. */
  readonly pool: number
  readonly chosen: readonly number[]
  /** The most that can be chosen. */
  readonly most: number
  readonly kind?: 'main' | 'second'
  readonly onChange: (chosen: readonly number[]) => void
}

/** Numbers that are pressed to choose them: each is a button that says whether it is chosen; once all are, the others rest. */
export function NumberGrid({ label, pool, chosen, most, kind = 'main', onChange }: NumberGridProps) {
  return (
    <fieldset className={styles.grid}>
      <legend>{label}</legend>
      {Array.from({ length: pool }, (_, at) => at + 1).map((number) => {
        const isChosen = chosen.includes(number)
        return (
          <button
            key={number}
            type="button"
            className={styles.pick}
            data-kind={kind}
            aria-pressed={isChosen}
            disabled={!isChosen && chosen.length >= most}
            onClick={() => onChange(isChosen ? chosen.filter((other) => other !== number) : [...chosen, number])}
          >
            {number}
          </button>
        )
      })}
    </fieldset>
  )
}
