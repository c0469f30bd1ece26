import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Glyph } from '../../parts/Glyph.tsx'
import { cleared, type RowSpec } from '../field-specs.ts'
import { useFormPlace } from '../form-place.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import styles from './EntryRows.module.css'
import { inOrder, isOrdered, moved } from './entry-order.ts'
import { entrySummary } from './entry-summary.ts'
import { NewEntry } from './NewEntry.tsx'
import { RowLink } from './PartRows.tsx'
import { RenameEntry } from './RenameEntry.tsx'

/** The entries of a map: opened, added, renamed, removed and, where they have an order, moved. */
export function EntryRows({ rows, entry }: { readonly rows: readonly RowSpec[]; readonly entry: SchemaNode }) {
  const place = useFormPlace()
  const { document, pointer, isReadOnly, edit } = place
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const value = valueAt(document.resolved, pointer)
  const map = isJsonObject(value) ? value : {}
  const hasOrder = isOrdered(map)
  const entries = hasOrder ? inOrder(map) : rows.map(({ key }) => ({ key, order: 0 }))
  const move = (from: number, to: number) => {
    const changes = moved(entries, from, to)
    if (changes.length === 0) return
    edit(
      changes.map(({ key, order }) => ({
        path: document.path,
        pointer: `${pointer}/${pointerStep(key)}/order`,
        value: order,
      })),
    )
    setSaid(say('rows.moved', { name: entries[from]?.key ?? '', place: to + 1, count: entries.length }))
  }
  return (
    <>
      {entries.length === 0 && <p className={styles.none}>{say('rows.nothing')}</p>}
      <ol className={styles.rows}>
        {entries.map(({ key }, index) => (
          <EntryRow
            key={key}
            name={key}
            isMovable={hasOrder && !isReadOnly}
            isDragged={dragged === index}
            onStep={(step) => move(index, index + step)}
            onDrag={() => setDragged(index)}
            onDrop={() => {
              if (dragged !== null) move(dragged, index)
              setDragged(null)
            }}
          />
        ))}
      </ol>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {!isReadOnly && <NewEntry entry={entry} entries={entries} isOrdered={hasOrder || entries.length === 0} />}
    </>
  )
}

interface EntryRowProps {
  readonly name: string
  readonly isMovable: boolean
  readonly isDragged: boolean
  readonly onStep: (step: 1 | -1) => void
  readonly onDrag: () => void
  readonly onDrop: () => void
}

function EntryRow({ name, isMovable, isDragged, onStep, onDrag, onDrop }: EntryRowProps) {
  const { document, pointer, own, choices, isReadOnly, edit } = useFormPlace()
  const [isRenamed, setIsRenamed] = useState(false)
  const at = `${pointer}/${pointerStep(name)}`
  const value = valueAt(document.resolved, at)
  const summary = entrySummary(value, choices.text)
  return (
    <li
      className={isDragged ? `${styles.row} ${styles.dragged}` : styles.row}
      onDragOver={(event: DragEvent) => isMovable && event.preventDefault()}
      onDrop={onDrop}
    >
      {isMovable && <Grip name={name} onStep={onStep} onDrag={onDrag} />}
      <RowLink pointer={at} label={summary || name} summary="" help={summary === '' ? '' : name} />
      {!isReadOnly && (
        <span className={styles.actions}>
          <ActionButton kind="quiet" isSmall isBare glyph="edit" onClick={() => setIsRenamed(true)}>
            {say('rows.rename', { name })}
          </ActionButton>
          <ActionButton
            kind="quiet"
            isSmall
            isBare
            glyph="trash"
            onClick={() => edit([cleared({ path: document.path, own }, at)])}
          >
            {say('rows.remove', { name })}
          </ActionButton>
        </span>
      )}
      {isRenamed && <RenameEntry name={name} value={value} onClose={() => setIsRenamed(false)} />}
    </li>
  )
}

type GripProps = Pick<EntryRowProps, 'name' | 'onStep' | 'onDrag'>

/** What an entry is moved by: dragged, or by the arrow keys. */
export function Grip({ name, onStep, onDrag }: GripProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp' | 'ArrowDown']
    if (!step) return
    event.preventDefault()
    onStep(step)
  }
  return (
    <button
      type="button"
      draggable
      className={styles.grip}
      aria-label={say('rows.move', { name })}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name)
        onDrag()
      }}
    >
      <Glyph name="grip" />
    </button>
  )
}
