import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChartBox, ChartPlaces } from '../charts/chart-model.ts'
import type { FrameSight } from '../player/replay-frames.ts'

/** Where the chart's upper left corner is in its window, in px, and how large it is drawn. */
interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const SCALES = { least: 0.08, most: 3, fitted: 1.2, readable: 0.8, near: 1, glance: 0.55, far: 0.4 }
const EDGE_PX = 16
const PAN_PX = 60

/**
 * Zoom, move, fit and follow of a chart. Following keeps the state that the machine is in within the window.
 * @param onOverview changes between overview and whole chart, where there are both
 */
export function useChartView(
  svg: RefObject<SVGSVGElement | null>,
  layout: ChartPlaces,
  frame: FrameSight,
  onOverview: (() => void) | undefined,
) {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const [isFollowing, setFollowing] = useState(true)
  const drag = useRef<{ readonly x: number; readonly y: number; readonly view: View } | null>(null)
  const showAll = useCallback(() => {
    const box = svg.current?.getBoundingClientRect()
    if (box && box.width > 0) setView(fitted(box, layout, 0))
  }, [svg, layout])
  const shownActive = useRef(-1)
  const showActive = useCallback(() => {
    const active = activeBoxes(layout, frame)
    shownActive.current = active.length > 0 ? (shownActive.current + 1) % active.length : -1
    const box = active[shownActive.current]
    if (svg.current && box) setView(near(svg.current, layout, box))
  }, [svg, layout, frame])
  const zoom = useCallback(
    (factor: number) => {
      const box = svg.current?.getBoundingClientRect()
      if (box) setView((old) => zoomed(old, factor, box.width / 2, box.height / 2))
    },
    [svg],
  )
  useLayoutEffect(() => {
    const element = svg.current
    if (!element) return
    let size = ''
    const begin = () => {
      const box = element.getBoundingClientRect()
      if (box.width === 0 || size === `${box.width} ${box.height}`) return
      size = `${box.width} ${box.height}`
      setView(fitted(box, layout, SCALES.readable))
    }
    begin()
    const observer = new ResizeObserver(begin)
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg, layout])
  useEffect(() => wheeled(svg.current, setView), [svg])
  useEffect(
    () => keyed(svg.current, setView, { '0': showAll, a: showActive, ...(onOverview ? { o: onOverview } : {}) }),
    [svg, showAll, showActive, onOverview],
  )
  useLayoutEffect(() => {
    const element = svg.current
    if (element && isFollowing) setView((old) => followed(old, element, layout, frame))
  }, [svg, layout, frame, isFollowing])
  return {
    isFar: view.scale < SCALES.far,
    scale: view.scale,
    transform: `translate(${view.x} ${view.y}) scale(${view.scale})`,
    showAll,
    showActive,
    zoom,
    isFollowing,
    toggleFollow: () => setFollowing((is) => !is),
    pointer: {
      onPointerDown: (event: PointerEvent) => {
        drag.current = { x: event.clientX, y: event.clientY, view }
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        if (!drag.current || event.buttons === 0) return
        const { x, y, view: old } = drag.current
        const [movedX, movedY] = [event.clientX - x, event.clientY - y]
        if (Math.hypot(movedX, movedY) < 4) return
        // Only now: a press without a move is for the state or transition under it.
        event.currentTarget.setPointerCapture(event.pointerId)
        setView({ ...old, x: old.x + movedX, y: old.y + movedY })
      },
      onPointerUp: () => {
        drag.current = null
      },
    },
  }
}

/** The whole chart in its window. @param least where it would have to be much smaller than this, its beginning is shown so large */
function fitted({ width, height }: DOMRect, layout: ChartPlaces, least: number): View {
  const whole = Math.min((width - 2 * EDGE_PX) / layout.width, (height - 2 * EDGE_PX) / layout.height, SCALES.fitted)
  const scale = whole >= Math.min(SCALES.glance, least) ? whole : least
  const middle = (room: number, size: number) => Math.max(EDGE_PX, (room - size * scale) / 2)
  return { x: middle(width, layout.width), y: middle(height, layout.height), scale }
}

