import { pointerKeys, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioCatalogueAnswer } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { pointerOf } from '../draft/own-documents.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { helpOf, humanised } from '../forms/schema/field-words.ts'
import { entryNode, subSchema } from '../forms/schema/schema-node.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { CodedText } from '../parts/CodedText.tsx'
import styles from './Crumbs.module.css'
import { inLanguage } from './document-groups.ts'

/** The way from the file to the object that is shown, and what that is for. */
export function Crumbs({ catalogue }: { readonly catalogue: StudioCatalogueAnswer }) {
  const { document, schema, pointer, open, find } = useFormPlace()
  const show = document.path.startsWith('locales/') ? null : find(pointer)
  const { path } = document
  const isText = path.startsWith('locales/') || path.startsWith('pages/')
  const keys = isText ? [] : pointerKeys(pointer)
  const card = catalogue.documents.find((it) => it.path === path || inLanguage(it.path, 'x') === inLanguage(path, 'x'))
  const title = isText ? path.replace(/^.*\/|\.(?:json|md)$/g, '') : (card?.title ?? path)
  const words = keys.map((key, depth) => {
    const above = pointerOf(keys.slice(0, depth))
    const isList = Array.isArray(valueAt(document.resolved, above))
    const isEntry = entryNode(schema, subSchema(schema, above) ?? {}) !== null
    return {
      at: pointerOf(keys.slice(0, depth + 1)),
      label: isList ? `${Number(key) + 1}` : isEntry ? key : humanised(key),
    }
  })
  const steps = [{ at: '', label: humanised(title) }, ...words]
  const help = keys.length === 0 ? (card?.description ?? '') : helpOf(subSchema(schema, pointer) ?? {})
  return (
    <header className={styles.head}>
      <nav aria-label={say('editor.path')} className={styles.crumbs}>
        {steps.slice(0, -1).map(({ at, label }) => (
          <button key={at} type="button" className={styles.crumb} onClick={() => open(at)}>
            {label}
          </button>
        ))}
      </nav>
      <h2 className={styles.title}>{steps.at(-1)?.label}</h2>
      {help && (
        <p className={styles.help}>
          <CodedText text={help} />
        </p>
      )}
      <code className={styles.path}>{path}</code>
      {show && (
        <div>
          <ActionButton kind="quiet" isSmall glyph="inspect" onClick={show}>
            {say('preview.find_here')}
          </ActionButton>
        </div>
      )}
    </header>
  )
}
