import { useState } from 'react'
import type { EventReportAnswer } from '#schemas'
import { changeText, countText, dayText } from '../app/number-text.ts'
import { say } from '../app/studio-texts.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { DayBars } from './DayBars.tsx'
import { DayChart } from './DayChart.tsx'
import type { EventPartProps } from './event-place.ts'
import styles from './events.module.css'
import { KindOptions } from './KindOptions.tsx'
import { SaveTable } from './SaveTable.tsx'
import { useEventReport } from './use-event-report.ts'

/** How many visitors there were and what they have done, by day, beside as many days before. */
export function KindsPart({ brand, place, onGo }: EventPartProps) {
  const loaded = useEventReport(brand, place)
  return (
    <Awaited loaded={loaded}>
      {(report) => (
        <>
          {report.isOn ? null : <Remark kind="warning">{say('events.off')}</Remark>}
          <Trend report={report} place={place} onGo={onGo} />
          <Kinds brand={brand} report={report} />
        </>
      )}
    </Awaited>
  )
}

function Trend({
  report,
  place: { shown },
  onGo,
}: { report: EventReportAnswer } & Pick<EventPartProps, 'place' | 'onGo'>) {
  const { days, kinds, visitors, visitorsByDay, visitorsBefore } = report
  const kind = kinds.find(({ number }) => number === shown)
  const [total, before] = kind ? [kind.total, kind.before] : [visitors, visitorsBefore]
  const change = before === null ? null : changeText(total, before)
  const text = { count: total, shown: countText(total) }
  return (
    <section className={styles.part} aria-label={say('events.trend')}>
      <div className={styles.bar}>
        <LabelledSelect
          label={say('events.trend_of')}
          value={kind?.number ?? 0}
          onChange={({ target }) => onGo({ shown: Number(target.value) })}
        >
          <option value={0}>{say('events.trend_visitors')}</option>
          <KindOptions kinds={kinds} />
        </LabelledSelect>
        <strong className={styles.visitors}>{kind ? say('events.times', text) : say('events.visitors', text)}</strong>
        {change !== null && before !== null && (
          <span className={styles.change}>
            {say('events.change', { change, before: countText(before), count: days.length })}
          </span>
        )}
      </div>
      <DayChart
        name={kind?.name ?? say('events.trend_visitors')}
        days={days.map(dayText)}
        byDay={kind?.byDay ?? visitorsByDay}
      />
    </section>
  )
}

function Kinds({ brand, report: { kinds, days } }: { readonly brand: string; readonly report: EventReportAnswer }) {
  const [isAll, setIsAll] = useState(false)
  const shown = kinds.filter(({ total }) => isAll || total > 0)
  return (
    <section className={styles.part} aria-label={say('events.kinds')}>
      <div className={styles.head}>
        <h2>{say('events.kinds')}</h2>
        <label className={styles.check}>
          <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} />
          {say('events.all_kinds')}
        </label>
        <SaveTable
          name={`${brand}-events`}
          rows={[
            ['number', 'name', 'part', 'before', ...days],
            ...kinds.map(({ number, name, owner, before, byDay }) => [number, name, owner, before, ...byDay]),
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <p>{say('events.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('events.kind')}</th>
              <th scope="col" className={styles.minor}>
                {say('events.part')}
              </th>
              <th scope="col" className={styles.number}>
                {say('events.total')}
              </th>
              <th scope="col" className={styles.number}>
                {say('events.compared')}
              </th>
              <th scope="col" className={styles.minor}>
                {say('events.by_day')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ number, name, owner, purpose, total, before, byDay }) => (
              <tr key={number}>
                <th scope="row">
                  <code>{number}</code> {name}
                  <span className={styles.purpose}>{purpose}</span>
                </th>
                <td className={styles.minor}>{owner}</td>
                <td className={styles.number}>{countText(total)}</td>
                <td className={styles.number}>{changeText(total, before) ?? '–'}</td>
                <td className={styles.minor}>
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
