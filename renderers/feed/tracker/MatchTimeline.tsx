import { timelineOf } from '#machines/feed/results/timeline.rules.ts'
import type { BoardGame, Incident } from '#schemas'
import { useText } from '../../site/texts.tsx'
import styles from './MatchTimeline.module.css'
import tracker from './Tracker.module.css'

/** Props of {@link MatchTimeline}. */
export interface MatchTimelineProps {
  readonly game: BoardGame
}

const HEIGHT = 56
const MIDDLE = HEIGHT / 2
const REACH = 16
const FROM_AXIS = 21

/** What happened in a game so far: goals, corners and cards at their minute, the home side above and the away side below, with who
 *  pressed behind them. Nothing where no producer tells it (SPORT-18). */
export function MatchTimeline({ game }: MatchTimelineProps) {
  const t = useText()
  const timeline = timelineOf(game)
  if (!timeline) return null
  const { marks, momentum } = timeline
  const step = 100 / momentum.length
  const told = marks.filter(({ kind }) => kind !== 'corner')
  return (
    <section className={`${tracker.card} ${styles.timeline}`} aria-label={t('board.timeline')} dir="ltr">
      <svg className={styles.picture} height={HEIGHT} aria-hidden="true">
        {momentum.map((value, place) => {
          const height = (Math.abs(value) / 100) * REACH
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a part of the time is known by its place alone
              key={place}
              className={styles.pressure}
              data-side={value > 0 ? 'home' : 'away'}
              x={`${place * step + 0.2}%`}
              width={`${step - 0.4}%`}
              y={value > 0 ? MIDDLE - height : MIDDLE}
              height={height}
            />
          )
        })}
        <line className={styles.axis} x1="0" x2="100%" y1={MIDDLE} y2={MIDDLE} />
        {marks.map(({ kind, side, percent, seconds }, place) => (
          <svg
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind may come at one second
            key={`${seconds} ${place}`}
            className={styles.mark}
            x={`${1 + percent * 0.98}%`}
            y={MIDDLE}
            aria-hidden="true"
          >
            <Mark kind={kind} x={0} y={side === 'home' ? -FROM_AXIS : FROM_AXIS} />
          </svg>
        ))}
      </svg>
      {told.length > 0 && (
        <ol className={styles.told}>
          {told.map(({ kind, side, minute, number, seconds }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a kind may come at one second
            <li key={`${seconds} ${place}`} className={styles.incident} data-side={side}>
              <span className={styles.minute}>{minute}&prime;</span>
              <svg className={styles.icon} viewBox="0 0 12 12" aria-hidden="true">
                <Mark kind={kind} x={6} y={6} />
              </svg>
              <span dir="auto">
                {t(`board.incident_${kind}`)}
                {number === undefined ? '' : ` · ${t('feed.outcome_player', { number })}`}
              </span>
              <bdi className={styles.of}>{game.participants[side === 'home' ? 0 : 1]?.name}</bdi>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Mark({ kind, x, y }: { readonly kind: Incident['kind']; readonly x: number; readonly y: number }) {
  if (kind === 'goal') return <circle className={styles.goal} cx={x} cy={y} r="5" />
  if (kind === 'corner') return <path className={styles.corner} d={`M${x - 3} ${y + 4}v-8l6 3-6 2z`} />
  return <rect className={styles.card} data-kind={kind} x={x - 3} y={y - 5} width="6" height="10" rx="1" />
}
