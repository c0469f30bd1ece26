import { isSafeAddress } from '#renderers/site/content/RichText.tsx'
import { TickBox } from '../checkbox/CheckboxField.tsx'
import styles from '../Field.module.css'
import type { FieldProps } from '../field-contract.ts'

/** A box to tick with links to what it agrees to. They open beside the form, so that nothing typed is lost. */
export function ExtendedCheckboxField(props: FieldProps) {
  const links = Object.entries(props.definition.links ?? {}).sort(([, left], [, right]) => left.order - right.order)
  return (
    <div>
      <TickBox field={props} className={styles.check} />
      {links.length > 0 && (
        <p className={styles.links}>
          {links.map(([id, { title, url }]) => (
            <a key={id} href={url !== undefined && isSafeAddress(url) ? url : undefined} target="_blank" rel="noopener">
              {title}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}
