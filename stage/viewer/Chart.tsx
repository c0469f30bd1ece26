import { type CSSProperties, memo, useCallback, useMemo, useRef, useState } from 'react'
import type { ChartLayout, ChartPlaces } from '../charts/chart-model.ts'
import { type FrameSight, stateLabel } from '../player/replay-frames.ts'
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
  const [isOverview, setOverview] = useState(true)
  const { overview } = layout
  const shown = (isOverview && overview) || layout
  const turnOverview = useCallback(() => setOverview((is) => !is), [])
  const view = useChartView(svg, shown, frame, overview && turnOverview)
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
          <button type="button" title={texts.fitHint} onClick={view.showAll}>
            {texts.fit}
          </button>
          <button type="button" title={texts.toActiveHint} onClick={view.showActive}>
            {texts.toActive}
          </button>
          <button type="button" aria-pressed={view.isFollowing} onClick={view.toggleFollow}>
            {texts.follow}
          </button>
          {overview && (
            <button type="button" title={texts.overviewHint} aria-pressed={isOverview} onClick={turnOverview}>
              {texts.overview}
            </button>
          )}
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
        <g transform={view.transform} data-far={view.isFar} style={{ '--scale': view.scale } as CSSProperties}>
          <ChartParts layout={shown} marks={marks} shades={shades} heat={heat} place={place} onPlace={onPlace} />
        </g>
      </svg>
    </div>
  )
}

interface PartsProps extends Pick<ChartProps, 'heat' | 'place' | 'onPlace'> {
  readonly layout: ChartPlaces
  readonly marks: Marks
  readonly shades: ReadonlyMap<string, number>
}

const NONE: ReadonlySet<string> = new Set()

/** Boxes and arrows; each is redrawn only when something of its own has changed. */
const ChartParts = memo(function ChartParts({ layout, marks, shades, heat, place, onPlace }: PartsProps) {
  return (
    <>
      {layout.nodes.map((node) => (
        <ChartNodeView
          key={node.id}
          node={node}
          isActive={node.kind === 'machine' || (isState(node.kind) && marks.active.has(node.state))}
          within={node.kind === 'folded' ? withinOf(node, marks.active) : ''}
          taken={isTaken(node, marks.taken) ? marks.taken : NONE}
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
          taken={isTaken(edge, marks.taken) ? marks.taken : NONE}
          shades={shades}
          place={isHere(place, edge) ? place : ''}
          onPlace={onPlace}
        />
      ))}
    </>
  )
})

type Part = Pick<ChartPlaces['nodes'][number], 'lines' | 'hidden'>

function isTaken({ lines, hidden = [] }: Part, taken: ReadonlySet<string>): boolean {
  return (
    taken.size > 0 &&
    (lines.some(({ transition }) => transition !== undefined && taken.has(transition)) ||
      hidden.some((key) => taken.has(key)))
  )
}

/** The states of a folded box in which the machine is, as one text that is the same while they are. */
function withinOf({ lines }: Part, active: ReadonlySet<string>): string {
  return lines.flatMap(({ state = '' }) => (active.has(state) ? state : [])).join(' ')
}

function isState(kind: ChartLayout['nodes'][number]['kind']): boolean {
  return kind !== 'machine' && kind !== 'initial' && kind !== 'any' && kind !== 'history'
}

function isOf(place: string, node: ChartLayout['nodes'][number]): boolean {
  return (isState(node.kind) && place === node.state) || isHere(place, node)
}

function isHere(place: string, { lines, hidden = [] }: Part): boolean {
  return (
    place !== '' &&
    (lines.some(({ transition, state }) => transition === place || state === place) || hidden.includes(place))
  )
}
