import { memo } from 'react'
import type { ChartLayout, ChartPoint } from '../charts/chart-model.ts'
import { ChartLineView, rowsAbove } from './ChartLineView.tsx'

interface EdgeProps {
  readonly edge: ChartLayout['edges'][number]
  /** Transitions just taken, when one of them goes this way. */
  readonly taken: ReadonlySet<string>
  readonly shades: ReadonlyMap<string, number>
  readonly place: string
  readonly onPlace: (place: string) => void
}

/** An arrow with the transitions that go its way. */
export const ChartEdgeView = memo(function ChartEdgeView({ edge, taken, shades, place, onPlace }: EdgeProps) {
  const { lines, label, points, hidden = [] } = edge
  const keys = [...lines.flatMap(({ transition }) => transition ?? []), ...hidden]
  const isTaken = keys.some((key) => taken.has(key))
  const shade = lines.length === 0 ? 1 : Math.max(0, ...keys.map((key) => shades.get(key) ?? 0))
  const d = roundedPath(points)
  const [first] = keys
  return (
    <g className="edge" data-taken={isTaken} data-shade={shade} data-looked={place !== ''}>
      <path className="way" d={d} markerEnd={`url(#arrow-${isTaken ? 'taken' : 'plain'})`} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the inspector has a list of all transitions for the keyboard */}
      {first !== undefined && <path className="hit" d={d} onClick={() => onPlace(first)} />}
      {label && <rect className="plate" x={label.x} y={label.y} width={label.width} height={label.height} rx={3} />}
      {label &&
        lines.map((line, index) => (
          <ChartLineView
            key={line.transition ?? line.text}
            line={line}
            x={label.x + 3}
            y={label.y + 11 + rowsAbove(lines, index)}
            isTaken={line.transition !== undefined && (taken.has(line.transition) || (isTaken && lines.length === 1))}
            shade={line.transition === undefined ? -1 : (shades.get(line.transition) ?? 0)}
            isLooked={line.transition === place}
            onPlace={onPlace}
          />
        ))}
    </g>
  )
})

const CORNER_PX = 6

/** A line through points, its corners rounded. */
function roundedPath(points: readonly ChartPoint[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const parts = rest.map((point, index) => {
    const [before, after] = [points[index] ?? first, rest[index + 1]]
    if (!after) return `L${point.x} ${point.y}`
    const [start, end] = [towards(point, before), towards(point, after)]
    return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`
  })
  return `M${first.x} ${first.y}${parts.join('')}`
}

function towards(from: ChartPoint, to: ChartPoint): ChartPoint {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const share = Math.min(CORNER_PX, length / 2) / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
