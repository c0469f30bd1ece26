import { useState } from 'react'
import { say } from '../../app/studio-texts.ts'
import { bestUnit, unitMs, unitsFrom } from '../measure.ts'
import { useTypedText } from '../typed-text.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'
import { numberOf } from './NumberControl.tsx'

/** A length of time, shown in the largest unit in which it is whole, and stored in its own. */
export function DurationControl(props: ControlProps) {
  const { field, value, label, isDisabled, onChange } = props
  const stored = field.node['x-unit'] ?? 'ms'
  const [chosen, setChosen] = useState<string | null>(null)
  const unit = chosen ?? (typeof value === 'number' ? bestUnit(value, stored) : stored)
  const factor = unitMs(unit) / unitMs(stored)
  const format = (time: unknown) => (typeof time === 'number' ? String(time / factor) : '')
  const typed = useTypedText<number | undefined>(format(value), {
    parse: (text) => {
      if (text.trim() === '') return field.isRequired ? null : { value: undefined }
      const number = numberOf(text)
      return number === null ? null : { value: Math.round(number * factor) }
    },
    format,
    onValue: (time) => {
      setChosen(unit)
      onChange(time)
    },
  })
  return (
    <div className={styles.stack}>
      <div className={styles.measured}>
        <input
          {...inputAttributes(props)}
          type="text"
          inputMode="decimal"
          className={styles.input}
          aria-invalid={props.isFaulty || typed.isWrong}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.leave}
        />
        <select
          className={styles.input}
          aria-label={say('field.unit_amount', { field: label })}
          disabled={isDisabled}
          value={unit}
          onChange={(event) => setChosen(event.target.value)}
        >
          {unitsFrom(stored).map((name) => (
            <option key={name} value={name}>
              {say(`unit.${name}`)}
            </option>
          ))}
        </select>
      </div>
      {typed.isWrong && <p className={styles.wrong}>{say('invalid.number')}</p>}
    </div>
  )
}
