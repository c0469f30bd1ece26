import { type ControlProps, inputAttributes, textValue } from './control-props.ts'
import styles from './controls.module.css'

/** A date, a time of day, or a moment in UTC. */
export function MomentControl(props: ControlProps) {
  const { field, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const isMoment = field.kind === 'moment'
  const type = isMoment ? 'datetime-local' : field.kind
  return (
    <div className={styles.measured}>
      <input
        {...inputAttributes(props)}
        type={type}
        className={styles.input}
        value={isMoment ? text.slice(0, 16) : text}
        onChange={({ target }) => {
          const next = textValue(target.value, field)
          onChange(isMoment && next ? `${next}:00Z` : next)
        }}
      />
      {isMoment && <span className={styles.unit}>UTC</span>}
    </div>
  )
}