function zoomed({ x, y, scale }: View, factor: number, atX: number, atY: number): View {
  const next = Math.min(SCALES.most, Math.max(SCALES.least, scale * factor))
  const by = next / scale
  return { x: atX - (atX - x) * by, y: atY - (atY - y) * by, scale: next }
}

/** The view with the first of the innermost active states in its middle; unchanged when that one is seen. */
function followed(view: View, svg: SVGSVGElement, layout: ChartPlaces, frame: FrameSight): View {
  const first = activeBoxes(layout, frame)[0]?.box
  if (!first) return view
  const { clientWidth, clientHeight } = svg
  const isSeen = (start: number, size: number, offset: number, room: number) => {
    const at = start * view.scale + offset
    return at >= EDGE_PX && at + size * view.scale <= room - EDGE_PX
  }
  const { x, y, width, height } = first
  if (isSeen(x, width, view.x, clientWidth) && isSeen(y, height, view.y, clientHeight)) return view
  return {
    ...view,
    x: clientWidth / 2 - (x + width / 2) * view.scale,
    y: clientHeight / 2 - (y + height / 2) * view.scale,
  }
}

type Node = ChartPlaces['nodes'][number]

/** The innermost boxes in which the machine is: one in each region. */
function activeBoxes({ nodes }: ChartPlaces, { states }: FrameSight): readonly Node[] {
  return nodes.filter(({ state, kind }) => ['atomic', 'final', 'folded'].includes(kind) && states.includes(state))
}

/** A state with what stands around it, when that can be read in the window; else the state alone. */
function near({ clientWidth, clientHeight }: SVGSVGElement, { nodes }: ChartPlaces, { state, box }: Node): View {
  const scaleOf = ({ width, height }: ChartBox) =>
    Math.min((clientWidth - 2 * EDGE_PX) / width, (clientHeight - 2 * EDGE_PX) / height, SCALES.fitted)
  const above = state.split('.').slice(0, -1).join('.')
  const around = nodes.find((node) => node.state === above && (node.kind === 'compound' || node.kind === 'machine'))
  const isAround = around !== undefined && scaleOf(around.box) >= SCALES.readable
  const { x, y, width, height } = isAround ? around.box : box
  const scale = isAround ? scaleOf(around.box) : Math.min(SCALES.near, scaleOf(box))
  return { x: clientWidth / 2 - (x + width / 2) * scale, y: clientHeight / 2 - (y + height / 2) * scale, scale }
}

type ChangeView = (change: (old: View) => View) => void

/** A wheel zooms about the pointer, which React's own listener, being passive, could not keep from scrolling the page. */
function wheeled(svg: SVGSVGElement | null, setView: ChangeView): () => void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const box = svg?.getBoundingClientRect()
    if (box) setView((old) => zoomed(old, Math.exp(-event.deltaY / 500), event.clientX - box.x, event.clientY - box.y))
  }
  svg?.addEventListener('wheel', onWheel, { passive: false })
  return () => svg?.removeEventListener('wheel', onWheel)
}

function keyed(
  svg: SVGSVGElement | null,
  setView: ChangeView,
  presses: Readonly<Record<string, () => void>>,
): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isWriting =
      event.target instanceof Element && event.target.closest('input, textarea, select, [role=listbox], [role=tab]')
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey || !svg) return
    const change = keyChange(event, svg)
    const press = presses[event.key.toLowerCase()]
    if (press) press()
    else if (change) setView(change)
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function keyChange({ key, shiftKey }: KeyboardEvent, { clientWidth, clientHeight }: SVGSVGElement) {
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [PAN_PX, 0],
    ArrowRight: [-PAN_PX, 0],
    ArrowUp: [0, PAN_PX],
    ArrowDown: [0, -PAN_PX],
  }
  const move = shiftKey ? moves[key] : undefined
  if (move) return (old: View): View => ({ ...old, x: old.x + move[0], y: old.y + move[1] })
  const factor = key === '+' ? 1.25 : key === '-' ? 0.8 : undefined
  return factor === undefined ? undefined : (old: View) => zoomed(old, factor, clientWidth / 2, clientHeight / 2)
}
