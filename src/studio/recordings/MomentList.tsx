import { useState } from 'react'
import type { RecordingMoment } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { clockText } from './clock-text.ts'
import styles from './recordings.module.css'

/** Props of {@link MomentList}. */
export interface MomentListProps {
  readonly moments: readonly RecordingMoment[]
  readonly atMs: number
  readonly onGo: (atMs: number) => void
}

/** Most moments that are listed: those around the one that is shown. */
const MOST = 300

/** Pages, presses and steps of machines in one order; each leads to its moment. */
export function MomentList({ moments, atMs, onGo }: MomentListProps) {
  const [isMachines, setIsMachines] = useState(false)
  const chosen = moments.filter(({ kind }) => !isMachines || kind === 'machine')
  const current = chosen.findLastIndex((moment) => moment.atMs <= atMs)
  const from = Math.max(0, Math.min(current - MOST / 2, chosen.length - MOST))
  return (
    <section className={styles.moments} aria-label={say('recordings.moments')}>
      <h2>{say('recordings.moments')}</h2>
      <label className={styles.check}>
        <input type="checkbox" checked={isMachines} onChange={({ target }) => setIsMachines(target.checked)} />
        {say('recordings.only_machines')}
      </label>
      {chosen.length === 0 ? (
        <p>{say('recordings.no_moments')}</p>
      ) : (
        <ol className={styles.timeline}>
          {chosen.slice(from, from + MOST).map((moment, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two moments may be alike
            <li key={from + place} aria-current={from + place === current}>
              <button type="button" onClick={() => onGo(moment.atMs)}>
                <span className={styles.number}>{clockText(moment.atMs)}</span>
                <span className={styles.kind}>{say(`recordings.kind_${moment.kind}`)}</span>
                <span>
                  {moment.run > 0 ? `#${moment.run} ` : ''}
                  {moment.text}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
