import { useState } from 'react'
import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { FieldDefinition } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { cleared } from '../forms/field-specs.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { Grip } from '../forms/rows/EntryRows.tsx'
import { moved } from '../forms/rows/entry-order.ts'
import { RowLink } from '../forms/rows/PartRows.tsx'
import { humanised } from '../forms/schema/field-words.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Mark } from '../parts/Mark.tsx'
import { AddField } from './AddField.tsx'
import styles from './FormFieldRows.module.css'
import { fieldName, fieldsInOrder } from './form-fields.ts'

/** The fields of a form in their order: opened, dragged or moved by the arrow keys, taken out, brought back, added. */
export function FormFieldRows() {
  const { document, choices, isReadOnly, edit } = useFormPlace()
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const { entries, definitions } = fieldsInOrder(document.resolved)
  const move = (from: number, to: number) => {
    const changes = moved(entries, from, to)
    const definition = definitions[from]
    if (changes.length === 0 || !definition) return
    edit(
      changes.map(({ key, order }) => ({
        path: document.path,
        pointer: `/fields/${pointerStep(key)}/order`,
        value: order,
      })),
    )
    const name = fieldName(definition, choices.text)
    setSaid(say('rows.moved', { name, place: to + 1, count: entries.length }))
  }
  return (
    <>
      <ol className={styles.rows}>
        {definitions.map((definition, index) => (
          <FieldRow
            key={definition.id}
            definition={definition}
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
      <TakenOut />
      {!isReadOnly && <AddField entries={entries} />}
    </>
  )
}

interface FieldRowProps {
  readonly definition: FieldDefinition
  readonly isDragged: boolean
  readonly onStep: (step: 1 | -1) => void
  readonly onDrag: () => void
  readonly onDrop: () => void
}

function FieldRow({ definition, isDragged, onStep, onDrag, onDrop }: FieldRowProps) {
  const { document, own, choices, isReadOnly, edit } = useFormPlace()
  const { id, type, required, hide, depends_on: on, validation = {} } = definition
  const at = `/fields/${pointerStep(id)}`
  const name = fieldName(definition, choices.text)
  const rules = Object.keys(validation).length
  return (
    <li
      className={isDragged ? `${styles.row} ${styles.dragged}` : styles.row}
      onDragOver={(event) => !isReadOnly && event.preventDefault()}
      onDrop={onDrop}
    >
      {!isReadOnly && <Grip name={name} onStep={onStep} onDrag={onDrag} />}
      <RowLink
        pointer={at}
        label={name}
        summary={id}
        help=""
        marks={
          <span className={styles.marks}>
            <Mark>{humanised(type)}</Mark>
            {required && <Mark tone="accent">{say('registration.required')}</Mark>}
            {hide && <Mark>{say('registration.hidden')}</Mark>}
            {on && <Mark>{say('registration.conditional')}</Mark>}
            {rules > 0 && <Mark>{say('registration.rules_count', { count: rules })}</Mark>}
          </span>
        }
      />
      {!isReadOnly && (
        <ActionButton
          kind="quiet"
          isSmall
          isBare
          glyph="trash"
          onClick={() => edit([cleared({ path: document.path, own }, at)])}
        >
          {say('rows.remove', { name })}
        </ActionButton>
      )}
    </li>
  )
}

/** Fields that the brand has taken out of an inherited form. */
function TakenOut() {
  const { document, own, isReadOnly, edit } = useFormPlace()
  const written = valueAt(own, '/fields')
  const ids = isJsonObject(written) ? Object.keys(written).filter((id) => written[id] === null) : []
  if (ids.length === 0) return null
  return (
    <ul className={styles.taken}>
      {ids.map((id) => (
        <li key={id} className={styles.takenRow}>
          <s>{id}</s>
          <Mark>{say('rows.removed')}</Mark>
          {!isReadOnly && (
            <ActionButton
              kind="quiet"
              isSmall
              glyph="undo"
              onClick={() => edit([{ path: document.path, pointer: `/fields/${pointerStep(id)}` }])}
            >
              {say('registration.bring_back', { name: id })}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  )
}
