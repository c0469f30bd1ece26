import { TABLE_TYPES } from '#machines/feed/statistics/statistics-address.rules.ts'
import { PlayerGames } from '#renderers/feed/game/PlayerGames.tsx'
import { GameTable } from '#renderers/feed/statistics/Games.tsx'
import { HorseRecord } from '#renderers/feed/statistics/HorseRecord.tsx'
import { BarChart } from '#renderers/feed/statistics/LineChart.tsx'
import { RatingHistory, RatingRulesNote, RatingTable } from '#renderers/feed/statistics/Ratings.tsx'
import { ScorerTable, SeasonFigures, SeasonMonths, SeasonTable } from '#renderers/feed/statistics/SeasonTable.tsx'
import {
  FigureList,
  LinkTabs,
  NothingKnown,
  PartNote,
  PlaceLink,
  StatisticsPart,
  useStatisticsView,
} from '#renderers/feed/statistics/statistics-view.tsx'
import { DataTable } from '#renderers/site/content/DataTable.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SeasonAnswer } from '#schemas'
import type { StatisticsContent } from './load-statistics.ts'
import { ratingsPlace } from './statistics-paths.ts'

type ContentOf<Kind extends StatisticsContent['kind']> = Extract<StatisticsContent, { readonly kind: Kind }>

