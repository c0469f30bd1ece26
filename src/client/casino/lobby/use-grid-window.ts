import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { nextPace, nextSpan, type Span } from './grid-window.ts'

/** How far beyond the window games are drawn, px. */
const BUFFER_PX = 600
/** Rows that a fast machine may add in a frame. */
const ROWS_AT_ONCE = 2

/** The part of a grid that is near the window. */
export interface GridWindow extends Span {
  /** Of what takes the place of the items that are left out before and after it: its height, and the rows and columns on it. */
  readonly before: CSSProperties | undefined
  readonly after: CSSProperties | undefined
  /** Of the first item: its column, as a row that comes from above is drawn from its end. */
  readonly first: CSSProperties | undefined
}

/** Which items of a grid are drawn: those near the window, in rows of equal height. Before it can be measured, all of them.
 *  @param list whose parent begins and ends with what takes the place of items  @param count items that there are */
export function useGridWindow(list: RefObject<HTMLUListElement | null>, count: number): GridWindow {
  const [drawn, setDrawn] = useState<GridWindow | null>(null)
  const span = useRef<Span | null>(null)
  const shape = useRef<GridShape | null>(null)
  const total = useRef(count)
  const look = useRef(() => {})
  // More items are looked at in the next frame: drawn here, they would come beside those that the frame has drawn already.
  useEffect(() => {
    total.current = count
    look.current()
  }, [count])
  useEffect(() => {
    let asked = 0
    let counted = 0
    let isMeasured = false
    let most = 1
    let last = { added: 0, at: 0 }
    const show = (at: number) => {
      if (!isMeasured && list.current) {
        const former = shape.current
        shape.current = shapeOf(list.current)
        isMeasured = shape.current !== null
        if (former?.columns !== shape.current?.columns) span.current = null
      }
      if (!shape.current) return
      const items = total.current
      most = nextPace(most, { added: last.added, frameMs: at - last.at }, ROWS_AT_ONCE * shape.current.columns)
      const { wanted, seen } = itemsOf(shape.current, items)
      const former = span.current
      const next = nextSpan(former, wanted, { seen, most })
      if (next.from !== wanted.from || next.to !== wanted.to) follow()
      span.current = next
      last = { added: former ? addedTo(former, next) : 0, at }
      if (former?.from === next.from && former.to === next.to && counted === items) return
      counted = items
      setDrawn({ ...next, ...stylesOf(shape.current, next, items) })
    }
    // Drawn within its frame: left to the scheduler of a busy page, the games of several frames would be drawn at once.
    const follow = () => {
      asked ||= requestAnimationFrame((at) => {
        asked = 0
        flushSync(() => show(at))
      })
    }
    const measure = () => {
      isMeasured = false
      follow()
    }
    show(performance.now())
    look.current = follow
    // What is above the list moves it too, as it does when the page gets narrower.
    const watched = new ResizeObserver(measure)
    const above = list.current?.parentElement?.parentElement?.firstElementChild
    if (above) watched.observe(above)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      look.current = () => {}
      cancelAnimationFrame(asked)
      watched.disconnect()
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', measure)
    }
  }, [list])
  return drawn ?? { from: 0, to: count, before: undefined, after: undefined, first: undefined }
}

/** How many items are drawn that were not. */
function addedTo(former: Span, next: Span): number {
  const kept = Math.max(0, Math.min(former.to, next.to) - Math.max(former.from, next.from))
  return next.to - next.from - kept
}

/** What does not change while the page is scrolled. */
interface GridShape {
  readonly columns: number
  readonly rowPx: number
  /** Where the list begins on the page. */
  readonly topPx: number
}

function shapeOf(list: HTMLUListElement): GridShape | null {
  const item = list.firstElementChild
  if (!item) return null
  const style = getComputedStyle(list)
  const rowPx = item.getBoundingClientRect().height + Number.parseFloat(style.rowGap)
  if (!(rowPx > 0)) return null
  const columns = style.gridTemplateColumns.split(' ').length
  const { top } = (list.parentElement ?? list).getBoundingClientRect()
  return { columns, rowPx, topPx: top + window.scrollY }
}

/** The items of the rows that are wanted, and the first one in sight. */
function itemsOf({ columns, rowPx, topPx }: GridShape, count: number) {
  const all = Math.ceil(count / columns)
  const passedPx = window.scrollY - topPx
  const from = Math.min(Math.max(Math.floor((passedPx - BUFFER_PX) / rowPx), 0), Math.max(0, all - 1))
  const to = Math.min(Math.max(Math.ceil((passedPx + window.innerHeight + BUFFER_PX) / rowPx), from + 1), all)
  const wanted = { from: from * columns, to: Math.min(to * columns, count) }
  return { wanted, seen: Math.floor(passedPx / rowPx) * columns }
}

function stylesOf({ columns, rowPx }: GridShape, { from, to }: Span, count: number) {
  const rows = (items: number) => Math.ceil(items / columns)
  const outlines = (height: number) =>
    height > 0
      ? ({ blockSize: `${height}px`, '--row': `${rowPx}px`, '--columns': columns } as CSSProperties)
      : undefined
  const column = from % columns
  return {
    before: outlines(Math.floor(from / columns) * rowPx),
    after: outlines((rows(count) - rows(to)) * rowPx),
    first: column === 0 ? undefined : { gridColumnStart: column + 1 },
  }
}
