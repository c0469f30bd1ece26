import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { useFormPlace } from '../form-place.ts'
import styles from './RemovedEntries.module.css'

/** Inherited entries that the brand has taken out, each with the way back. */
export function RemovedEntries() {
  const { document, own, pointer, isReadOnly, edit } = useFormPlace()
  const written = valueAt(own, pointer)
  const keys = isJsonObject(written) ? Object.keys(written).filter((key) => written[key] === null) : []
  if (keys.length === 0) return null
  return (
    <ul className={styles.removed}>
      {keys.map((key) => (
        <li key={key} className={styles.entry}>
          <s>{key}</s>
          <Mark>{say('rows.removed')}</Mark>
          {!isReadOnly && (
            <ActionButton
              kind="quiet"
              isSmall
              glyph="undo"
              onClick={() => edit([{ path: document.path, pointer: `${pointer}/${pointerStep(key)}` }])}
            >
              {say('rows.restore')}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  )
}
