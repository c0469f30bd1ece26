import {
  boundsOf,
  type ChartGap,
  type ChartPoint,
  linePath,
  placeIn,
  ticksOf,
} from '#machines/feed/statistics/chart.rules.ts'
import styles from './charts.module.css'

/** A line of a chart. */
export interface ChartLine {
  readonly id: string
  readonly label: string
  /** Runs of points; between two runs nothing is known. */
  readonly pieces: readonly (readonly ChartPoint[])[]
}

/** Props of {@link LineChart}. */
export interface LineChartProps {
  /** What is drawn; the table below the chart says the same. */
  readonly label: string
  /** At most six: there are no more colours. */
  readonly lines: readonly ChartLine[]
  /** Where nothing is known. */
  readonly gaps?: readonly ChartGap[]
  /** What the two ends of the horizontal axis are called. */
  readonly ends: readonly [first: string, last: string]
  readonly formatY: (value: number) => string
}

const WIDTH = 400
const HEIGHT = 170
const AXIS = 44
const BASE = 20
const TOP = 8
const PLOT = { width: WIDTH - AXIS - 8, height: HEIGHT - BASE - TOP }
/** Points of a line that are drawn as dots too. */
const MOST_DOTS = 12

/** Lines over an axis of time or order, drawn on the server; a table below says the same. */
export function LineChart({ label, lines, gaps = [], ends, formatY }: LineChartProps) {
  const bounds = boundsOf(lines.flatMap(({ pieces }) => pieces))
  if (!bounds) return null
  const at = (point: ChartPoint) => {
    const { x, y } = placeIn(point, bounds, PLOT)
    return { x: x + AXIS, y: y + TOP }
  }
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles.drawing}>
        {gaps.map(({ from, to }) => {
          const start = at({ x: Math.max(from, bounds.left), y: bounds.low }).x
          const end = at({ x: Math.min(to, bounds.right), y: bounds.low }).x
          return end > start ? (
            <rect key={from} x={start} y={TOP} width={end - start} height={PLOT.height} className={styles.gap} />
          ) : null
        })}
        {ticksOf(bounds.low, bounds.high).map((tick) => {
          const { y } = at({ x: bounds.left, y: tick })
          return (
            <g key={tick}>
              <line x1={AXIS} x2={AXIS + PLOT.width} y1={y} y2={y} className={styles.grid} />
              <text x={AXIS - 6} y={y + 4} textAnchor="end" className={styles.label}>
                {formatY(tick)}
              </text>
            </g>
          )
        })}
        <text x={AXIS} y={HEIGHT - 4} className={styles.label}>
          {ends[0]}
        </text>
        <text x={AXIS + PLOT.width} y={HEIGHT - 4} textAnchor="end" className={styles.label}>
          {ends[1]}
        </text>
        {lines.map(({ id, pieces }, number) => (
          <g key={id} data-series={number % 6}>
            {pieces.map((piece) => (
              <Piece key={piece[0]?.x} points={piece.map(at)} />
            ))}
          </g>
        ))}
      </svg>
      {lines.length > 1 && (
        <figcaption className={styles.legend}>
          {lines.map(({ id, label: name }, number) => (
            <span key={id} className={styles.key} data-series={number % 6}>
              <bdi>{name}</bdi>
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

function Piece({ points }: { readonly points: readonly ChartPoint[] }) {
  return (
    <>
      <path d={linePath(points)} className={styles.line} />
      {points.length <= MOST_DOTS &&
        points.map(({ x, y }) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.5" className={styles.dot} />)}
    </>
  )
}

/** Props of {@link BarChart}. */
export interface BarChartProps {
  readonly label: string
  readonly bars: readonly { readonly id: string; readonly label: string; readonly value: number }[]
  readonly format: (value: number) => string
}

/** Bars of a few values beside each other, each with its number. */
export function BarChart({ label, bars, format }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  if (most === 0) return null
  const step = WIDTH / bars.length
  const room = HEIGHT - BASE - 18
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles.drawing}>
        {bars.map(({ id, label: name, value }, number) => {
          const height = (value / most) * room
          const middle = step * number + step / 2
          return (
            <g key={id}>
              <rect
                x={step * number + step * 0.15}
                y={HEIGHT - BASE - height}
                width={step * 0.7}
                height={height}
                rx="3"
                className={styles.bar}
              />
              <text x={middle} y={HEIGHT - BASE - height - 5} textAnchor="middle" className={styles.value}>
                {format(value)}
              </text>
              <text x={middle} y={HEIGHT - 4} textAnchor="middle" className={styles.label}>
                {name}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

/** Props of {@link ShareBar}. */
export interface ShareBarProps {
  readonly label: string
  readonly parts: readonly {
    readonly id: string
    readonly label: string
    readonly value: number
    readonly text: string
  }[]
}

/** How a whole is shared out, with the number of each part below it. */
export function ShareBar({ label, parts }: ShareBarProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  if (whole === 0) return null
  let from = 0
  return (
    <figure className={styles.chart}>
      <svg viewBox="0 0 400 12" preserveAspectRatio="none" role="img" aria-label={label} className={styles.shares}>
        {parts.map(({ id, value }, number) => {
          const width = (value / whole) * WIDTH
          const x = from
          from += width
          return <rect key={id} x={x} y="0" width={width} height="12" data-series={number} className={styles.share} />
        })}
      </svg>
      <figcaption className={styles.shareKeys}>
        {parts.map(({ id, label: name, text }, number) => (
          <span key={id} className={styles.key} data-series={number}>
            <bdi>{name}</bdi> <b>{text}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
