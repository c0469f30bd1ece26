import { circleThrough } from '#machines/forms/condition-graph.rules.ts'
import { answerSort } from '#machines/forms/field-kind.rules.ts'
import { optionValue } from '#machines/forms/kinds/options.rules.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { FieldDefinition } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { cleared } from '../forms/field-specs.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { useTypedText } from '../forms/typed-text.ts'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './ConditionEditor.module.css'
import { fieldName, fieldsInOrder } from './form-fields.ts'

type Value = string | number | boolean

/** When a field is shown: always, or for some answers to another one. Fields that wait for this one are not offered, for the form would
 *  turn in a circle. */
export function ConditionEditor({ id }: { readonly id: string }) {
  const { document, own, choices, isReadOnly, edit } = useFormPlace()
  const { definitions } = fieldsInOrder(document.resolved)
  const definition = definitions.find((one) => one.id === id)
  const on = definition?.depends_on
  const at = `/fields/${pointerStep(id)}/depends_on`
  const parent = definitions.find((one) => one.id === on?.field_id)
  const write = (value: FieldDefinition['depends_on']) => edit([{ path: document.path, pointer: at, value }])
  const choose = (parentId: string) => {
    if (parentId === '') return edit([cleared({ path: document.path, own }, at)])
    // The server's check would refuse it too; here it is not even written.
    if (circleThrough(definitions, id, parentId)) return undefined
    const next = definitions.find((one) => one.id === parentId)
    return write({ action: 'show', field_id: parentId, condition: [...firstValue(next)] })
  }
  const others = definitions.filter((one) => one.id !== id && answerSort(one.type) !== 'none')
  const circles = others.flatMap((one) => {
    const way = circleThrough(definitions, id, one.id)
    return way ? [{ id: one.id, way: way.join(' → ') }] : []
  })
  return (
    <div className={styles.editor}>
      <LabelledSelect
        label={say('registration.waits_for')}
        hint={
          circles.length > 0
            ? say('registration.circles', { ways: circles.map(({ way }) => way).join('; ') })
            : undefined
        }
        disabled={isReadOnly}
        value={on?.field_id ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{say('registration.always')}</option>
        {others.map((one) => (
          <option key={one.id} value={one.id} disabled={circles.some((circle) => circle.id === one.id)}>
            {fieldName(one, choices.text)}
          </option>
        ))}
        {on && !parent && <option value={on.field_id}>{on.field_id}</option>}
      </LabelledSelect>
      {on && !parent && <Remark kind="problem">{say('registration.parent_gone', { id: on.field_id })}</Remark>}
      {on && parent && on.condition === undefined && <Remark kind="note">{say('registration.otherwise')}</Remark>}
      {on && parent && (
        <Values
          key={parent.id}
          parent={parent}
          values={on.condition ?? []}
          isDisabled={isReadOnly}
          onChange={(condition) => write({ ...on, condition: [...condition] })}
        />
      )}
    </div>
  )
}

interface ValuesProps {
  readonly parent: FieldDefinition
  readonly values: readonly Value[]
  readonly isDisabled: boolean
  readonly onChange: (values: readonly Value[]) => void
}

/** The answers for which a field is shown: ticked where they are known, else written. */
function Values({ parent, values, isDisabled, onChange }: ValuesProps) {
  const { choices } = useFormPlace()
  const known = knownValues(parent, choices.text)
  const typed = useTypedText<readonly Value[]>(values.join(', '), {
    parse: (text) => ({
      value: text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    }),
    format: (value) => value.join(', '),
    onValue: onChange,
  })
  if (known === null) {
    return (
      <LabelledInput
        label={say('registration.values')}
        hint={say('registration.values_hint')}
        disabled={isDisabled}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={typed.leave}
      />
    )
  }
  const has = (value: Value) => values.some((one) => String(one) === String(value))
  return (
    <fieldset className={styles.values}>
      <legend className={styles.legend}>{say('registration.values')}</legend>
      {known.map(({ value, label }) => (
        <label key={String(value)} className={styles.value}>
          <input
            type="checkbox"
            disabled={isDisabled}
            checked={has(value)}
            onChange={() =>
              onChange(has(value) ? values.filter((one) => String(one) !== String(value)) : [...values, value])
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** The answers that a field can have; null where anything may be written or the list comes from elsewhere. */
function knownValues(
  { type, options, options_from: source }: FieldDefinition,
  texts: Readonly<Record<string, string>> = {},
): readonly { readonly value: Value; readonly label: string }[] | null {
  if (answerSort(type) === 'switch') {
    return [
      { value: true, label: say('field.on') },
      { value: false, label: say('field.off') },
    ]
  }
  if (source !== undefined || options === undefined) return null
  return options.map((option) => {
    const title = option.name ?? option.title ?? ''
    return { value: optionValue(option), label: texts[title] ?? (title || String(optionValue(option))) }
  })
}

function firstValue(parent: FieldDefinition | undefined): readonly Value[] {
  const [first] = (parent && knownValues(parent)) ?? []
  return first ? [first.value] : []
}
