import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { PhoneCodeRow, type PhoneCodeRows } from './PhoneCodeRow.tsx'
import styles from './phone-code.module.css'

/** Height of an entry, px (PHC-16); a finger gets more room. */
const ITEM_SIZE_PX = 32
const TOUCH_ITEM_SIZE_PX = 44
/** Entries drawn beyond each edge, so that fast scrolling shows no gap. */
const OVERSCAN = 6

/** Props of {@link VirtualRows}. */
export interface VirtualRowsProps extends PhoneCodeRows {
  readonly scroller: HTMLDivElement
}

/** The rows of a long list: only those in sight are in the page. */
export function VirtualRows({ scroller, ...list }: VirtualRowsProps) {
  const { entries, active } = list
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller,
    estimateSize: () => (matchMedia('(pointer: coarse)').matches ? TOUCH_ITEM_SIZE_PX : ITEM_SIZE_PX),
    overscan: OVERSCAN,
    // The search names the active entry, so it is in the page wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(active, entries.length - 1)])],
  })

  useEffect(() => rows.scrollToIndex(active), [rows, active])

  return (
    <div role="presentation" className={styles.rows} style={{ blockSize: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, size, start }) => {
        const entry = entries[index]
        if (entry === undefined) return null
        const style = { blockSize: size, insetBlockStart: start }
        return <PhoneCodeRow key={entry.id ?? entry.phoneCode} {...list} entry={entry} index={index} style={style} />
      })}
    </div>
  )
}
