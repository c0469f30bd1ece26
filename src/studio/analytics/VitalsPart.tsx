import type { EventReportAnswer } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { Mark } from '../parts/Mark.tsx'
import styles from './events.module.css'

/** How pages feel to visitors: three of four visits are not above the value. */
export function VitalsPart({ vitals }: Pick<EventReportAnswer, 'vitals'>) {
  return (
    <section className={styles.part} aria-label={say('events.vitals')}>
      <h2>{say('events.vitals')}</h2>
      <p>{say('events.vitals_lead')}</p>
      {vitals.length === 0 ? (
        <p>{say('events.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('events.vital_page')}</th>
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
            {vitals.map(({ page, name, p75, rating, visits }) => (
              <tr key={`${page} ${name}`}>
                <th scope="row">{page}</th>
                <td>{name}</td>
                <td className={styles.number}>{name === 'CLS' ? p75.toFixed(3) : `${Math.round(p75)} ms`}</td>
                <td>
                  <Mark tone={rating === 'good' ? 'good' : 'warning'}>{say(`events.rating_${rating}`)}</Mark>
                </td>
                <td className={styles.number}>{visits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
