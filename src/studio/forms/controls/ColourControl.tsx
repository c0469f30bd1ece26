import { say } from '../../app/studio-texts.ts'
import { useTypedText } from '../typed-text.ts'
import { type ControlProps, inputAttributes, textValue } from './control-props.ts'
import styles from './controls.module.css'

const HEX = /^#[0-9a-f]{6}$/i

/** A colour as six hexadecimal digits, with a well to pick it from. */
export function ColourControl(props: ControlProps) {
  const { field, label, value, isDisabled, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const typed = useTypedText<string | undefined>(text, {
    parse: (next) => (HEX.test(next) || next === '' ? { value: textValue(next.toLowerCase(), field) } : null),
    format: (next) => next ?? '',
    onValue: onChange,
  })
  return (
    <div className={styles.colour}>
      <input
        type="color"
        className={styles.well}
        aria-label={say('field.colour_pick', { field: label })}
        disabled={isDisabled}
        value={HEX.test(text) ? text : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        {...inputAttributes(props)}
        type="text"
        className={`${styles.input} ${styles.code}`}
        aria-invalid={props.isFaulty || typed.isWrong}
        spellCheck={false}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={typed.leave}
      />
    </div>
  )
}
