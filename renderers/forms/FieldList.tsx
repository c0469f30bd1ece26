import { Fragment, memo, useSyncExternalStore } from 'react'
import { BoundField } from './BoundField.tsx'
import styles from './Field.module.css'
import { type FieldRun, fieldRuns } from './field-groups.selectors.ts'
import type { FormStore } from './form-store.ts'

/** The fields that are shown, in their order. It renders when one comes or goes, not at a key. */
export const FieldList = memo(function FieldList({ store }: { readonly store: FormStore }) {
  const { definitions, shown } = useSyncExternalStore(store.watchOutline, store.outline, store.outline)
  return fieldRuns(definitions, shown).map(({ key, ...run }) => <FieldGroup key={key} {...run} />)
})

/** Fields that stand together, under their heading when they have one. */
function FieldGroup({ group, heading, fields }: Omit<FieldRun, 'key'>) {
  const bound = fields.map((definition) => <BoundField key={definition.id} definition={definition} />)
  if (group === null) return <Fragment>{bound}</Fragment>
  if (heading === null) return <div className={styles.group}>{bound}</div>
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>{heading.title}</legend>
      {bound}
    </fieldset>
  )
}
