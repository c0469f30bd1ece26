import { useCallback } from 'react'
import { getVitalReport } from '#calls/studio/studio-analytics.calls.ts'
import { VITAL_LIMITS, type VitalName } from '#machines/analytics/vital.rules.ts'
import type { VitalReportAnswer } from '#schemas'
import { countText, dayText } from '../app/number-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { Mark } from '../parts/Mark.tsx'
import { daysQuery, type EventPartProps } from './event-place.ts'
import styles from './events.module.css'
import { SaveTable } from './SaveTable.tsx'

/** Measures in the order in which they are looked at. */
const MEASURES: readonly VitalName[] = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB', 'FID']
const TONES = { good: 'good', 'needs-improvement': 'warning', poor: 'problem' } as const
/** The file has them all. */
const SHOWN_ELEMENTS = 20

/** How pages feel to visitors, by page and by week, and the elements at fault: three of four visits are not above the value (ANA-30). */
export function VitalsPart({ brand, place: { days, until } }: Omit<EventPartProps, 'onGo'>) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(
      () => call(getVitalReport, { segments: { brand }, query: daysQuery({ days, until }) }),
      [call, brand, days, until],
    ),
  )
  return (
    <section className={styles.part} aria-label={say('events.vitals')}>
      <p>{say('events.vitals_lead')}</p>
      <Awaited loaded={loaded}>
        {({ vitals, vitalWeeks, slowElements }) =>
          vitals.length === 0 ? (
            <p>{say('events.none')}</p>
          ) : (
            <>
              <div className={styles.head}>
                <h2>{say('events.vital_pages')}</h2>
                <SaveTable
                  name={`${brand}-vitals`}
                  rows={[
                    ['page', 'measure', 'p75', 'rating', 'visits'],
                    ...vitals.map(({ page, name, p75, rating, visits }) => [page, name, p75, rating, visits]),
                  ]}
                />
              </div>
              <Sums
                head={say('events.vital_page')}
                sums={vitals.map(({ page, ...sum }) => ({ place: page, ...sum }))}
              />
              <h2>{say('events.vital_weeks')}</h2>
              <Sums
                head={say('events.vital_week')}
                sums={vitalWeeks.map(({ week, ...sum }) => ({ place: dayText(week), ...sum }))}
              />
              {slowElements.length > 0 && <SlowElements brand={brand} elements={slowElements} />}
            </>
          )
        }
      </Awaited>
    </section>
  )
}

type Sum = Omit<VitalReportAnswer['vitals'][number], 'page'> & { readonly place: string }

interface SumsProps {
  /** What the first column is. */
  readonly head: string
  readonly sums: readonly Sum[]
}

/** A line for each page or week, with a column for each measure. */
function Sums({ head, sums }: SumsProps) {
  const places = [...new Set(sums.map(({ place }) => place))]
  const found = new Map(sums.map((sum) => [`${sum.place} ${sum.name}`, sum]))
  const measures = MEASURES.filter((name) => sums.some((sum) => sum.name === name))
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {measures.map((name) => (
              <th key={name} scope="col" className={styles.number}>
                {name}
                <span className={styles.purpose}>
                  {say('events.vital_limit', { value: valueText(name, VITAL_LIMITS[name].good) })}
                </span>
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {say('events.vital_count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              {measures.map((name) => (
                <td key={name} className={styles.number}>
                  <Measured sum={found.get(`${place} ${name}`)} />
                </td>
              ))}
              <td className={styles.number}>
                {countText(Math.max(...measures.map((name) => found.get(`${place} ${name}`)?.visits ?? 0)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value with its rating, which is said in words where it is not good. */
function Measured({ sum }: { readonly sum: Sum | undefined }) {
  if (!sum) return '–'
  return (
    <>
      <Mark tone={TONES[sum.rating]}>{valueText(sum.name, sum.p75)}</Mark>
      {sum.rating !== 'good' && <span className={styles.purpose}>{say(`events.rating_${sum.rating}`)}</span>}
    </>
  )
}

interface ElementsProps {
  readonly brand: string
  readonly elements: VitalReportAnswer['slowElements']
}

function SlowElements({ brand, elements }: ElementsProps) {
  return (
    <>
      <div className={styles.head}>
        <h2>{say('events.elements')}</h2>
        <SaveTable
          name={`${brand}-elements`}
          rows={[
            ['page', 'element', 'measure', 'p75', 'times'],
            ...elements.map(({ page, element, name, p75, visits }) => [page, element, name, p75, visits]),
          ]}
        />
      </div>
      <p>{say('events.elements_lead')}</p>
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('events.vital_page')}</th>
              <th scope="col">{say('events.element')}</th>
              <th scope="col">{say('events.vital')}</th>
              <th scope="col" className={styles.number}>
                {say('events.vital_p75')}
              </th>
              <th scope="col" className={styles.number}>
                {say('events.step_count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {elements.slice(0, SHOWN_ELEMENTS).map(({ page, element, name, p75, visits }) => (
              <tr key={`${page} ${element} ${name}`}>
                <th scope="row">{page}</th>
                <td>
                  <code>{element}</code>
                </td>
                <td>{name}</td>
                <td className={styles.number}>{valueText(name, p75)}</td>
                <td className={styles.number}>{countText(visits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function valueText(name: string, value: number): string {
  return name === 'CLS' ? String(Number(value.toFixed(3))) : `${countText(Math.round(value))} ms`
}
