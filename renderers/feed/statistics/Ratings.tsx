import type { RatingChange, RatingRules, RatingsAnswer } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import { type ChartLine, LineChart } from './LineChart.tsx'
import styles from './Ratings.module.css'
import { PlaceLink, useStatisticsView } from './statistics-view.tsx'

const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')

/** How ratings are made, with the numbers of the brand and a game that shows them. */
export function RatingRulesNote({
  rules,
  example,
}: {
  readonly rules: RatingRules
  readonly example?: RatingChange | undefined
}) {
  const t = useText()
  const { start, weight, homeAdvantage, isMarginCounted } = rules
  return (
    <div className={styles.rules}>
      <p>{t('statistics.rating_start', { start, weight })}</p>
      {homeAdvantage > 0 && <p>{t('statistics.rating_home', { points: homeAdvantage })}</p>}
      {isMarginCounted && <p>{t('statistics.rating_margin')}</p>}
      {example && (
        <p>
          {t('statistics.rating_example', {
            score: `${example.own}:${example.others}`,
            opponent: example.opponent.name,
            expected: Math.round(example.expectedPermille / 10),
            before: example.before,
            change: signed(example.change),
            after: example.after,
          })}
        </p>
      )}
    </div>
  )
}

/** Sides by their ratings, each with the result that made its rating what it is. */
export function RatingTable({ answer }: { readonly answer: RatingsAnswer }) {
  const t = useText()
  const { sportId, rows } = answer
  return (
    <DataTable name={t('statistics.ratings')}>
      <thead>
        <tr>
          <th scope="col">
            <abbr title={t('board.table_place')}>#</abbr>
          </th>
          <th scope="col">{t('board.table_side')}</th>
          <th scope="col" data-cell="number">
            {t('statistics.games')}
          </th>
          <th scope="col" data-cell="number">
            {t('statistics.rating')}
          </th>
          <th scope="col" data-cell="number">
            {t('statistics.last_change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, participant: { participantId: teamId, name }, games, rating, last }) => (
          <tr key={teamId}>
            <td data-cell="mark">{place}</td>
            <th scope="row">
              <PlaceLink place={{ kind: 'team', sportId, teamId }}>{name}</PlaceLink>
            </th>
            <td data-cell="number">{games}</td>
            <td data-cell="number" className={styles.rating}>
              {rating}
            </td>
            <td data-cell="number">
              <Change sportId={sportId} change={last} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** Points that a result moved, leading to the game. */
function Change({ sportId, change }: { readonly sportId: number; readonly change: RatingChange }) {
  return (
    <span className={styles.change} data-way={Math.sign(change.change)}>
      <PlaceLink place={{ kind: 'game', sportId, gameId: change.gameId, tab: 'main' }}>
        {signed(change.change)}
      </PlaceLink>
      <bdi className={styles.why}>
        {change.own}:{change.others} {change.opponent.name}
      </bdi>
    </span>
  )
}

/** The line of a rating over the games of a side, its first value before the first of them. */
export function ratingLine(id: string, label: string, history: readonly RatingChange[]): ChartLine {
  const [first] = history
  if (!first) return { id, label, pieces: [] }
  const points = history.map(({ after }, at) => ({ x: at + 1, y: after }))
  return { id, label, pieces: [[{ x: 0, y: first.before }, ...points]] }
}

/** Props of {@link RatingHistory}. */
export interface RatingHistoryProps {
  readonly sportId: number
  readonly name: string
  /** The oldest first. */
  readonly history: readonly RatingChange[]
}

/** How results have moved a rating: a line, and the results in a table, the latest first. */
export function RatingHistory({ sportId, name, history }: RatingHistoryProps) {
  const t = useText()
  const { language } = useLanguage()
  const { dayOf } = useStatisticsView()
  const label = t('statistics.rating_of', { name })
  const ends = [dayOf(history[0]?.startsAt ?? ''), dayOf(history.at(-1)?.startsAt ?? '')] as const
  return (
    <>
      <LineChart
        label={label}
        lines={[ratingLine('rating', name, history)]}
        ends={ends}
        formatY={(value) => value.toLocaleString(language, { useGrouping: false })}
      />
      <DataTable name={label}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.day')}</th>
            <th scope="col">{t('statistics.result')}</th>
            <th scope="col" data-cell="number">
              {t('statistics.expected')}
            </th>
            <th scope="col" data-cell="number">
              {t('statistics.points')}
            </th>
            <th scope="col" data-cell="number">
              {t('statistics.rating')}
            </th>
          </tr>
        </thead>
        <tbody>
          {history.toReversed().map((change) => (
            <tr key={change.gameId}>
              <td data-cell="mark">{dayOf(change.startsAt)}</td>
              <th scope="row">
                <PlaceLink place={{ kind: 'game', sportId, gameId: change.gameId, tab: 'main' }}>
                  <bdi dir="ltr">
                    {change.own}:{change.others}
                  </bdi>{' '}
                  {change.opponent.name}
                </PlaceLink>
                <span className={styles.why}>{t(change.isHome ? 'statistics.at_home' : 'statistics.away')}</span>
              </th>
              <td data-cell="number">{Math.round(change.expectedPermille / 10)}%</td>
              <td data-cell="number">
                <span className={styles.change} data-way={Math.sign(change.change)}>
                  {signed(change.change)}
                </span>
              </td>
              <td data-cell="number">{change.after}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </>
  )
}
