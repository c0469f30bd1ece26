import { useCallback } from 'react'
import { getExperimentsReport } from '#calls/studio/studio-analytics.calls.ts'
import type { ExperimentResult } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { Mark } from '../parts/Mark.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './events.module.css'

/** How the variants of experiments do: visitors, those who reached the goal, and the gain with its interval (ANA-32). */
export function ExperimentsPart({ brand, days }: { readonly brand: string; readonly days: number }) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getExperimentsReport, { segments: { brand }, query: { days } }), [call, brand, days]),
  )
  return (
    <section className={styles.part} aria-label={say('events.experiments')}>
      <h2>{say('events.experiments')}</h2>
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
      <h3>
        {title} <Mark tone={isRunning ? 'good' : 'calm'}>{say(isRunning ? 'events.running' : 'events.stopped')}</Mark>
      </h3>
      {isMismatch && <Remark kind="warning">{say('events.mismatch')}</Remark>}
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
              <td className={styles.number}>{seen}</td>
              <td className={styles.number}>{reached}</td>
              <td className={styles.number}>{percent(seen === 0 ? 0 : reached / seen)}</td>
              <td>
                {at === 0
                  ? say('events.base')
                  : say('events.gain_between', { gain: signed(gain), low: signed(low), high: signed(high) })}{' '}
                {isDecided && !isMismatch && <Mark tone={gain > 0 ? 'good' : 'problem'}>{say('events.decided')}</Mark>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}`
}
