import { useSyncExternalStore } from 'react'
import { Icon } from '#renderers/site/Icon.tsx'
import { useErrorText } from './field-texts.ts'
import type { FormStore } from './form-store.ts'
import styles from './SchemaForm.module.css'

/** Server errors that belong to no field: above the button, until the form is sent again. The form says them aloud as
 *  it does all others. */
export function StrayErrors({ store }: { readonly store: FormStore }) {
  const errorText = useErrorText()
  const { strays } = useSyncExternalStore(store.watchOutline, store.outline, store.outline)
  return Object.entries(strays).map(([id, error]) => (
    <p key={id} className={styles.stray}>
      <Icon name="error" size={16} />
      {errorText(error)}
    </p>
  ))
}
