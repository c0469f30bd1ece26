import { lazy, Suspense, useState } from 'react'
import { CHOICE_LIST } from '#machines/forms/kinds/choice-list.rules.ts'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { PhoneCodeRow, type PhoneCodeRows } from './PhoneCodeRow.tsx'
import styles from './phone-code.module.css'

/** Entries of which all are drawn; of a longer list only those in sight. */
const LONG_LIST = 40

const VirtualRows = lazy(async () => ({ default: (await import('./VirtualRows.tsx')).VirtualRows }))

/** The entries of the list of dialling codes; of a long list stand-ins first, until the code that draws it is there (UI-16).
 *  The focus stays in the search, which names the active one. */
export function PhoneCodeList(rows: PhoneCodeRows) {
  const t = useText()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const isLong = rows.entries.length > LONG_LIST
  return (
    <div ref={setScroller} id={rows.id} role="listbox" aria-label={t('phone.codes')} className={styles.list}>
      {isLong ? (
        <Suspense fallback={<WaitingRows />}>
          {scroller ? <VirtualRows {...rows} scroller={scroller} /> : <WaitingRows />}
        </Suspense>
      ) : (
        <PlainRows {...rows} />
      )}
    </div>
  )
}

function WaitingRows() {
  return Array.from({ length: CHOICE_LIST.standIns }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike and never change places
    <div key={index} className={styles.waiting} aria-hidden="true">
      <Skeleton width="most" />
    </div>
  ))
}

function PlainRows(rows: PhoneCodeRows) {
  return rows.entries.map((entry, index) => (
    <PhoneCodeRow key={entry.id ?? entry.phoneCode} {...rows} entry={entry} index={index} isInSight />
  ))
}
