import { FEED_KIND, MARKET_STATUS, takesBets } from '#machines/site/tables/tables.ts'
import type { MeetingRace, RaceMeeting } from '#schemas'
import { CountryMark } from '../../site/Flag.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './Meetings.module.css'

/** Props of {@link Meetings}. */
export interface MeetingsProps {
  /** That with the next race first. */
  readonly meetings: readonly RaceMeeting[]
  readonly pathOf: (meeting: RaceMeeting, race: MeetingRace) => string
  readonly startOf: (of: Pick<MeetingRace, 'startsAt'> & { readonly hasStartTime: boolean }) => {
    readonly day: string
    readonly time: string
  }
  readonly countryOf: (countryId: number) => { readonly name: string; readonly code: string } | undefined
}

/** Races that are first in front. */
const NEXT = 5

/** Races: the next ones whatever their course, then all by meeting with what is known of each. */
export function Meetings(props: MeetingsProps) {
  const { meetings } = props
  const t = useText()
  const next = meetings
    .flatMap((meeting) => meeting.races.map((race) => ({ meeting, race })))
    .filter(({ race }) => takesBets(race.status) && race.kind !== FEED_KIND.live)
    .toSorted((one, other) => Date.parse(one.race.startsAt) - Date.parse(other.race.startsAt))
    .slice(0, NEXT)
  return (
    <>
      {next.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('board.race_next')}</h2>
          <ul className={styles.next}>
            {next.map(({ meeting, race }) => (
              <li key={race.gameId}>
                <NextRace {...props} meeting={meeting} race={race} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.part}>
        <h2 className={styles.title}>{t('board.race_meetings')}</h2>
        <div className={styles.meetings}>
          {meetings.map((meeting) => (
            <Meeting key={`${meeting.champId}-${meeting.races[0]?.gameId}`} {...props} meeting={meeting} />
          ))}
        </div>
      </section>
    </>
  )
}

type RaceOf = Pick<MeetingsProps, 'pathOf' | 'startOf'> & { readonly meeting: RaceMeeting; readonly race: MeetingRace }

function NextRace({ meeting, race, pathOf, startOf }: RaceOf) {
  const t = useText()
  const Link = useLink()
  const { day, time } = startOf({ ...race, hasStartTime: true })
  return (
    <Link to={pathOf(meeting, race)} className={styles.nextRace}>
      <span className={styles.time}>{[day, time].filter(Boolean).join(' ')}</span>
      <bdi className={styles.course}>{meeting.course}</bdi>
      <bdi className={styles.muted}>{race.name}</bdi>
      <span className={styles.muted}>{t('board.race_runners', { number: race.runnerCount })}</span>
    </Link>
  )
}

function Meeting({ meeting, countryOf, ...props }: MeetingsProps & { readonly meeting: RaceMeeting }) {
  const t = useText()
  const { course, going, races, countryId } = meeting
  const country = countryId === undefined ? undefined : countryOf(countryId)
  return (
    <section className={styles.meeting}>
      <h3 className={styles.head}>
        <CountryMark code={country?.code} />
        <bdi>{course}</bdi>
        <span className={styles.muted}>
          {[country?.name, going && t(`board.going_${going}`)].filter(Boolean).join(' · ')}
        </span>
      </h3>
      <ul>
        {races.map((race) => (
          <li key={race.gameId} className={styles.item}>
            <RaceRow {...props} meeting={meeting} race={race} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RaceRow({ meeting, race, pathOf, startOf }: RaceOf) {
  const t = useText()
  const Link = useLink()
  const { day, time } = startOf({ ...race, hasStartTime: true })
  const { race: facts, finish } = race
  const distance = facts && t('board.race_distance', { distance: facts.distanceM })
  const runners = t('board.race_runners', { number: race.runnerCount })
  return (
    <Link
      to={pathOf(meeting, race)}
      className={styles.race}
      data-over={race.status === MARKET_STATUS.SETTLED || undefined}
    >
      <span className={styles.time}>
        {time}
        {day && <span className={styles.muted}> {day}</span>}
      </span>
      <span className={styles.about}>
        <bdi className={styles.name}>{race.name}</bdi>
        {finish ? (
          <span className={styles.finish}>
            {finish.map(({ place, number, name }) => (
              <bdi key={number}>
                {place}. {name}
              </bdi>
            ))}
          </span>
        ) : (
          <span className={styles.muted}>{[distance, runners].filter(Boolean).join(' · ')}</span>
        )}
      </span>
      <RaceState race={race} />
    </Link>
  )
}

function RaceState({ race: { status, kind } }: Pick<RaceOf, 'race'>) {
  const t = useText()
  if (status === MARKET_STATUS.SETTLED) return <span className={styles.state}>{t('board.race_results')}</span>
  if (status === MARKET_STATUS.CANCELED) return <span className={styles.state}>{t('board.race_called_off')}</span>
  return kind === FEED_KIND.live ? (
    <span className={styles.state} data-live>
      {t('board.race_running')}
    </span>
  ) : null
}
