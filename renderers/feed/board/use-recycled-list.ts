import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefCallback, type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** How far beyond the window rows are drawn, px (LAYOUT-9). */
const BUFFER_PX = 200
/** A list of so many rows is drawn whole: a short one far below the window is worth no gap. */
const WHOLE = 24
/** What the first look is made for, before a window can be measured: enough rows for a high one. */
const FIRST_WINDOW = { width: 1280, height: 900 } as const
/** Heights before anything was measured, px. */
const FIRST_HEIGHTS = { head: 28, champ: 23, game: 36 }

/** A row of a list: heads stay in sight while what belongs to them passes. */
export interface ListItem {
  readonly key: string
  readonly kind: 'head' | 'champ' | 'game'
}

/** A row that is drawn. */
export interface DrawnRow<Item extends ListItem> {
  readonly item: Item
  readonly index: number
  /** Height of what is not drawn before it, px. */
  readonly gapPx: number
}

/** What a list draws of its rows. */
export interface RecycledList<Item extends ListItem> {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly measure: RefCallback<HTMLDivElement>
  readonly rows: readonly DrawnRow<Item>[]
  /** Height of what is not drawn after the last row, px. */
  readonly restPx: number
}

const listenToNothing = () => () => undefined

/** The rows of a list that are near the window, and the head that rows in sight belong to. Rows lie in the flow of the page; what
 *  is left out is a gap of its height. The server and the first look of the page draw the beginning of the list alone. */
export function useRecycledList<Item extends ListItem>(items: readonly Item[]): RecycledList<Item> {
  const ref = useRef<HTMLDivElement>(null)
  const heights = useRef({ ...FIRST_HEIGHTS })
  const isAlive = useSyncExternalStore(
    listenToNothing,
    () => true,
    () => false,
  )
  const [marginPx, setMarginPx] = useState(0)
  useLayoutEffect(() => {
    const topPx = ref.current?.getBoundingClientRect().top
    if (topPx !== undefined) setMarginPx(Math.round(topPx + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: items.length,
    scrollMargin: marginPx,
    initialRect: FIRST_WINDOW,
    initialOffset: 0,
    overscan: items.length <= WHOLE ? items.length : Math.ceil(BUFFER_PX / heights.current.game),
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => heights.current[items[index]?.kind ?? 'game'],
    rangeExtractor: (range) => withHead(items, range),
    measureElement: (element) => {
      const heightPx = element.getBoundingClientRect().height
      const kind = items[Number(element.dataset.index)]?.kind
      if (kind && heightPx > 0) heights.current[kind] = heightPx
      return heightPx
    },
  })
  const drawn = virtualizer.getVirtualItems()
  let endPx = marginPx
  const rows = drawn.flatMap(({ index, start, end }) => {
    const item = items[index]
    const gapPx = isAlive ? Math.max(0, start - endPx) : 0
    endPx = end
    return item ? [{ item, index, gapPx }] : []
  })
  const restPx = isAlive ? Math.max(0, virtualizer.getTotalSize() + marginPx - endPx) : 0
  return { ref, measure: virtualizer.measureElement, rows, restPx }
}

/** The rows of a range, after the head of the first of them. */
function withHead(items: readonly ListItem[], range: Range): number[] {
  const indexes = defaultRangeExtractor(range)
  const head = items.findLastIndex(({ kind }, index) => kind === 'head' && index <= range.startIndex)
  return head >= 0 && !indexes.includes(head) ? [head, ...indexes] : indexes
}
