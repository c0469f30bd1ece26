import { useCallback } from 'react'
import { getExperimentsReport } from '#calls/studio/studio-analytics.calls.ts'
import type { ExperimentResult } from '#schemas'
import { countText, shareText } from '../app/number-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { Mark } from '../parts/Mark.tsx'
import { Remark } from '../parts/Remark.tsx'
import { daysQuery, type EventPartProps } from './event-place.ts'
import styles from './events.module.css'

/** How the variants of experiments do: visitors, those who reached the goal, and the gain with its interval (ANA-32). */
export function ExperimentsPart({ brand, place: { days, until } }: Omit<EventPartProps, 'onGo'>) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(
      () => call(getExperimentsReport, { segments: { brand }, query: daysQuery({ days, until }) }),
      [call, brand, days, until],
    ),
  )
  return (
    <section className={styles.part} aria-label={say('events.experiments')}>
      <p>{say('events.experiments_lead')}</p>
      <Awaited loaded={loaded}>
        {({ experiments }) =>
          experiments.length === 0 ? (
            <p>{say('events.experiments_none')}</p>
          ) : (
            experiments.map((experiment) => <Experiment key={experiment.id} experiment={experiment} />)
          )
        }
      </Awaited>
    </section>
  )
}

function Experiment({ experiment }: { readonly experiment: ExperimentResult }) {
  const { title, isRunning, goalName, isMismatch, variants } = experiment
  return (
    <div className={styles.part}>
      <h2>
        {title} <Mark tone={isRunning ? 'good' : 'calm'}>{say(isRunning ? 'events.running' : 'events.stopped')}</Mark>
      </h2>
      {isMismatch && <Remark kind="warning">{say('events.mismatch')}</Remark>}
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('events.variant')}</th>
              <th scope="col" className={styles.number}>
                {say('events.seen')}
              </th>
              <th scope="col" className={styles.number}>
                {say('events.reached', { goal: goalName })}
              </th>
              <th scope="col" className={styles.number}>
                {say('events.share')}
              </th>
              <th scope="col">{say('events.gain')}</th>
            </tr>
          </thead>
          <tbody>
            {variants.map(({ variant, seen, reached, gain, low, high, isDecided }, at) => (
              <tr key={variant}>
                <th scope="row">{variant}</th>
                <td className={styles.number}>{countText(seen)}</td>
                <td className={styles.number}>{countText(reached)}</td>
                <td className={styles.number}>{shareText(reached, seen)}</td>
                <td className={styles.line}>
                  {at === 0
                    ? say('events.base')
                    : seen === 0 || variants[0]?.seen === 0
                      ? '–'
                      : say('events.gain_between', { gain: signed(gain), low: signed(low), high: signed(high) })}{' '}
                  {isDecided && !isMismatch && (
                    <Mark tone={gain > 0 ? 'good' : 'problem'}>{say('events.decided')}</Mark>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}`
}
