import { say } from '../../app/studio-texts.ts'
import { useTypedText } from '../typed-text.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'

/** A value that has no form of its own, as JSON. */
export function JsonControl(props: ControlProps) {
  const { field, value, onChange } = props
  const format = (next: unknown) => (next === undefined ? '' : JSON.stringify(next, null, 2))
  const typed = useTypedText<unknown>(format(value), {
    parse: (text) => {
      if (text.trim() === '' && !field.isRequired) return { value: undefined }
      try {
        return { value: JSON.parse(text) as unknown }
      } catch {
        return null
      }
    },
    format,
    onValue: onChange,
  })
  return (
    <div className={styles.stack}>
      <textarea
        {...inputAttributes(props)}
        className={`${styles.input} ${styles.lines} ${styles.code}`}
        aria-invalid={props.isFaulty || typed.isWrong}
        spellCheck={false}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={() => !typed.isWrong && typed.leave()}
      />
      {typed.isWrong && <p className={styles.wrong}>{say('invalid.json')}</p>}
    </div>
  )
}
