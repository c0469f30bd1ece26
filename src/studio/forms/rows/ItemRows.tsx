import { valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { useFormPlace } from '../form-place.ts'
import { resolvedNode, type SchemaNode } from '../schema/schema-node.ts'
import { starterValue } from '../schema/starter-value.ts'
import styles from './EntryRows.module.css'
import { entrySummary } from './entry-summary.ts'
import { RowLink } from './PartRows.tsx'

/** The objects of a list: opened, added, removed and moved. A list is written as a whole. */
export function ItemRows({ node }: { readonly node: SchemaNode }) {
  const { document, schema, pointer, choices, isReadOnly, edit } = useFormPlace()
  const value = valueAt(document.resolved, pointer)
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const write = (next: readonly unknown[]) => edit([{ path: document.path, pointer, value: next }])
  const add = () => {
    const item = typeof node.items === 'object' ? resolvedNode(schema, node.items) : {}
    write([...list, starterValue(schema, item)])
  }
  return (
    <>
      {list.length === 0 && <p className={styles.none}>{say('rows.nothing')}</p>}
      <ol className={styles.rows}>
        {list.map((item, index) => {
          const name = entrySummary(item, choices.text) || `${index + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is all that an item is known by
            <li key={index} className={styles.row}>
              <RowLink pointer={`${pointer}/${index}`} label={name} summary="" help="" />
              {!isReadOnly && (
                <span className={styles.actions}>
                  {index > 0 && (
                    <ActionButton
                      kind="quiet"
                      isSmall
                      isBare
                      glyph="up"
                      onClick={() => write(list.toSpliced(index, 1).toSpliced(index - 1, 0, item))}
                    >
                      {say('field.list_up', { entry: name })}
                    </ActionButton>
                  )}
                  <ActionButton
                    kind="quiet"
                    isSmall
                    isBare
                    glyph="trash"
                    onClick={() => write(list.toSpliced(index, 1))}
                  >
                    {say('rows.remove', { name })}
                  </ActionButton>
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {!isReadOnly && (
        <div>
          <ActionButton glyph="plus" onClick={add}>
            {say('rows.add')}
          </ActionButton>
        </div>
      )}
    </>
  )
}
