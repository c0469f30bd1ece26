import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefCallback, type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** How far beyond the window rows are drawn, px (LAYOUT-9). */
const BUFFER_PX = 200
/** A look at a list before a window can be measured. */
interface FirstLook {
  /** Of what the list has below the head of the page, px: enough for a high window. */
  readonly window: { readonly width: number; readonly height: number }
  /** A list of so many rows is drawn whole: a short one far below the window is worth no gap. */
  readonly whole: number
  /** Heights of rows before anything was measured, px. */
  readonly heights: Readonly<Record<ListItem['kind'], number>>
}

const ON_DESKTOP: FirstLook = {
  window: { width: 1280, height: 900 },
  whole: 24,
  heights: { head: 28, champ: 23, game: 36 },
}
/** Each row that a phone wakes is felt, and it shows ten. */
const ON_PHONE: FirstLook = {
  window: { width: 390, height: 520 },
  whole: 12,
  heights: { head: 28, champ: 23, game: 46 },
}

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
 *  is left out is a gap of its height. The server and the first look of the page draw the beginning of the list alone.
 *  @param isPhone whether the first look is that of a phone */
export function useRecycledList<Item extends ListItem>(items: readonly Item[], isPhone = false): RecycledList<Item> {
  const first = isPhone ? ON_PHONE : ON_DESKTOP
  const ref = useRef<HTMLDivElement>(null)
  const heights = useRef({ ...first.heights })
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
    initialRect: first.window,
    initialOffset: 0,
    overscan: items.length <= first.whole ? items.length : Math.ceil(BUFFER_PX / heights.current.game),
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
