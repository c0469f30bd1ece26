import { say } from '../app/studio-texts.ts'
import { isWritten, originAt } from '../draft/value-origin.ts'
import { Origin } from '../forms/FieldLayout.tsx'
import { FieldProblems } from '../forms/FieldProblems.tsx'
import { useFormPlace } from '../forms/form-place.ts'
import { PeopleHere } from '../forms/PeopleHere.tsx'
import { ActionButton } from '../parts/ActionButton.tsx'
import styles from './PageText.module.css'

/** A page: its Markdown. */
export function PageText() {
  const { brand, document, own, isReadOnly, edit, focus } = useFormPlace()
  const { path } = document
  const text = typeof document.resolved === 'string' ? document.resolved : ''
  const words = text.split(/\s+/).filter(Boolean).length
  const isOwn = isWritten(own, '')
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <span className={styles.count}>{say('page.count', { count: words })}</span>
        <Origin origin={isOwn ? { kind: 'own' } : originAt(document.origins, '', brand)} />
        <PeopleHere pointer="" />
        {isOwn && !isReadOnly && (
          <ActionButton kind="quiet" isSmall glyph="undo" onClick={() => edit([{ path, pointer: '' }])}>
            {say('page.reset')}
          </ActionButton>
        )}
      </div>
      <FieldProblems pointer="" />
      <textarea
        className={styles.text}
        aria-label={say('page.text')}
        dir="auto"
        value={text}
        readOnly={isReadOnly}
        onFocus={() => focus('')}
        onChange={(event) => edit([{ path, pointer: '', value: event.target.value }])}
      />
    </div>
  )
}
