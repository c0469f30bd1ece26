import { exampleOf } from '../schema/field-words.ts'
import { useTypedText } from '../typed-text.ts'
import { type ControlProps, inputAttributes, textValue } from './control-props.ts'
import styles from './controls.module.css'

/** A line of text, or several for what may be long. */
export function LineControl(props: ControlProps) {
  const { field, value, onChange } = props
  const typed = useTypedText<string | undefined>(typeof value === 'string' ? value : '', {
    parse: (text) => ({ value: textValue(text, field) }),
    format: (text) => text ?? '',
    onValue: onChange,
  })
  const shared = {
    ...inputAttributes(props),
    value: typed.text,
    placeholder: exampleOf(field.node),
    dir: 'auto',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => typed.type(target.value),
    onBlur: typed.leave,
  }
  if (field.kind === 'long-text') return <textarea {...shared} className={`${styles.input} ${styles.lines}`} />
  return <input {...shared} type="text" className={styles.input} spellCheck={field.node.pattern === undefined} />
}
