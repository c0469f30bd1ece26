import { withdrawPublication } from '#calls/studio/studio-life.calls.ts'
import type { ScheduledPublication } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Mark, type MarkTone } from '../parts/Mark.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './BrandHistory.module.css'
import row from './RevisionRow.module.css'

const TONES: Readonly<Record<ScheduledPublication['state'], MarkTone>> = {
  waiting: 'accent',
  published: 'good',
  conflict: 'problem',
  withdrawn: 'calm',
}

interface ScheduledListProps {
  readonly brand: string
  readonly scheduled: readonly ScheduledPublication[]
  readonly mayWithdraw: boolean
  readonly onChange: () => void
}

/** Publications that wait for their time, and what became of the last ones. */
export function ScheduledList({ brand, scheduled, mayWithdraw, onChange }: ScheduledListProps) {
  const { call } = useStudio()
  const deed = useDeed(async (id: number) => {
    await call(withdrawPublication, { segments: { brand }, body: { id } })
    onChange()
  })
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{say('history.scheduled')}</h2>
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
      <ul className={styles.list}>
        {scheduled.map(({ id, at, author, message, state, reason }) => (
          <li key={id} className={row.row}>
            <div className={row.words}>
              <div className={row.head}>
                <strong>{momentText(at)}</strong>
                <Mark tone={TONES[state]}>{say(`history.state_${state}`)}</Mark>
              </div>
              <p className={row.message}>{message}</p>
              <p className={row.facts}>{author}</p>
              {reason && <p className={row.message}>{reason}</p>}
            </div>
            {state === 'waiting' && mayWithdraw && (
              <ActionButton isSmall disabled={deed.isBusy} onClick={() => deed.run(id)}>
                {say('history.withdraw')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
