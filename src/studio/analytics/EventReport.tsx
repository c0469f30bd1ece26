import { useParams, useSearchParams } from 'react-router'
import { say } from '../app/studio-texts.ts'
import { useBrandName } from '../brands/use-brand-name.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import { PartTabs } from '../parts/PartTabs.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { ExperimentsPart } from './ExperimentsPart.tsx'
import { EVENT_VIEWS, type EventPartProps, type EventPlace, eventQuery, readEventPlace } from './event-place.ts'
import styles from './events.module.css'
import { FunnelPart } from './FunnelPart.tsx'
import { KindsPart } from './KindsPart.tsx'
import { LivePart } from './LivePart.tsx'
import { VisitorsPart } from './VisitorsPart.tsx'
import { VitalsPart } from './VitalsPart.tsx'

const DAY_CHOICES = [1, 7, 14, 30, 92]

/** `/brands/:brand/events`: what visitors of a brand do, by kind and day, and how far they come (ANA-33). */
export function EventReport() {
  const { brand = '' } = useParams()
  const name = useBrandName(brand)
  const [query, setQuery] = useSearchParams()
  const place = readEventPlace(query)
  const go = (change: Partial<EventPlace>) => setQuery(eventQuery({ ...place, ...change }))
  const Part = PARTS[place.view]
  return (
    <>
      <ScreenHead title={say('events.title', { brand: name })} lead={say('events.lead')}>
        <ActionLink to={`/brands/${brand}/desk`}>{say('events.desk')}</ActionLink>
      </ScreenHead>
      <PartTabs
        label={say('events.views')}
        current={place.view}
        tabs={EVENT_VIEWS.map((view) => ({
          ...{ id: view, text: say(`events.view_${view}`) },
          to: `?${new URLSearchParams(eventQuery({ ...place, view }))}`,
        }))}
      />
      <div className={styles.report}>
        {place.view !== 'live' && <DaysBar place={place} onGo={go} />}
        <Part brand={brand} place={place} onGo={go} />
      </div>
    </>
  )
}

const PARTS = {
  kinds: KindsPart,
  funnel: FunnelPart,
  visitors: VisitorsPart,
  vitals: VitalsPart,
  experiments: ExperimentsPart,
  live: LivePart,
}

/** Which days are reported. */
function DaysBar({ place: { days, until }, onGo }: Pick<EventPartProps, 'place' | 'onGo'>) {
  const today = new Date().toISOString().slice(0, 10)
  return (
    <div className={styles.bar}>
      <LabelledSelect
        label={say('events.days')}
        value={days}
        onChange={({ target }) => onGo({ days: Number(target.value) })}
      >
        {[...new Set([...DAY_CHOICES, days])]
          .sort((one, other) => one - other)
          .map((count) => (
            <option key={count} value={count}>
              {say('events.day_count', { count })}
            </option>
          ))}
      </LabelledSelect>
      <LabelledInput
        label={say('events.until')}
        type="date"
        max={today}
        value={until ?? today}
        onChange={({ target }) => onGo({ until: target.value === '' || target.value >= today ? null : target.value })}
      />
    </div>
  )
}
