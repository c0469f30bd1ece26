import { useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { getEventReport } from '#calls/studio/studio-analytics.calls.ts'
import type { EventReportAnswer } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { DayBars } from './DayBars.tsx'
import { ExperimentsPart } from './ExperimentsPart.tsx'
import { type EventPlace, eventQuery, readEventPlace } from './event-place.ts'
import styles from './events.module.css'
import { FunnelPart } from './FunnelPart.tsx'
import { LivePart } from './LivePart.tsx'
import { SaveTable, VisitorsPart } from './VisitorsPart.tsx'
import { VitalsPart } from './VitalsPart.tsx'

const DAY_CHOICES = [1, 7, 14, 30, 92]

/** `/brands/:brand/events`: what visitors of a brand do, by kind and day, and how far they come (ANA-33). */
export function EventReport() {
  const { brand = '' } = useParams()
  const { call } = useStudio()
  const [query, setQuery] = useSearchParams()
  const place = readEventPlace(query)
  const { days, steps, without, windowHours } = place
  const [asked, excluded] = [steps.join(','), without.join(',')]
  const loaded = useAnswer(
    useCallback(
      () =>
        call(getEventReport, {
          segments: { brand },
          query: {
            ...{ days, windowHours },
            ...(asked ? { steps: asked } : {}),
            ...(excluded ? { without: excluded } : {}),
          },
        }),
      [call, brand, days, asked, excluded, windowHours],
    ),
  )
  const go = (change: Partial<EventPlace>) => setQuery(eventQuery({ ...place, ...change }))
  return (
    <>
      <ScreenHead title={say('events.title', { brand })} lead={say('events.lead')}>
        <ActionLink to={`/brands/${brand}/desk`}>{say('events.desk')}</ActionLink>
      </ScreenHead>
      <Awaited loaded={loaded}>
        {(report) => (
          <div className={styles.report}>
            {report.isOn ? null : <Remark kind="warning">{say('events.off')}</Remark>}
            <div className={styles.bar}>
              <LabelledSelect
                label={say('events.days')}
                value={days}
                onChange={({ target }) => go({ days: Number(target.value) })}
              >
                {DAY_CHOICES.map((count) => (
                  <option key={count} value={count}>
                    {say('events.day_count', { count })}
                  </option>
                ))}
              </LabelledSelect>
              <strong className={styles.visitors}>{say('events.visitors', { count: report.visitors })}</strong>
            </div>
            <LivePart brand={brand} />
            <FunnelPart report={report} place={place} onGo={go} />
            <Kinds brand={brand} report={report} />
            <VisitorsPart brand={brand} days={days} />
            <VitalsPart brand={brand} report={report} />
            <ExperimentsPart brand={brand} days={days} />
          </div>
        )}
      </Awaited>
    </>
  )
}

function Kinds({ brand, report: { kinds, days } }: { readonly brand: string; readonly report: EventReportAnswer }) {
  const [isAll, setIsAll] = useState(false)
  const shown = kinds.filter(({ total }) => isAll || total > 0)
  return (
    <section className={styles.part} aria-label={say('events.kinds')}>
      <h2>{say('events.kinds')}</h2>
      <label className={styles.check}>
        <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} />
        {say('events.all_kinds')}
      </label>
      <SaveTable
        name={`${brand}-events`}
        rows={[
          ['number', 'name', 'part', ...days],
          ...kinds.map(({ number, name, owner, byDay }) => [number, name, owner, ...byDay]),
        ]}
      />
      {shown.length === 0 ? (
        <p>{say('events.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('events.kind')}</th>
              <th scope="col">{say('events.part')}</th>
              <th scope="col" className={styles.number}>
                {say('events.total')}
              </th>
              <th scope="col">{say('events.by_day')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ number, name, owner, purpose, total, byDay }) => (
              <tr key={number}>
                <th scope="row">
                  <code>{number}</code> {name}
                  <span className={styles.purpose}>{purpose}</span>
                </th>
                <td>{owner}</td>
                <td className={styles.number}>{total}</td>
                <td>
                  <DayBars name={name} days={days} byDay={byDay} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
