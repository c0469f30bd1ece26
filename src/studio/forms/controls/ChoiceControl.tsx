import { say } from '../../app/studio-texts.ts'
import { choiceWords } from '../schema/field-words.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'

/** Up to this many short choices are shown side by side. */
const SIDE_BY_SIDE = 4
const SHORT = 44

/** One of the values of an enum. */
export function ChoiceControl(props: ControlProps) {
  const { node, isRequired } = props.field
  const values = node.enum ?? []
  const words = values.map((value) => choiceWords(node, value))
  const isShort = values.length <= SIDE_BY_SIDE && words.join('').length <= SHORT
  if (isShort && isRequiredOrSet(isRequired, props.value)) return <Segments {...props} words={words} />
  return (
    <select
      {...inputAttributes(props)}
      className={styles.input}
      value={values.indexOf(props.value)}
      onChange={(event) => props.onChange(values[Number(event.target.value)])}
    >
      {(!isRequired || props.value === undefined) && <option value={-1}>{say('field.not_set')}</option>}
      {values.map((value, index) => (
        <option key={String(value)} value={index}>
          {words[index]}
        </option>
      ))}
    </select>
  )
}

/** Something that is not set cannot be shown by choices side by side. */
function isRequiredOrSet(isRequired: boolean, value: unknown): boolean {
  return isRequired || value !== undefined
}

function Segments(props: ControlProps & { readonly words: readonly string[] }) {
  const { id, label, field, value, words, isDisabled, describedBy, onChange, onFocus } = props
  return (
    <div role="radiogroup" aria-label={label} aria-describedby={describedBy} className={styles.segments}>
      {(field.node.enum ?? []).map((choice, index) => (
        <label key={String(choice)} className={styles.segment}>
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={id}
            disabled={isDisabled}
            checked={choice === value}
            onChange={() => onChange(choice)}
            onFocus={onFocus}
          />
          {words[index]}
        </label>
      ))}
    </div>
  )
}
