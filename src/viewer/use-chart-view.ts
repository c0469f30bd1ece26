import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChartLayout } from '#machines/scenario/chart-model.ts'
import type { FrameSight } from '#machines/scenario/replay-frames.ts'

/** Where the chart's upper left corner stands in its window, in px, and how large it is drawn. */
interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const SCALES = { least: 0.08, most: 3, fitted: 1.2, readable: 0.8 }
const EDGE_PX = 16
const PAN_PX = 60

/** Zoom, move, fit and follow of a chart. Following keeps the state that the machine is in within the window. */
export function useChartView(svg: RefObject<SVGSVGElement | null>, layout: ChartLayout, frame: FrameSight) {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const [isFollowing, setFollowing] = useState(true)
  const drag = useRef<{ readonly x: number; readonly y: number; readonly view: View } | null>(null)
  const showAll = useCallback(() => {
    const box = svg.current?.getBoundingClientRect()
    if (box && box.width > 0) setView(fitted(box, layout, 0))
  }, [svg, layout])
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
  useEffect(() => wheelAndKeys(svg.current, setView, showAll), [svg, showAll])
  useLayoutEffect(() => {
    const element = svg.current
    if (element && isFollowing) setView((old) => followed(old, element, layout, frame))
  }, [svg, layout, frame, isFollowing])
  return {
    transform: `translate(${view.x} ${view.y}) scale(${view.scale})`,
    showAll,
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

/** The whole chart in its window, but not smaller than can be read; then its beginning. */
function fitted({ width, height }: DOMRect, layout: ChartLayout, least: number): View {
  const whole = Math.min((width - 2 * EDGE_PX) / layout.width, (height - 2 * EDGE_PX) / layout.height, SCALES.fitted)
  const scale = Math.max(whole, Math.min(least, SCALES.fitted))
  const middle = (room: number, size: number) => Math.max(EDGE_PX, (room - size * scale) / 2)
  return { x: middle(width, layout.width), y: middle(height, layout.height), scale }
}

function zoomed({ x, y, scale }: View, factor: number, atX: number, atY: number): View {
  const next = Math.min(SCALES.most, Math.max(SCALES.least, scale * factor))
  const by = next / scale
  return { x: atX - (atX - x) * by, y: atY - (atY - y) * by, scale: next }
}

/** The view with the first of the innermost active states in its middle; unchanged when that one is seen. */
function followed(view: View, svg: SVGSVGElement, { nodes }: ChartLayout, { states }: FrameSight): View {
  const active = nodes.filter(({ state, kind }) => (kind === 'atomic' || kind === 'final') && states.includes(state))
  const [first] = active
  if (!first) return view
  const { clientWidth, clientHeight } = svg
  const isSeen = (start: number, size: number, offset: number, room: number) => {
    const at = start * view.scale + offset
    return at >= EDGE_PX && at + size * view.scale <= room - EDGE_PX
  }
  const { x, y, width, height } = first.box
  if (isSeen(x, width, view.x, clientWidth) && isSeen(y, height, view.y, clientHeight)) return view
  return {
    ...view,
    x: clientWidth / 2 - (x + width / 2) * view.scale,
    y: clientHeight / 2 - (y + height / 2) * view.scale,
  }
}

/** A wheel zooms about the pointer, which React's own listener, being passive, could not keep from scrolling the page. */
function wheelAndKeys(
  svg: SVGSVGElement | null,
  setView: (change: (old: View) => View) => void,
  showAll: () => void,
): () => void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const box = svg?.getBoundingClientRect()
    if (box) setView((old) => zoomed(old, Math.exp(-event.deltaY / 500), event.clientX - box.x, event.clientY - box.y))
  }
  const onKey = (event: KeyboardEvent) => {
    const isWriting =
      event.target instanceof Element && event.target.closest('input, textarea, select, [role=listbox], [role=tab]')
    if (isWriting || event.ctrlKey || event.metaKey || !svg) return
    const change = keyChange(event, svg)
    if (event.key === '0') showAll()
    else if (change) setView(change)
    else return
    event.preventDefault()
  }
  svg?.addEventListener('wheel', onWheel, { passive: false })
  document.addEventListener('keydown', onKey)
  return () => {
    svg?.removeEventListener('wheel', onWheel)
    document.removeEventListener('keydown', onKey)
  }
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
