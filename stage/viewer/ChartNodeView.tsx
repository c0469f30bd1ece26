import { memo } from 'react'
import type { ChartLayout } from '../charts/chart-model.ts'
import { ChartLineView, rowsAbove } from './ChartLineView.tsx'

interface NodeProps {
  readonly node: ChartLayout['nodes'][number]
  readonly isActive: boolean
  /** Of a folded box: the states within it in which the machine is, by their paths. */
  readonly within: string
  /** Transitions just taken, when one of them is a line of this box. */
  readonly taken: ReadonlySet<string>
  /** -1 where there is no heat to show. */
  readonly shade: number
  readonly count: number
  readonly shades: ReadonlyMap<string, number>
  /** What is looked at, when it is this box or a line of it. */
  readonly place: string
  readonly onPlace: (place: string) => void
}

/** A state as a box, with what happens in it. */
export const ChartNodeView = memo(function ChartNodeView({
  node,
  isActive,
  within,
  taken,
  shade,
  count,
  shades,
  place,
  onPlace,
}: NodeProps) {
  const { x, y, width, height } = node.box
  if (node.kind === 'initial') return <circle className="initial" cx={x + width / 2} cy={y + height / 2} r={5} />
  const isPlace = shade >= 0
  return (
    <g
      className="node"
      data-kind={node.kind}
      data-state={node.state}
      data-active={isActive}
      data-shade={isPlace ? shade : undefined}
      data-looked={isPlace && place !== '' && (place === node.state || node.kind === 'folded')}
      data-taken={node.kind === 'folded' && taken.size > 0}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the inspector has a list of all states for the keyboard */}
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={node.kind === 'final' ? 15 : 8}
        onClick={isPlace ? () => onPlace(node.state) : undefined}
      />
      {node.kind === 'final' && (
        <rect className="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={12} />
      )}
      <text className="node-title" x={x + 12} y={y + 10}>
        {node.title}
      </text>
      {isPlace && node.kind !== 'atomic' && node.kind !== 'final' && (
        <text className="count" x={x + width - 10} y={y + 19} textAnchor="end">
          {count}
        </text>
      )}
      {node.lines.map((line, index) => (
        <ChartLineView
          key={`${line.text} ${line.transition ?? ''}`}
          line={line}
          x={x + 12}
          y={y + 42 + rowsAbove(node.lines, index)}
          isTaken={line.transition !== undefined && taken.has(line.transition)}
          shade={shades.get(line.transition ?? line.state ?? '') ?? ((line.transition ?? line.state) ? 0 : -1)}
          isLooked={place !== '' && place === (line.transition ?? line.state)}
          isActive={line.state !== undefined && within.split(' ').includes(line.state)}
          onPlace={onPlace}
        />
      ))}
    </g>
  )
})
