import type { EventReportAnswer } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { Mark } from '../parts/Mark.tsx'
import styles from './events.module.css'
import { SaveTable } from './VisitorsPart.tsx'

type Report = Pick<EventReportAnswer, 'vitals' | 'vitalWeeks' | 'slowElements'>

/** How pages feel to visitors, by page and by week, and the elements at fault: three of four visits are not above the value (ANA-30). */
export function VitalsPart({ brand, report }: { readonly brand: string; readonly report: Report }) {
  const { vitals, vitalWeeks, slowElements } = report
  return (
    <section className={styles.part} aria-label={say('events.vitals')}>
      <h2>{say('events.vitals')}</h2>
      <p>{say('events.vitals_lead')}</p>
      {vitals.length === 0 ? (
        <p>{say('events.none')}</p>
      ) : (
        <>
          <h3>{say('events.vital_pages')}</h3>
          <Sums head={say('events.vital_page')} sums={vitals.map(({ page, ...sum }) => ({ place: page, ...sum }))} />
          <SaveTable
            name={`${brand}-vitals`}
            rows={[
              ['page', 'measure', 'p75', 'rating', 'visits'],
              ...vitals.map(({ page, name, p75, rating, visits }) => [page, name, p75, rating, visits]),
            ]}
          />
          <h3>{say('events.vital_weeks')}</h3>
          <Sums
            head={say('events.vital_week')}
            sums={vitalWeeks.map(({ week, ...sum }) => ({ place: week, ...sum }))}
          />
        </>
      )}
      {slowElements.length > 0 && <SlowElements elements={slowElements} />}
    </section>
  )
}

interface SumsProps {
  /** What the first column is. */
  readonly head: string
  readonly sums: readonly (Omit<Report['vitals'][number], 'page'> & { readonly place: string })[]
}

function Sums({ head, sums }: SumsProps) {
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{say('events.vital')}</th>
            <th scope="col" className={styles.number}>
              {say('events.vital_p75')}
            </th>
            <th scope="col">{say('events.vital_rating')}</th>
            <th scope="col" className={styles.number}>
              {say('events.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ place, name, p75, rating, visits }) => (
            <tr key={`${place} ${name}`}>
              <th scope="row">{place}</th>
              <td>{name}</td>
              <td className={styles.number}>{valueText(name, p75)}</td>
              <td>
                <Mark tone={rating === 'good' ? 'good' : 'warning'}>{say(`events.rating_${rating}`)}</Mark>
              </td>
              <td className={styles.number}>{visits}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SlowElements({ elements }: { readonly elements: Report['slowElements'] }) {
  return (
    <>
      <h3>{say('events.elements')}</h3>
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
                {say('events.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {elements.map(({ page, element, name, p75, visits }) => (
              <tr key={`${page} ${element} ${name}`}>
                <th scope="row">{page}</th>
                <td>
                  <code>{element}</code>
                </td>
                <td>{name}</td>
                <td className={styles.number}>{valueText(name, p75)}</td>
                <td className={styles.number}>{visits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function valueText(name: string, value: number): string {
  return name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`
}