/** A side: rating, form, games and seasons. */
export function TeamPage({ content: { answer, players } }: { readonly content: ContentOf<'team'> }) {
  const t = useText()
  const { sportId, team, rating, history, games, next, seasons } = answer
  return (
    <>
      {rating && (
        <FigureList
          label={team.name}
          figures={[
            { id: 'rating', label: t('statistics.rating'), value: rating.rating },
            { id: 'place', label: t('statistics.rating_of_all', { sides: rating.sides }), value: rating.place },
            { id: 'games', label: t('statistics.games'), value: history.length },
          ]}
        />
      )}
      {next.length > 0 && (
        <StatisticsPart title={t('statistics.next')}>
          <GameTable name={t('statistics.next')} games={next} markedId={team.participantId} />
        </StatisticsPart>
      )}
      {games.length > 0 && (
        <StatisticsPart title={t('statistics.last_games')}>
          <GameTable name={t('statistics.last_games')} games={games} markedId={team.participantId} />
        </StatisticsPart>
      )}
      {seasons.length > 0 && <TeamSeasons answer={answer} />}
      {players.length > 0 && (
        <StatisticsPart title={t('statistics.squad')}>
          <DataTable name={t('statistics.squad')}>
            <thead>
              <tr>
                <th scope="col">{t('board.player')}</th>
                <th scope="col" data-cell="number">
                  {t('board.player_games')}
                </th>
                <th scope="col" data-cell="number">
                  {t('board.player_goals')}
                </th>
              </tr>
            </thead>
            <tbody>
              {players.map(({ playerId, name, games: played, goals }) => (
                <tr key={playerId}>
                  <th scope="row">
                    <PlaceLink place={{ kind: 'player', sportId, playerId }}>{name}</PlaceLink>
                  </th>
                  <td data-cell="number">{played}</td>
                  <td data-cell="number">{goals}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </StatisticsPart>
      )}
      {history.length > 0 && (
        <StatisticsPart title={t('statistics.rating_history')} text={t('statistics.rating_history_text')}>
          <PartNote>
            <PlaceLink place={ratingsPlace(sportId)}>{t('statistics.ratings')}</PlaceLink>
          </PartNote>
          <RatingHistory sportId={sportId} name={team.name} history={history} />
        </StatisticsPart>
      )}
    </>
  )
}

function TeamSeasons({ answer: { seasons, sportId } }: Pick<ContentOf<'team'>, 'answer'>) {
  const t = useText()
  return (
    <StatisticsPart title={t('statistics.seasons')}>
      <DataTable name={t('statistics.seasons')}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.season')}</th>
            <th scope="col" data-cell="number">
              {t('board.table_place')}
            </th>
            <th scope="col" data-cell="number">
              <abbr title={t('board.table_scored')}>{t('board.table_scored_short')}</abbr>
            </th>
            <th scope="col" data-cell="number">
              {t('board.table_points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {seasons.map(({ champId, champName, season, seasonId, sides, row }) => (
            <tr key={`${champId} ${seasonId}`}>
              <th scope="row">
                <PlaceLink place={{ kind: 'tournament', sportId, tournamentId: champId, seasonId }}>
                  {champName} {season}
                </PlaceLink>
              </th>
              <td data-cell="number">
                {row.place} / {sides}
              </td>
              <td data-cell="number">
                <bdi dir="ltr">
                  {row.scored}:{row.conceded}
                </bdi>
              </td>
              <td data-cell="number">{row.points}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </StatisticsPart>
  )
}

/** A player: what the results count, goals game by game, and the games. */
export function PlayerPage({ content: { answer } }: { readonly content: ContentOf<'player'> }) {
  const t = useText()
  const { to, dayOf } = useStatisticsView()
  const { player, team, sportId, games } = answer
  const bars = games
    .slice(0, 10)
    .reverse()
    .map(({ gameId, startsAt, events }) => ({
      id: String(gameId),
      label: dayOf(startsAt).slice(0, 5),
      value: events.filter(({ kind }) => kind === 'goal').length,
    }))
  return (
    <>
      <PartNote>
        <PlaceLink place={{ kind: 'team', sportId, teamId: team.participantId }}>{team.name}</PlaceLink>
      </PartNote>
      <FigureList
        label={player.name}
        figures={[
          { id: 'games', label: t('board.player_games'), value: player.games },
          { id: 'goals', label: t('board.player_goals'), value: player.goals },
          { id: 'yellow', label: t('player.yellow_cards'), value: player.yellowCards },
          { id: 'red', label: t('player.red_cards'), value: player.redCards },
        ]}
      />
      <StatisticsPart title={t('player.own_games')}>
        <BarChart label={t('board.player_goals')} bars={bars} format={String} />
        {games.length > 0 ? (
          <PlayerGames
            games={games}
            pathOf={({ gameId }) => to({ kind: 'game', sportId, gameId, tab: 'line-ups' }) ?? ''}
            startOf={({ startsAt }) => ({ day: dayOf(startsAt), time: '' })}
          />
        ) : (
          <NothingKnown title={t('board.line_ups_empty')} text={t('board.line_ups_empty_text')} />
        )}
      </StatisticsPart>
    </>
  )
}

/** A stage: its table by type (WID-3). */
export function StagePage({ content: { place, answer } }: { readonly content: ContentOf<'stage'> }) {
  const t = useText()
  const { to } = useStatisticsView()
  return (
    <>
      <LinkTabs
        label={t('statistics.table_types')}
        items={TABLE_TYPES.map((table) => ({
          id: table,
          label: t(`statistics.table_${table}`),
          to: to({ ...place, table }),
          isCurrent: table === place.table,
        }))}
      />
      <PartNote>{t(`statistics.table_${place.table}_text`)}</PartNote>
      <SeasonTable season={answer} type={place.table} />
      {answer.season && (
        <PartNote>
          <PlaceLink
            place={{
              kind: 'tournament',
              sportId: place.sportId,
              tournamentId: place.stageId,
              seasonId: answer.season.seasonId,
            }}
          >
            {t('statistics.whole_season')}
          </PlaceLink>
        </PartNote>
      )}
    </>
  )
}

/** A season of a tournament, or of a cyber one: numbers, table, scorers, months and results (WID-2, WID-5). */
export function TournamentPage({ content: { place, answer } }: { readonly content: ContentOf<'tournament'> }) {
  const t = useText()
  const { to } = useStatisticsView()
  const { sportId, champId, seasons, scorers, months, games } = answer
  return (
    <>
      <LinkTabs
        label={t('statistics.seasons')}
        items={seasons.slice(0, 12).map(({ seasonId, name }) => ({
          id: seasonId,
          label: name,
          to: to({ ...place, seasonId }),
          isCurrent: seasonId === place.seasonId,
        }))}
      />
      <SeasonFigures totals={answer.totals} />
      <StatisticsPart title={t('board.table')}>
        <SeasonTable season={answer} type="overall" />
        <TableLinks season={answer} />
      </StatisticsPart>
      {scorers.length > 0 && (
        <StatisticsPart title={t('statistics.scorers')}>
          <ScorerTable sportId={sportId} scorers={scorers} />
        </StatisticsPart>
      )}
      {months.length > 0 && (
        <StatisticsPart title={t('statistics.months')}>
          <SeasonMonths months={months} />
        </StatisticsPart>
      )}
      {games.length > 0 && (
        <StatisticsPart title={t('statistics.results')}>
          <GameTable name={t('statistics.results')} games={games} />
        </StatisticsPart>
      )}
      <PartNote>
        <PlaceLink place={{ kind: 'rating', sportId, ratingId: String(champId) }}>{t('statistics.ratings')}</PlaceLink>
      </PartNote>
    </>
  )
}

/** The further tables of a season that is played now. */
function TableLinks({ season: { sportId, champId, season, seasons } }: { readonly season: SeasonAnswer }) {
  const t = useText()
  const { to } = useStatisticsView()
  if (season?.seasonId !== seasons[0]?.seasonId) return null
  return (
    <LinkTabs
      label={t('statistics.table_types')}
      items={TABLE_TYPES.filter((table) => table !== 'overall').map((table) => ({
        id: table,
        label: t(`statistics.table_${table}`),
        to: to({ kind: 'stage', sportId, stageId: champId, table }),
        isCurrent: false,
      }))}
    />
  )
}

/** Ratings by Elo, with how they are made. */
export function RatingPage({ content: { answer } }: { readonly content: ContentOf<'rating'> }) {
  const t = useText()
  return (
    <>
      <RatingRulesNote rules={answer.rules} example={answer.rows[0]?.last} />
      <PartNote>{t('statistics.rating_counted', { games: answer.games, sides: answer.sides })}</PartNote>
      <RatingTable answer={answer} />
    </>
  )
}

/** The record of a horse. */
export function HorsePage({ content: { answer } }: { readonly content: ContentOf<'horse'> }) {
  return <HorseRecord answer={answer} />
}
