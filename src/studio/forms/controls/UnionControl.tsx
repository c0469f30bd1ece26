import { say } from '../../app/studio-texts.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'
import { numberOf } from './NumberControl.tsx'

const TYPES = ['string', 'number', 'boolean'] as const
type ScalarType = (typeof TYPES)[number]

/** A text as a value of a type; the nearest that there is. */
export function scalarOf(text: string, type: ScalarType): string | number | boolean {
  if (type === 'boolean') return text === 'true' || text === '1'
  return type === 'number' ? (numberOf(text) ?? 0) : text
}

/** A value that may be a text, a number, or yes or no. */
export function UnionControl(props: ControlProps) {
  const { field, label, value, isDisabled, onChange } = props
  const allowed = TYPES.filter((type) => [field.node.type].flat().includes(type))
  const type = TYPES.find((one) => one === typeof value) ?? allowed[0] ?? 'string'
  return (
    <div className={styles.measured}>
      <select
        className={styles.input}
        aria-label={say('field.union_type', { field: label })}
        disabled={isDisabled}
        value={type}
        onChange={(event) => onChange(scalarOf(String(value ?? ''), event.target.value as ScalarType))}
      >
        {allowed.map((one) => (
          <option key={one} value={one}>
            {say(`field.union_${one}`)}
          </option>
        ))}
      </select>
      {type === 'boolean' ? (
        <input
          {...inputAttributes(props)}
          type="checkbox"
          aria-label={label}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : (
        <input
          {...inputAttributes(props)}
          type="text"
          className={styles.input}
          value={String(value ?? '')}
          onChange={(event) => onChange(scalarOf(event.target.value, type))}
        />
      )}
    </div>
  )
}
