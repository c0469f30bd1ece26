import { say } from '../../app/studio-texts.ts'
import { wholeOf } from '../measure.ts'
import { exampleOf } from '../schema/field-words.ts'
import { useTypedText } from '../typed-text.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'

/** A number as it is typed: `12`, `-0.5`; null for anything else. */
export function numberOf(text: string): number | null {
  return /^-?\d+(?:\.\d*)?$|^-?\.\d+$/.test(text.trim()) ? Number(text) : null
}

/** A number with its unit. */
export function NumberControl(props: ControlProps) {
  const { field, value, onChange } = props
  const unit = field.node['x-unit']
  const format = (number: unknown) => (typeof number === 'number' ? String(number) : '')
  const typed = useTypedText<number | undefined>(format(value), {
    parse: (text) => {
      if (text.trim() === '') return field.isRequired ? null : { value: undefined }
      const number = numberOf(text)
      return number === null ? null : { value: number }
    },
    format,
    onValue: onChange,
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
          placeholder={exampleOf(field.node)}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.leave}
        />
        {unit && <span className={styles.unit}>{unit}</span>}
      </div>
      {typed.isWrong ? <p className={styles.wrong}>{say('invalid.number')}</p> : <PlainNumber {...props} />}
    </div>
  )
}

/** What a number that is stored in parts of a whole comes to; nothing of any other one. */
function PlainNumber({ field, value }: Pick<ControlProps, 'field' | 'value'>) {
  const found = typeof value === 'number' ? wholeOf(field.key, value, field.node['x-unit']) : null
  if (!found) return null
  const write = (number: number) => number.toLocaleString('en', { maximumFractionDigits: 6 })
  const { whole, percent } = found
  return (
    <p className={styles.hint}>
      {percent === null
        ? say('field.whole', { value: write(whole) })
        : say('field.whole_share', { value: write(whole), percent: write(percent) })}
    </p>
  )
}
