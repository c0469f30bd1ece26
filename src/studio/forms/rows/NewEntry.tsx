import { useState } from 'react'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../../parts/LabelledInput.tsx'
import { useFormPlace } from '../form-place.ts'
import { type SchemaNode, subSchema } from '../schema/schema-node.ts'
import { starterValue } from '../schema/starter-value.ts'
import { keyFault } from './entry-key.ts'
import { nextOrder, type OrderedEntry } from './entry-order.ts'
import { entryPresets } from './entry-presets.ts'
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
  const presets = entryPresets(document.path, pointer)
  const [preset, setPreset] = useState('')
  const close = () => {
    setKey(null)
    setPreset('')
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
    const order = isOrdered ? nextOrder(entries) : undefined
    const chosen = presets.find(({ id }) => id === preset)
    const value = chosen ? chosen.value(order) : starterValue(schema, entry, order)
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
      {presets.length > 0 && (
        <LabelledSelect
          label={say('rows.preset')}
          hint={say('rows.preset_hint')}
          value={preset}
          onChange={(event) => setPreset(event.target.value)}
        >
          <option value="">{say('rows.preset_none')}</option>
          {presets.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </LabelledSelect>
      )}
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
