import { useCallback, useState } from 'react'
import { getVisitorReport } from '#calls/studio/studio-analytics.calls.ts'
import type { VisitorReportAnswer } from '#schemas'
import { countText, dayText, shareText } from '../app/number-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { daysQuery, type EventPartProps } from './event-place.ts'
import styles from './events.module.css'
import { SaveTable } from './SaveTable.tsx'

const SPLITS = ['language', 'source', 'referrer', 'screen'] as const
type Split = (typeof SPLITS)[number]

/** Who comes again, by which pages visitors go, and who they are (ANA-33). */
export function VisitorsPart({ brand, place: { days, until } }: Omit<EventPartProps, 'onGo'>) {
  const { call } = useStudio()
  const [by, setBy] = useState<Split>('language')
  const loaded = useAnswer(
    useCallback(
      () => call(getVisitorReport, { segments: { brand }, query: { ...daysQuery({ days, until }), by } }),
      [call, brand, days, until, by],
    ),
  )
  return (
    <Awaited loaded={loaded}>
      {(report) => (
        <>
          <section className={styles.part} aria-label={say('events.split')}>
            <div className={styles.head}>
              <h2>{say('events.split')}</h2>
              <LabelledSelect
                label={say('events.split_by')}
                value={by}
                onChange={({ target }) => setBy(target.value as Split)}
              >
                {SPLITS.map((one) => (
                  <option key={one} value={one}>
                    {say(`events.split_${one}`)}
                  </option>
                ))}
              </LabelledSelect>
              <SaveTable
                name={`${brand}-${by}`}
                rows={[
                  [by, 'visitors', 'events'],
                  ...report.split.map(({ value, visitors, events }) => [value, visitors, events]),
                ]}
              />
            </div>
            <SplitTable split={report.split} by={by} />
          </section>
          <Cohorts brand={brand} cohorts={report.cohorts} />
          <Steps brand={brand} steps={report.steps} />
        </>
      )}
    </Awaited>
  )
}

function Cohorts({ brand, cohorts }: { readonly brand: string } & Pick<VisitorReportAnswer, 'cohorts'>) {
  const weeks = Math.max(0, ...cohorts.map(({ visitors }) => visitors.length))
  return (
    <section className={styles.part} aria-label={say('events.cohorts')}>
      <h2>{say('events.cohorts')}</h2>
      <p>{say('events.cohorts_lead')}</p>
      {cohorts.length === 0 ? (
        <p>{say('events.none')}</p>
      ) : (
        <>
          <div className={styles.wide}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{say('events.cohort_week')}</th>
                  {Array.from({ length: weeks }, (_, week) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is a week, and weeks do not move
                    <th key={week} scope="col" className={styles.number}>
                      {week === 0 ? say('events.cohort_first') : say('events.cohort_after', { week })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {cohorts.map(({ week, visitors }) => (
                  <tr key={week}>
                    <th scope="row">{dayText(week)}</th>
                    {visitors.map((count, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is a week, and weeks do not move
                      <Kept key={at} count={count} of={visitors[0] ?? 0} isFirst={at === 0} />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <SaveTable
            name={`${brand}-weeks`}
            rows={[
              ['first_week', 'week_after', 'visitors'],
              ...cohorts.flatMap(({ week, visitors }) => visitors.map((count, at) => [week, at, count])),
            ]}
          />
        </>
      )}
    </section>
  )
}

function Kept({ count, of, isFirst }: { readonly count: number; readonly of: number; readonly isFirst: boolean }) {
  const share = of === 0 ? 0 : count / of
  return (
    <td className={styles.number} data-kept={isFirst ? undefined : Math.ceil(share * 5)}>
      {isFirst ? countText(count) : say('events.cohort_cell', { count, share: `${(share * 100).toFixed(0)} %` })}
    </td>
  )
}

function Steps({ brand, steps }: { readonly brand: string } & Pick<VisitorReportAnswer, 'steps'>) {
  return (
    <section className={styles.part} aria-label={say('events.steps')}>
      <h2>{say('events.steps')}</h2>
      {steps.length === 0 ? (
        <p>{say('events.none')}</p>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{say('events.step_from')}</th>
                <th scope="col">{say('events.step_to')}</th>
                <th scope="col" className={styles.number}>
                  {say('events.step_count')}
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.slice(0, SHOWN_STEPS).map(({ from, to, count }) => (
                <tr key={`${from} ${to}`}>
                  <th scope="row">{from}</th>
                  <td className={to === null ? styles.quiet : undefined}>{to ?? say('events.step_end')}</td>
                  <td className={styles.number}>{countText(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <SaveTable
            name={`${brand}-steps`}
            rows={[['from', 'to', 'count'], ...steps.map(({ from, to, count }) => [from, to, count])]}
          />
        </>
      )}
    </section>
  )
}

/** The file has them all. */
const SHOWN_STEPS = 20

function SplitTable({ split, by }: Pick<VisitorReportAnswer, 'split'> & { readonly by: Split }) {
  if (split.length === 0) return <p>{say('events.none')}</p>
  const all = split.reduce((sum, { visitors }) => sum + visitors, 0)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say(`events.split_${by}`)}</th>
          <th scope="col" className={styles.number}>
            {say('events.seen')}
          </th>
          <th scope="col" className={styles.number}>
            {say('events.share')}
          </th>
          <th scope="col" className={styles.number}>
            {say('events.kinds')}
          </th>
        </tr>
      </thead>
      <tbody>
        {split.map(({ value, visitors, events }) => (
          <tr key={value ?? ''}>
            <th scope="row">{value ?? say('events.split_unknown')}</th>
            <td className={styles.number}>{countText(visitors)}</td>
            <td className={styles.number}>{shareText(visitors, all)}</td>
            <td className={styles.number}>{countText(events)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
