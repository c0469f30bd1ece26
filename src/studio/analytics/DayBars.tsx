import { say } from '../app/studio-texts.ts'
import styles from './events.module.css'

const HEIGHT = 24
const STEP = 6
const MOST_PX = 184

/** Props of {@link DayBars}. */
export interface DayBarsProps {
  readonly name: string
  readonly days: readonly string[]
  readonly byDay: readonly number[]
}

/** A small chart of an event: a bar for each day, its numbers for those who do not see it. */
export function DayBars({ name, days, byDay }: DayBarsProps) {
  const most = Math.max(1, ...byDay)
  const numbers = days.map((day, at) => `${day} ${byDay[at] ?? 0}`).join(', ')
  return (
    <svg
      className={styles.bars}
      role="img"
      aria-label={say('events.by_day_label', { name, numbers })}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      width={Math.min(days.length * STEP, MOST_PX)}
      height={HEIGHT}
      preserveAspectRatio="none"
    >
      {days.map((day, at) => {
        const high = Math.round(((byDay[at] ?? 0) / most) * (HEIGHT - 2))
        return <rect key={day} x={at * STEP} y={HEIGHT - 1 - high} width={STEP - 2} height={high + 1} />
      })}
    </svg>
  )
}
