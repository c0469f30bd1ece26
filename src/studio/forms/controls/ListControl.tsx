import { useId, useState } from 'react'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { PickBox } from '../../parts/PickBox.tsx'
import { useFormPlace } from '../form-place.ts'
import { fieldKindOf } from '../schema/field-kind.ts'
import { choiceWords } from '../schema/field-words.ts'
import { resolvedNode, type SchemaNode } from '../schema/schema-node.ts'
import type { ControlProps } from './control-props.ts'
import styles from './controls.module.css'
import { numberOf } from './NumberControl.tsx'
import { isPicked, picksFor } from './PickControl.tsx'

type Scalar = string | number | boolean

/** A list of texts, numbers or choices, in their order. */
export function ListControl(props: ControlProps) {
  const { schema } = useFormPlace()
  const { items } = props.field.node
  const item = typeof items === 'object' ? resolvedNode(schema, items) : {}
  const list = (Array.isArray(props.value) ? props.value : []) as readonly Scalar[]
  const isRoute = item.title === 'RouteId'
  if (item.enum && !isRoute && props.field.node.uniqueItems) return <CheckedList {...props} item={item} list={list} />
  return <FreeList {...props} item={item} list={list} />
}

type ListProps = ControlProps & { readonly item: SchemaNode; readonly list: readonly Scalar[] }

/** Choices of which any number can be taken, each once; those that are taken come in the order of the schema. */
function CheckedList({ label, item, list, isDisabled, describedBy, onChange, onFocus }: ListProps) {
  const values = (item.enum ?? []) as readonly Scalar[]
  const toggle = (value: Scalar) => {
    const taken = list.includes(value) ? list.filter((one) => one !== value) : [...list, value]
    onChange(values.filter((one) => taken.includes(one)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the label of the field
    <div role="group" aria-label={label} aria-describedby={describedBy} className={styles.checks}>
      {values.map((value) => (
        <label key={String(value)} className={styles.check}>
          <input
            type="checkbox"
            disabled={isDisabled}
            checked={list.includes(value)}
            onChange={() => toggle(value)}
            onFocus={onFocus}
          />
          {choiceWords(item, value)}
        </label>
      ))}
    </div>
  )
}

function FreeList(props: ListProps) {
  const { field, label, list, item, isDisabled, onChange } = props
  const { choices, schema } = useFormPlace()
  const kind = fieldKindOf(schema, field.key, item)
  const picks = isPicked(kind) ? picksFor(kind, item, choices) : []
  const nameOf = (value: Scalar) => picks.find((pick) => pick.value === String(value))?.label ?? String(value)
  return (
    <div className={styles.stack}>
      {list.length === 0 && <p className={styles.hint}>{say('field.list_empty')}</p>}
      <ol className={styles.entries} aria-label={label}>
        {list.map((value, index) => (
          <li key={`${String(value)}-${list.indexOf(value) === index ? '' : index}`} className={styles.entry}>
            <span>{nameOf(value)}</span>
            {!isDisabled && (
              <span className={styles.buttons}>
                {index > 0 && (
                  <ActionButton
                    kind="quiet"
                    isSmall
                    isBare
                    glyph="up"
                    onClick={() => onChange(list.toSpliced(index, 1).toSpliced(index - 1, 0, value))}
                  >
                    {say('field.list_up', { entry: nameOf(value) })}
                  </ActionButton>
                )}
                <ActionButton
                  kind="quiet"
                  isSmall
                  isBare
                  glyph="close"
                  onClick={() => onChange(list.toSpliced(index, 1))}
                >
                  {say('field.list_remove', { entry: nameOf(value) })}
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isDisabled && <Adding {...props} picks={picks} />}
    </div>
  )
}

function Adding(props: ListProps & { readonly picks: ReturnType<typeof picksFor> }) {
  const { field, label, list, item, picks, onChange, onFocus, describedBy } = props
  const id = useId()
  const [text, setText] = useState('')
  const add = (next: string) => {
    const isNumber = item.type === 'integer' || item.type === 'number'
    const value = isNumber ? numberOf(next) : next.trim()
    if (value === null || value === '' || (field.node.uniqueItems && list.includes(value))) return
    onChange([...list, value])
    setText('')
  }
  const name = say('field.list_new', { field: label })
  if (picks.length > 0) {
    const left = picks.filter(({ value }) => !list.map(String).includes(value))
    return (
      <PickBox
        id={id}
        label={name}
        value=""
        picks={left}
        placeholder={say('field.list_add')}
        onPick={add}
        onFocus={onFocus}
      />
    )
  }
  return (
    <div className={styles.adding}>
      <input
        id={id}
        type="text"
        className={styles.input}
        aria-label={name}
        aria-describedby={describedBy}
        value={text}
        onFocus={onFocus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add(text)
        }}
      />
      <ActionButton onClick={() => add(text)}>{say('field.list_add')}</ActionButton>
    </div>
  )
}
