import { useState } from 'react'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { LabelledInput } from '../../parts/LabelledInput.tsx'
import { useFormPlace } from '../form-place.ts'
import { type SchemaNode, subSchema } from '../schema/schema-node.ts'
import { starterValue } from '../schema/starter-value.ts'
import { keyFault } from './entry-key.ts'
import { nextOrder, type OrderedEntry } from './entry-order.ts'
import styles from './NewEntry.module.css'

interface NewEntryProps {
  readonly entry: SchemaNode
  readonly entries: readonly OrderedEntry[]
  readonly isOrdered: boolean
}

/** Adds an entry to a map: asks for its name, and begins with what is required. */
export function NewEntry({ entry, entries, isOrdered }: NewEntryProps) {
  const { document, schema, pointer, edit, open } = useFormPlace()
  const [key, setKey] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const close = () => {
    setKey(null)
    setIsTried(false)
  }
  if (key === null) {
    return (
      <div>
        <ActionButton glyph="plus" onClick={() => setKey('')}>
          {say('rows.add')}
        </ActionButton>
      </div>
    )
  }
  const map = subSchema(schema, pointer) ?? {}
  const taken = entries.map((it) => it.key)
  const fault = keyFault(key, map, taken)
  const add = () => {
    setIsTried(true)
    if (fault) return
    const at = `${pointer}/${pointerStep(key)}`
    const value = starterValue(schema, entry, isOrdered ? nextOrder(entries) : undefined)
    edit([{ path: document.path, pointer: at, value }])
    close()
    if (typeof value === 'object' && value !== null) open(at)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <LabelledInput
        label={say('rows.key')}
        hint={say('rows.key_hint')}
        error={isTried ? fault : null}
        value={key}
        spellCheck={false}
        autoFocus
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <div className={styles.buttons}>
        <ActionButton type="submit" kind="primary" isSmall>
          {say('rows.add')}
        </ActionButton>
        <ActionButton kind="quiet" isSmall onClick={close}>
          {say('common.cancel')}
        </ActionButton>
      </div>
    </form>
  )
}
