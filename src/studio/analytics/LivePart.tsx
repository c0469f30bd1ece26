import { useCallback } from 'react'
import { getLiveReport } from '#calls/studio/studio-analytics.calls.ts'
import { countText } from '../app/number-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { DayChart } from './DayChart.tsx'
import type { EventPartProps } from './event-place.ts'
import styles from './events.module.css'
import { useRepeated } from './use-repeated.ts'

/** How often it is asked again, ms. */
const AGAIN_MS = 10_000

/** What visitors do at present: how many there are, their events by minute, and what they do most (ANA-33). */
export function LivePart({ brand }: Pick<EventPartProps, 'brand'>) {
  const { call } = useStudio()
  const loaded = useAnswer(useCallback(() => call(getLiveReport, { segments: { brand } }), [call, brand]))
  useRepeated(loaded.reload, AGAIN_MS)
  return (
    <section className={styles.part} aria-label={say('events.live')}>
      <Awaited loaded={loaded}>
        {({ visitors, byMinute, latest }) => (
          <>
            <div className={styles.bar}>
              <strong className={styles.visitors}>
                {say('events.live_visitors', { count: visitors, shown: countText(visitors) })}
              </strong>
            </div>
            <DayChart
              name={say('events.live_events')}
              days={byMinute.map((_, at) => minuteText(byMinute.length - 1 - at))}
              byDay={byMinute}
            />
            {latest.length === 0 ? (
              <p>{say('events.live_none')}</p>
            ) : (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{say('events.kind')}</th>
                    <th scope="col">{say('events.vital_page')}</th>
                    <th scope="col" className={styles.number}>
                      {say('events.step_count')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {latest.map(({ name, page, count }) => (
                    <tr key={`${name} ${page}`}>
                      <th scope="row">{name}</th>
                      <td>{page ?? '–'}</td>
                      <td className={styles.number}>{countText(count)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </>
        )}
      </Awaited>
    </section>
  )
}

function minuteText(ago: number): string {
  return ago === 0 ? say('events.live_now') : say('events.live_minute', { count: ago })
}
