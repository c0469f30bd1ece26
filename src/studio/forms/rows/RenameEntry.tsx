import { useState } from 'react'
import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { LabelledInput } from '../../parts/LabelledInput.tsx'
import { ModalBox } from '../../parts/ModalBox.tsx'
import { cleared } from '../field-specs.ts'
import { useFormPlace } from '../form-place.ts'
import { subSchema } from '../schema/schema-node.ts'
import { keyFault } from './entry-key.ts'

interface RenameEntryProps {
  readonly name: string
  readonly value: unknown
  readonly onClose: () => void
}

/** Gives an entry of a map another name, in one step. */
export function RenameEntry({ name, value, onClose }: RenameEntryProps) {
  const { document, schema, own, pointer, edit } = useFormPlace()
  const [key, setKey] = useState(name)
  const map = valueAt(document.resolved, pointer)
  const taken = isJsonObject(map) ? Object.keys(map) : []
  const fault = key === name ? null : keyFault(key, subSchema(schema, pointer) ?? {}, taken)
  const rename = () => {
    if (fault || key === name) return
    edit([
      { path: document.path, pointer: `${pointer}/${pointerStep(key)}`, value },
      cleared({ path: document.path, own }, `${pointer}/${pointerStep(name)}`),
    ])
    onClose()
  }
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={onClose}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton kind="primary" disabled={fault !== null || key === name} onClick={rename}>
        {say('rows.rename_short')}
      </ActionButton>
    </>
  )
  return (
    <ModalBox title={say('rows.rename_title', { name })} actions={actions} onClose={onClose}>
      <LabelledInput
        label={say('rows.key')}
        hint={say('rows.rename_hint')}
        error={fault}
        value={key}
        spellCheck={false}
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
    </ModalBox>
  )
}
