import { say } from '../../app/studio-texts.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'

/** Yes or no. A value that was never given says so. */
export function ToggleControl(props: ControlProps) {
  const { value, onChange } = props
  const state = value === undefined ? 'field.not_set' : value ? 'field.on' : 'field.off'
  return (
    <label className={styles.toggle}>
      <input
        {...inputAttributes(props)}
        type="checkbox"
        role="switch"
        aria-checked={value === true}
        aria-label={props.label}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.unit} aria-hidden="true">
        {say(state)}
      </span>
    </label>
  )
}
