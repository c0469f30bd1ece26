import { FORM_GAMES } from '#machines/feed/statistics/season-table.rules.ts'
import type { TableType } from '#machines/feed/statistics/statistics-address.rules.ts'
import type { Scorer, SeasonAnswer, SeasonMonth, SeasonRow } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import { FormStrip } from './Games.tsx'
import { BarChart } from './LineChart.tsx'
import styles from './SeasonTable.module.css'
import { FigureList, NothingKnown, PlaceLink, useStatisticsView } from './statistics-view.tsx'

/** Props of {@link SeasonTable}. */
export interface SeasonTableProps {
  readonly season: Pick<SeasonAnswer, 'champName' | 'sportId' | 'rows' | 'season'>
  readonly type: TableType
  /** Sides to highlight. */
  readonly marked?: readonly number[]
}

type Column = { readonly id: string; readonly of: (row: SeasonRow) => string | number }

const STANDING: readonly Column[] = [
  { id: 'played', of: ({ row }) => row.played },
  { id: 'won', of: ({ row }) => row.won },
  { id: 'drawn', of: ({ row }) => row.drawn },
  { id: 'lost', of: ({ row }) => row.lost },
  { id: 'scored', of: ({ row }) => `${row.scored}:${row.conceded}` },
  { id: 'points', of: ({ row }) => row.points },
]
const NOBODY: readonly number[] = []

/** A table of a season by its type; that of totals counts games with many goals instead of points. */
export function SeasonTable({ season, type, marked = NOBODY }: SeasonTableProps) {
  const t = useText()
  const { sportId, rows, champName } = season
  if (rows.length === 0) return <NothingKnown title={t('board.table_empty')} text={t('statistics.table_empty')} />
  const isTotals = type === 'totals'
  const columns = isTotals ? totalsColumns() : STANDING
  const head = (id: string) => (isTotals && id !== 'played' ? `statistics.${id}` : `board.table_${id}`)
  return (
    <div className={styles.table}>
      <DataTable name={`${champName}: ${t(`statistics.table_${type}`)}`}>
        <thead>
          <tr>
            <th scope="col">
              <abbr title={t('board.table_place')}>#</abbr>
            </th>
            <th scope="col">{t('board.table_side')}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col" data-cell="number" data-column={id}>
                <abbr title={t(head(id))}>{t(`${head(id)}_short`)}</abbr>
              </th>
            ))}
            <th scope="col" data-column="form">
              {t('statistics.form')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => {
            const { participantId: teamId, name } = entry.row.participant
            return (
              <tr key={teamId} data-marked={marked.includes(teamId) || undefined}>
                <td data-cell="mark">{entry.row.place}</td>
                <th scope="row">
                  <PlaceLink place={{ kind: 'team', sportId, teamId }}>{name}</PlaceLink>
                </th>
                {columns.map(({ id, of }) => (
                  <td key={id} data-cell="number" data-column={id}>
                    <bdi dir="ltr">{of(entry)}</bdi>
                  </td>
                ))}
                <td data-column="form">
                  <FormStrip sportId={sportId} marks={entry.form.slice(-FORM_GAMES)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </DataTable>
    </div>
  )
}

function totalsColumns(): readonly Column[] {
  const share = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`
  return [
    { id: 'played', of: ({ row }) => row.played },
    { id: 'over', of: ({ over, row }) => `${over} · ${share(over, row.played)}` },
    { id: 'both', of: ({ both, row }) => `${both} · ${share(both, row.played)}` },
    { id: 'mean', of: ({ row }) => ((row.scored + row.conceded) / row.played).toFixed(2) },
  ]
}

/** What the results of a season come to, in a few numbers. */
export function SeasonFigures({ totals }: Pick<SeasonAnswer, 'totals'>) {
  const t = useText()
  const { language } = useLanguage()
  if (totals.games === 0) return null
  const percent = (count: number) =>
    (count / totals.games).toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <FigureList
      label={t('statistics.totals')}
      figures={[
        { id: 'games', label: t('statistics.games'), value: totals.games.toLocaleString(language) },
        {
          id: 'mean',
          label: t('statistics.mean'),
          value: (totals.scored / totals.games).toLocaleString(language, TWO_PLACES),
        },
        { id: 'home', label: t('statistics.home_wins'), value: percent(totals.homeWins) },
        { id: 'draws', label: t('board.draws'), value: percent(totals.draws) },
        { id: 'away', label: t('statistics.away_wins'), value: percent(totals.awayWins) },
      ]}
    />
  )
}

const TWO_PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** How many goals or points games had, month by month: as bars, and as a table. */
export function SeasonMonths({ months }: { readonly months: readonly SeasonMonth[] }) {
  const t = useText()
  const { language } = useLanguage()
  const { monthOf } = useStatisticsView()
  const mean = ({ scored, games }: SeasonMonth) => scored / games
  const write = (value: number) => value.toLocaleString(language, TWO_PLACES)
  const bars = months.map((month) => ({ id: month.month, label: month.month.slice(5), value: mean(month) }))
  return (
    <>
      <BarChart label={t('statistics.months')} bars={bars.slice(-12)} format={write} />
      <DataTable name={t('statistics.months')}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.month')}</th>
            <th scope="col" data-cell="number">
              {t('statistics.games')}
            </th>
            <th scope="col" data-cell="number">
              {t('statistics.scored')}
            </th>
            <th scope="col" data-cell="number">
              {t('statistics.mean')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthOf(month.month)}</th>
              <td data-cell="number">{month.games}</td>
              <td data-cell="number">{month.scored.toLocaleString(language)}</td>
              <td data-cell="number">{write(mean(month))}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </>
  )
}

/** Props of {@link ScorerTable}. */
export interface ScorerTableProps {
  readonly sportId: number
  readonly scorers: readonly Scorer[]
}

/** Who scored most in a season. */
export function ScorerTable({ sportId, scorers }: ScorerTableProps) {
  const t = useText()
  return (
    <DataTable name={t('statistics.scorers')}>
      <thead>
        <tr>
          <th scope="col">{t('board.player')}</th>
          <th scope="col" data-cell="number">
            {t('board.player_goals')}
          </th>
        </tr>
      </thead>
      <tbody>
        {scorers.map(({ playerId, name, team, goals }) => (
          <tr key={playerId}>
            <th scope="row">
              <PlaceLink place={{ kind: 'player', sportId, playerId }}>{name}</PlaceLink>
              <span className={styles.team}>
                <PlaceLink place={{ kind: 'team', sportId, teamId: team.participantId }}>{team.name}</PlaceLink>
              </span>
            </th>
            <td data-cell="number">{goals}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
