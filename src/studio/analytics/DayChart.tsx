import { countText } from '../app/number-text.ts'
import { say } from '../app/studio-texts.ts'
import styles from './events.module.css'

const [WIDTH, HEIGHT] = [10, 100]

/** Props of {@link DayChart}. */
export interface DayChartProps {
  readonly name: string
  /** Days or minutes as they are written. */
  readonly days: readonly string[]
  readonly byDay: readonly number[]
}

/** A bar for each day over the whole width, with the highest number and the first and last day; each bar says its day and number. */
export function DayChart({ name, days, byDay }: DayChartProps) {
  const most = Math.max(1, ...byDay)
  const numbers = days.map((day, at) => `${day} ${countText(byDay[at] ?? 0)}`)
  return (
    <figure className={styles.chart}>
      <span>{countText(Math.max(0, ...byDay))}</span>
      <svg
        role="img"
        aria-label={say('events.by_day_label', { name, numbers: numbers.join(', ') })}
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map((day, at) => {
          const high = ((byDay[at] ?? 0) / most) * (HEIGHT - 1) + 1
          return (
            <rect key={day} x={at * WIDTH + 1} y={HEIGHT - high} width={WIDTH - 2} height={high}>
              <title>{numbers[at]}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={styles.ends}>
        {days[0] && <span>{days[0]}</span>}
        {days.length > 1 && <span>{days.at(-1)}</span>}
      </figcaption>
    </figure>
  )
}
