import { useState } from 'react'
import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { keyFault } from '../forms/rows/entry-key.ts'
import { nextOrder, type OrderedEntry } from '../forms/rows/entry-order.ts'
import { choiceWords } from '../forms/schema/field-words.ts'
import { subSchema } from '../forms/schema/schema-node.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import styles from './AddField.module.css'
import { useCatalogue } from './catalogue-context.ts'
import { fieldName } from './form-fields.ts'

/** Stands for a field that the catalogue does not have. */
const OWN = ''

/** Adds a field to a form: one of the catalogue, or one of the brand's own, of which the kind is chosen. */
export function AddField({ entries }: { readonly entries: readonly OrderedEntry[] }) {
  const { document, schema, choices, edit, open } = useFormPlace()
  const catalogue = useCatalogue()
  const taken = entries.map(({ key }) => key)
  const known = isJsonObject(catalogue)
    ? Object.keys(catalogue).filter((id) => id !== '$schema' && !taken.includes(id))
    : []
  const [field, setField] = useState(OWN)
  const [id, setId] = useState('')
  const [kind, setKind] = useState('input')
  const [isTried, setIsTried] = useState(false)
  const kinds = subSchema(schema, '/fields/x/type')
  const key = field === OWN ? id : field
  const fault = keyFault(key, subSchema(schema, '/fields') ?? {}, taken)
  const add = () => {
    setIsTried(true)
    if (fault) return
    const pointer = `/fields/${pointerStep(key)}`
    const order = nextOrder(entries)
    const value = field === OWN ? { order, type: kind } : { order }
    edit([{ path: document.path, pointer, value }])
    setField(OWN)
    setId('')
    setIsTried(false)
    open(pointer)
  }
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <LabelledSelect label={say('registration.add')} value={field} onChange={(event) => setField(event.target.value)}>
        <option value={OWN}>{say('registration.add_own')}</option>
        {known.map((one) => (
          <option key={one} value={one}>
            {nameOf(catalogue, one, choices.text)}
          </option>
        ))}
      </LabelledSelect>
      {field === OWN && (
        <>
          <LabelledInput
            label={say('rows.key')}
            error={isTried ? fault : null}
            value={id}
            spellCheck={false}
            onChange={(event) => setId(event.target.value)}
          />
          <LabelledSelect
            label={say('registration.kind')}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          >
            {(kinds?.enum ?? []).map((one) => (
              <option key={String(one)} value={String(one)}>
                {choiceWords(kinds ?? {}, one)}
              </option>
            ))}
          </LabelledSelect>
        </>
      )}
      <ActionButton type="submit" glyph="plus">
        {say('registration.add_button')}
      </ActionButton>
    </form>
  )
}

function nameOf(catalogue: unknown, id: string, texts: Readonly<Record<string, string>> | undefined): string {
  const name = fieldName({ ...(valueAt(catalogue, `/${pointerStep(id)}`) as object), id }, texts)
  return name === id ? id : `${name} (${id})`
}
