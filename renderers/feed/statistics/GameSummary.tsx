import type { GameStatisticsAnswer, StatisticsForecast } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './GameSummary.module.css'
import { FormStrip, formOf, GameTable } from './Games.tsx'
import { LineChart, ShareBar } from './LineChart.tsx'
import { ratingLine } from './Ratings.tsx'
import { NothingKnown, PlaceLink, StatisticsPart, useStatisticsView } from './statistics-view.tsx'

/** Props of the parts of a game. */
export interface GamePartProps {
  readonly answer: GameStatisticsAnswer
}

/** The score of a game, or when it starts. */
export function GameHead({ answer: { game, season } }: GamePartProps) {
  const t = useText()
  const { momentOf } = useStatisticsView()
  const { participants, score, sportId, champName, startsAt } = game
  const halves = score?.periods?.map(({ home, away }) => `${home}:${away}`).join(', ')
  return (
    <div className={styles.head}>
      <p className={styles.where}>
        <bdi>{champName}</bdi>
        {season && ` · ${t('board.table_season', { season })}`}
        {` · ${momentOf(startsAt)}`}
      </p>
      <p className={styles.sides}>
        <Side sportId={sportId} side={participants[0]} />
        <bdi dir="ltr" className={styles.score}>
          {score ? `${score.home}:${score.away}` : '–'}
        </bdi>
        <Side sportId={sportId} side={participants[1]} />
      </p>
      {halves && (
        <p className={styles.where}>
          <bdi dir="ltr">{halves}</bdi>
        </p>
      )}
    </div>
  )
}

function Side({
  sportId,
  side,
}: {
  readonly sportId: number
  readonly side: { participantId: number; name: string } | undefined
}) {
  if (!side) return null
  return (
    <span className={styles.side}>
      <PlaceLink place={{ kind: 'team', sportId, teamId: side.participantId }}>{side.name}</PlaceLink>
    </span>
  )
}

/** The game in short: what is expected, ratings and form of both sides, and what was counted. */
export function GameSummary({ answer }: GamePartProps) {
  const t = useText()
  const { home, away, counts, forecast, game } = answer
  const sides = [home, away].flatMap((side) => side ?? [])
  const lines = sides.map(({ participant, history }) =>
    ratingLine(String(participant.participantId), participant.name, history),
  )
  return (
    <>
      {forecast && <Forecast forecast={forecast} names={game.participants.map(({ name }) => name)} />}
      {counts.length > 0 && <Counts answer={answer} />}
      {sides.length > 0 && (
        <StatisticsPart title={t('statistics.sides')}>
          <LineChart
            label={t('statistics.ratings')}
            lines={lines}
            ends={[t('statistics.earlier'), t('statistics.before_game')]}
            formatY={String}
          />
          <DataTable name={t('statistics.sides')}>
            <thead>
              <tr>
                <th scope="col">{t('board.table_side')}</th>
                <th scope="col">{t('statistics.form')}</th>
                <th scope="col" data-cell="number">
                  {t('statistics.rating')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sides.map(({ participant, rating, games }) => (
                <tr key={participant.participantId}>
                  <th scope="row">
                    <PlaceLink place={{ kind: 'team', sportId: game.sportId, teamId: participant.participantId }}>
                      {participant.name}
                    </PlaceLink>
                  </th>
                  <td>
                    <FormStrip sportId={game.sportId} marks={formOf(games, participant.participantId)} />
                  </td>
                  <td data-cell="number">
                    {rating ? t('statistics.rating_place', { rating: rating.rating, place: rating.place }) : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </StatisticsPart>
      )}
      {sides.length === 0 && counts.length === 0 && (
        <NothingKnown title={t('board.statistics_empty')} text={t('board.statistics_empty_text')} />
      )}
    </>
  )
}

function Forecast({ forecast, names }: { readonly forecast: StatisticsForecast; readonly names: readonly string[] }) {
  const t = useText()
  const percent = (permille: number) => `${Math.round(permille / 10)}%`
  const { homePermille, drawPermille, awayPermille, games } = forecast
  const parts = [
    { id: 'home', label: names[0] ?? '', value: homePermille, text: percent(homePermille) },
    { id: 'draw', label: t('statistics.draw'), value: drawPermille, text: percent(drawPermille) },
    { id: 'away', label: names[1] ?? '', value: awayPermille, text: percent(awayPermille) },
  ]
  return (
    <StatisticsPart title={t('statistics.forecast')} text={t('statistics.forecast_text', { games })}>
      <ShareBar label={t('statistics.forecast')} parts={parts.filter(({ id, value }) => id !== 'draw' || value > 0)} />
    </StatisticsPart>
  )
}

function Counts({ answer: { game, counts } }: GamePartProps) {
  const t = useText()
  return (
    <StatisticsPart title={t('statistics.counts')}>
      <DataTable name={t('statistics.counts')}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.counted')}</th>
            {game.participants.map(({ participantId, name }) => (
              <th key={participantId} scope="col" data-cell="number">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map(({ code, home, away }) => (
            <tr key={code}>
              <th scope="row">{t(`feed.statistic_${code}`)}</th>
              <td data-cell="number">{home}</td>
              <td data-cell="number">{away}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </StatisticsPart>
  )
}

/** The last games of both sides. */
export function GameForm({ answer: { home, away } }: GamePartProps) {
  const t = useText()
  const sides = [home, away].flatMap((side) => (side && side.games.length > 0 ? side : []))
  if (sides.length === 0)
    return <NothingKnown title={t('board.statistics_empty')} text={t('board.statistics_empty_text')} />
  return (
    <div className={styles.columns}>
      {sides.map(({ participant, games }) => {
        const title = t('board.last_games', { name: participant.name })
        return (
          <StatisticsPart key={participant.participantId} title={title}>
            <GameTable name={title} games={games} markedId={participant.participantId} />
          </StatisticsPart>
        )
      })}
    </div>
  )
}

/** How the sides have played each other. */
export function GameMeetings({ answer: { game, headToHead } }: GamePartProps) {
  const t = useText()
  if (!headToHead || headToHead.games.length === 0)
    return <NothingKnown title={t('statistics.h2h_empty')} text={t('statistics.h2h_empty_text')} />
  const { homeWins, draws, awayWins, games } = headToHead
  const parts = [
    { id: 'home', label: game.participants[0]?.name ?? '', value: homeWins, text: String(homeWins) },
    { id: 'draws', label: t('board.draws'), value: draws, text: String(draws) },
    { id: 'away', label: game.participants[1]?.name ?? '', value: awayWins, text: String(awayWins) },
  ]
  return (
    <StatisticsPart title={t('board.h2h')}>
      <ShareBar label={t('board.h2h')} parts={parts} />
      <GameTable name={t('board.h2h')} games={games} />
    </StatisticsPart>
  )
}
