import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { nextRows, type Rows } from './grid-window.ts'

/** How far beyond the window games are drawn, px. */
const BUFFER_PX = 600
/** Rows that a frame may add: a finger passes one in two frames, and two at once are a long task of a slow phone. */
const AT_ONCE = 1

/** The part of a grid that is near the window, and the heights of what is left out before and after it. */
export interface GridWindow {
  readonly from: number
  readonly to: number
  readonly beforePx: number
  readonly afterPx: number
}

/** Which items of a grid are drawn: those near the window, by whole rows of equal height. Before it can be measured, all of them.
 *  @param count items that there are */
export function useGridWindow(list: RefObject<HTMLUListElement | null>, count: number): GridWindow {
  const [drawn, setDrawn] = useState<GridWindow | null>(null)
  const rows = useRef<Rows | null>(null)
  const shape = useRef<GridShape | null>(null)
  const total = useRef(count)
  const look = useRef(() => {})
  // More items are looked at in the next frame: drawn here, their rows would come beside those that the frame has drawn already.
  useEffect(() => {
    total.current = count
    look.current()
  }, [count])
  useEffect(() => {
    let asked = 0
    let counted = 0
    let isMeasured = false
    const show = () => {
      if (!isMeasured && list.current) {
        const former = shape.current
        shape.current = shapeOf(list.current)
        isMeasured = shape.current !== null
        if (former?.columns !== shape.current?.columns) rows.current = null
      }
      if (!shape.current) return
      const items = total.current
      const { columns, rowPx } = shape.current
      const { wanted, seen, all } = rowsOf(shape.current, items)
      const next = nextRows(rows.current, wanted, { seen, most: AT_ONCE })
      if (next.from !== wanted.from || next.to !== wanted.to) follow()
      const former = rows.current
      rows.current = next
      if (former?.from === next.from && former.to === next.to && counted === items) return
      counted = items
      setDrawn({
        from: next.from * columns,
        to: Math.min(next.to * columns, items),
        beforePx: next.from * rowPx,
        afterPx: (all - next.to) * rowPx,
      })
    }
    // Drawn within its frame: left to the scheduler of a busy page, the games of several frames would be drawn at once.
    const follow = () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0
        flushSync(show)
      })
    }
    const measure = () => {
      isMeasured = false
      follow()
    }
    show()
    look.current = follow
    // What is above the list moves it too, as it does when the page gets narrower.
    const watched = new ResizeObserver(measure)
    const above = list.current?.parentElement?.firstElementChild
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
  return drawn ?? { from: 0, to: count, beforePx: 0, afterPx: 0 }
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
  return { columns, rowPx, topPx: list.getBoundingClientRect().top + window.scrollY }
}

/** The rows that are wanted, the first of them in sight, and how many there are in all. */
function rowsOf({ columns, rowPx, topPx }: GridShape, count: number) {
  const all = Math.ceil(count / columns)
  const passedPx = window.scrollY - topPx
  const from = Math.min(Math.max(Math.floor((passedPx - BUFFER_PX) / rowPx), 0), Math.max(0, all - 1))
  const to = Math.min(Math.max(Math.ceil((passedPx + window.innerHeight + BUFFER_PX) / rowPx), from + 1), all)
  return { wanted: { from, to }, seen: Math.floor(passedPx / rowPx), all }
}
