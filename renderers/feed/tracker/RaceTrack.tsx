import type { HorseRaceAnswer } from '#schemas'
import { useText } from '../../site/texts.tsx'
import { Silks } from '../game/Silks.tsx'
import styles from './RaceTrack.module.css'
import tracker from './Tracker.module.css'

/** Props of {@link RaceTrack}. */
export interface RaceTrackProps {
  readonly card: HorseRaceAnswer
}

/** A race while it is run: each runner on the course, who is ahead on top. Nothing where the feed does not tell it. */
export function RaceTrack({ card: { race, entrants } }: RaceTrackProps) {
  const t = useText()
  const { positions, distanceM = 1 } = race ?? {}
  if (!positions || positions.length === 0) return null
  const ordered = positions.toSorted((one, other) => other.metres - one.metres || one.number - other.number)
  const lead = ordered[0]?.metres ?? 0
  return (
    <section className={`${tracker.card} ${styles.track}`} aria-label={t('board.race_track')}>
      <p className={styles.left}>{t('board.race_left', { distance: Math.max(0, distanceM - lead) })}</p>
      <ol className={styles.runners}>
        {ordered.map(({ number, metres }) => {
          const entrant = entrants.find((one) => one.number === number)
          return (
            <li key={number} className={styles.runner}>
              <span className={styles.name}>
                <span className={styles.number}>{number}</span>
                <bdi>{entrant?.name}</bdi>
              </span>
              <span className={styles.course} dir="ltr" aria-hidden="true">
                <span className={styles.mark} style={{ insetInlineStart: `${(metres / distanceM) * 100}%` }}>
                  {entrant?.silks ? <Silks silks={entrant.silks} /> : <span className={styles.dot} />}
                </span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
