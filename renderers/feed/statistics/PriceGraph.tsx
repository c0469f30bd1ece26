import { columnText } from '#machines/feed/markets/market-texts.rules.ts'
import { stepPieces } from '#machines/feed/statistics/chart.rules.ts'
import { formatOdds, type OddsFormat } from '#machines/odds/odds-format.rules.ts'
import type { PriceGraphAnswer, PriceLine, PricePoint } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { useText } from '../../site/texts.tsx'
import { type ChartLine, LineChart } from './LineChart.tsx'
import { NothingKnown, PartNote, useStatisticsView } from './statistics-view.tsx'

/** Props of {@link PriceGraph}. */
export interface PriceGraphProps {
  readonly answer: PriceGraphAnswer
  readonly view: OddsFormat
}

/** Lines that have a colour of their own. */
const MOST_LINES = 6
/** Movements that the table lists. */
const MOST_ROWS = 60
const IMPORTED: readonly PricePoint['phase'][] = ['opening', 'closing']

/** How the prices of a market have moved: a line for each outcome, with gaps where nobody knew them, and every movement in a table, the
 *  latest first. Of an imported game the opening and the closing price alone are known, without their times. */
export function PriceGraph({ answer, view }: PriceGraphProps) {
  const t = useText()
  const { momentOf } = useStatisticsView()
  const { lines, gaps, market, until } = answer
  if (!market || lines.length === 0)
    return <NothingKnown title={t('statistics.graph_empty')} text={t('statistics.graph_empty_text')} />
  const isTimed = lines.every(({ points }) => points.every(({ phase }) => !IMPORTED.includes(phase)))
  const named = lines.map((line) => ({ ...line, label: nameOf(market.typeId, line, t) }))
  const drawn = named.slice(0, MOST_LINES).map((line): ChartLine => {
    const id = String(line.outcomeTypeId)
    return { id, label: line.label, pieces: isTimed ? timedPieces(line, answer) : [orderedPoints(line)] }
  })
  const moments = lines.flatMap(({ points }) => points.map(({ at }) => at)).sort()
  const ends = isTimed
    ? ([momentOf(moments[0] ?? until), momentOf(until)] as const)
    : ([t('statistics.phase_opening'), t('statistics.phase_closing')] as const)
  const label = t('statistics.graph')
  return (
    <>
      <LineChart
        label={label}
        lines={drawn}
        gaps={isTimed ? gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })) : []}
        ends={ends}
        formatY={(value) => (value > 1 ? formatOdds(value.toFixed(2), view) : value.toFixed(2))}
      />
      {isTimed && gaps.length > 0 && <PartNote>{t('statistics.graph_gaps', { count: gaps.length })}</PartNote>}
      <Movements label={label} lines={named} view={view} isTimed={isTimed} />
    </>
  )
}

type Named = PriceLine & { readonly label: string }

function nameOf(typeId: number, { outcomeTypeId, name }: PriceLine, t: ReturnType<typeof useText>): string {
  if (name !== undefined) return name
  const { key, values } = columnText(typeId, outcomeTypeId)
  return t(key, values)
}

function timedPieces({ points }: PriceLine, { gaps, until }: PriceGraphAnswer) {
  return stepPieces(
    points.map(({ at, odds }) => ({ x: Date.parse(at), y: Number(odds) })),
    gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    Date.parse(until),
  )
}

/** The opening price at the left, the closing one at the right. */
function orderedPoints({ points }: PriceLine) {
  return points.map(({ phase, odds }) => ({ x: phase === 'opening' ? 0 : 1, y: Number(odds) }))
}

interface MovementsProps extends Pick<PriceGraphProps, 'view'> {
  readonly label: string
  readonly lines: readonly Named[]
  readonly isTimed: boolean
}

function Movements({ label, lines, view, isTimed }: MovementsProps) {
  const t = useText()
  const { momentOf } = useStatisticsView()
  const all = lines.flatMap(({ label: name, outcomeTypeId, points }) =>
    points.map((point, at) => ({ ...point, name, former: points[at - 1]?.odds, key: `${outcomeTypeId} ${at}` })),
  )
  const latest = all.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).slice(0, MOST_ROWS)
  return (
    <DataTable name={label}>
      <thead>
        <tr>
          <th scope="col">{t('statistics.when')}</th>
          <th scope="col">{t('statistics.outcome')}</th>
          <th scope="col" data-cell="number">
            {t('statistics.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {latest.map(({ key, at, name, odds, former, phase }) => (
          <tr key={key}>
            <td data-cell="mark">{isTimed ? momentOf(at) : t(`statistics.phase_${phase}`)}</td>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td data-cell="number">
              <bdi dir="ltr">
                {former !== undefined && `${formatOdds(former, view)} → `}
                {formatOdds(odds, view)}
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
