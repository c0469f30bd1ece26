import { useMemo } from 'react'
import { valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { Remark } from '../parts/Remark.tsx'
import { FieldProblems } from './FieldProblems.tsx'
import { planOf } from './field-specs.ts'
import { useFormPlace } from './form-place.ts'
import { CampaignCost } from './rows/CampaignCost.tsx'
import { EntryRows } from './rows/EntryRows.tsx'
import { ItemRows } from './rows/ItemRows.tsx'
import { NewEntry } from './rows/NewEntry.tsx'
import { PartRows } from './rows/PartRows.tsx'
import { RemovedEntries } from './rows/RemovedEntries.tsx'
import { SubtreeForm } from './SubtreeForm.tsx'
import styles from './SubtreePane.module.css'
import { subSchema } from './schema/schema-node.ts'

/** One object of a document: a form of its values, and below it the parts that open. */
export function SubtreePane() {
  const { document, schema, pointer, isReadOnly } = useFormPlace()
  const node = useMemo(() => subSchema(schema, pointer), [schema, pointer])
  const value = valueAt(document.resolved, pointer)
  const plan = useMemo(() => node && planOf(schema, node, value), [schema, node, value])
  if (!node || !plan) return <Remark kind="note">{say('editor.place_gone')}</Remark>
  const { fields, rows, entry } = plan
  const entries = fields.filter(({ isEntry }) => isEntry).map(({ key }) => ({ key, order: 0 }))
  const isMapOfFields = entry !== null && rows.length === 0 && (fields.length > 0 || isFieldEntry(entry.type))
  return (
    <div className={styles.pane}>
      <FieldProblems pointer={pointer} isDeep={false} />
      {fields.length > 0 && (
        <section className={styles.form}>
          <SubtreeForm fields={fields} />
        </section>
      )}
      <CampaignCost />
      {node.type === 'array' ? (
        <ItemRows node={node} />
      ) : entry && !isMapOfFields ? (
        <EntryRows rows={rows} entry={entry} />
      ) : (
        rows.length > 0 && <PartRows rows={rows} />
      )}
      {entry && <RemovedEntries />}
      {entry && isMapOfFields && !isReadOnly && <NewEntry entry={entry} entries={entries} isOrdered={false} />}
    </div>
  )
}

function isFieldEntry(type: string | readonly string[] | undefined): boolean {
  return type !== 'object' && type !== 'array'
}
