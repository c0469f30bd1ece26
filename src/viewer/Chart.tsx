import { memo, useMemo, useRef } from 'react'
import type { ChartLayout } from '#machines/scenario/chart-model.ts'
import { type FrameSight, stateLabel } from '#machines/scenario/replay-frames.ts'
import { ChartEdgeView } from './ChartEdgeView.tsx'
import { ChartNodeView } from './ChartNodeView.tsx'
import { shadeOf } from './passes.ts'
import { texts } from './texts.ts'
import { useChartView } from './use-chart-view.ts'

interface ChartProps {
  readonly machine: string
  readonly layout: ChartLayout
  readonly frame: FrameSight
  /** Place → number of scenarios that pass it. */
  readonly heat: ReadonlyMap<string, number>
  readonly place: string
  readonly onPlace: (place: string) => void
}

/** What is drawn otherwise at each frame. */
interface Marks {
  readonly active: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
}

/** The statechart as a picture that can be moved and zoomed. What it shows is said in words beside it. */
export function Chart({ machine, layout, frame, heat, place, onPlace }: ChartProps) {
  const marks = useMemo(() => ({ active: new Set(frame.states), taken: new Set(frame.transitions) }), [frame])
  const shades = useMemo(() => {
    const most = Math.max(1, ...heat.values())
    return new Map([...heat].map(([key, count]) => [key, shadeOf(count, most)]))
  }, [heat])
  const svg = useRef<SVGSVGElement>(null)
  const view = useChartView(svg, layout, frame)
  return (
    <div className="chart">
      <div className="chart-bar">
        <p className="legend">
          <span>{texts.legend.heat}:</span>
          {[0, 1, 2, 3, 4].map((shade) => (
            <i key={shade} data-shade={shade} />
          ))}
          <span>
            {texts.legend.none} – {texts.legend.many}
          </span>
          <i className="is-active" /> <span>{texts.legend.active}</span>
          <i className="is-taken" /> <span>{texts.legend.taken}</span>
        </p>
        <div className="tools" role="toolbar" aria-label={texts.chartTools}>
          <button type="button" aria-label={texts.zoomIn} onClick={() => view.zoom(1.25)}>
            +
          </button>
          <button type="button" aria-label={texts.zoomOut} onClick={() => view.zoom(0.8)}>
            −
          </button>
          <button type="button" onClick={view.showAll}>
            {texts.fit}
          </button>
          <button type="button" aria-pressed={view.isFollowing} onClick={view.toggleFollow}>
            {texts.follow}
          </button>
        </div>
      </div>
      <svg ref={svg} role="img" aria-label={texts.chartOf(machine, stateLabel(frame.value))} {...view.pointer}>
        <defs>
          {['plain', 'taken'].map((kind) => (
            <marker
              key={kind}
              id={`arrow-${kind}`}
              className={`arrow ${kind}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto-start-reverse"
            >
              <path d="M0 0 8 4 0 8z" />
            </marker>
          ))}
        </defs>
        <g transform={view.transform}>
          <ChartParts layout={layout} marks={marks} shades={shades} heat={heat} place={place} onPlace={onPlace} />
        </g>
      </svg>
    </div>
  )
}

interface PartsProps extends Pick<ChartProps, 'layout' | 'heat' | 'place' | 'onPlace'> {
  readonly marks: Marks
  readonly shades: ReadonlyMap<string, number>
}

const NONE: ReadonlySet<string> = new Set()

/** Boxes and arrows; each is drawn anew only when something of its own has changed. */
const ChartParts = memo(function ChartParts({ layout, marks, shades, heat, place, onPlace }: PartsProps) {
  return (
    <>
      {layout.nodes.map((node) => (
        <ChartNodeView
          key={node.id}
          node={node}
          isActive={node.kind === 'machine' || (isState(node.kind) && marks.active.has(node.state))}
          taken={
            node.lines.some((line) => line.transition !== undefined && marks.taken.has(line.transition))
              ? marks.taken
              : NONE
          }
          shade={isState(node.kind) ? (shades.get(node.state) ?? 0) : -1}
          count={heat.get(node.state) ?? 0}
          shades={shades}
          place={isOf(place, node) ? place : ''}
          onPlace={onPlace}
        />
      ))}
      {layout.edges.map((edge) => (
        <ChartEdgeView
          key={edge.id}
          edge={edge}
          taken={
            edge.lines.some((line) => line.transition !== undefined && marks.taken.has(line.transition))
              ? marks.taken
              : NONE
          }
          shades={shades}
          place={edge.lines.some(({ transition }) => transition === place) ? place : ''}
          onPlace={onPlace}
        />
      ))}
    </>
  )
})

function isState(kind: ChartLayout['nodes'][number]['kind']): boolean {
  return kind !== 'machine' && kind !== 'initial' && kind !== 'any' && kind !== 'history'
}

function isOf(place: string, { state, kind, lines }: ChartLayout['nodes'][number]): boolean {
  return (isState(kind) && place === state) || lines.some(({ transition }) => transition === place)
}
