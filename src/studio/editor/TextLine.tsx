import { useId } from 'react'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { isWritten, originAt } from '../draft/value-origin.ts'
import { Origin } from '../forms/FieldLayout.tsx'
import { FieldProblems } from '../forms/FieldProblems.tsx'
import { useFormPlace } from '../forms/form-place.ts'
import { PeopleHere } from '../forms/PeopleHere.tsx'
import { useTypedText } from '../forms/typed-text.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import styles from './TextLine.module.css'
import { lengthPercent, missingPlaces, type TextRow } from './text-rows.ts'

interface TextLineProps {
  readonly row: TextRow
  /** Whether the dictionary is the English one itself. */
  readonly isReference: boolean
  readonly languageName: string
}

/** A text of a dictionary, with the English beside it and what is doubtful about it. */
export function TextLine({ row, isReference, languageName }: TextLineProps) {
  const { brand, document, own, isReadOnly, edit, focus, find } = useFormPlace()
  const id = useId()
  const { path } = document
  const pointer = `/${pointerStep(row.key)}`
  const isOwn = isWritten(own, pointer)
  const show = find(pointer)
  const long = isReference ? null : lengthPercent(row)
  const lost = isReference ? [] : missingPlaces(row)
  const typed = useTypedText<string | undefined>(row.text, {
    parse: (text) => ({ value: text === '' ? undefined : text }),
    format: (text) => text ?? '',
    onValue: (text) => edit([text === undefined ? { path, pointer } : { path, pointer, value: text }]),
  })
  return (
    <div className={isReference ? styles.single : styles.line}>
      <div className={styles.head}>
        <code className={styles.key}>{row.key}</code>
        {row.text !== '' && <Origin origin={isOwn ? { kind: 'own' } : originAt(document.origins, pointer, brand)} />}
        <PeopleHere pointer={pointer} />
        {isOwn && !isReadOnly && (
          <ActionButton kind="quiet" isSmall isBare glyph="undo" onClick={() => edit([{ path, pointer }])}>
            {say('field.reset', { field: row.key })}
          </ActionButton>
        )}
        {show && (
          <ActionButton kind="quiet" isSmall isBare glyph="inspect" onClick={show}>
            {say('preview.find', { name: row.key })}
          </ActionButton>
        )}
      </div>
      {!isReference && (
        <p className={styles.english} lang="en">
          {row.english}
        </p>
      )}
      <div className={styles.own}>
        <textarea
          className={styles.text}
          aria-label={say('texts.own', { key: row.key })}
          aria-describedby={`${id}-about`}
          placeholder={isReference ? '' : languageName}
          dir="auto"
          rows={1}
          value={typed.text}
          readOnly={isReadOnly}
          onFocus={() => focus(pointer)}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.leave}
        />
        <div id={`${id}-about`}>
          {long !== null && <p className={styles.hint}>{say('texts.too_long', { percent: long })}</p>}
          {lost.length > 0 && <p className={styles.lost}>{say('texts.place_missing', { places: lost.join(', ') })}</p>}
        </div>
        <FieldProblems pointer={pointer} />
      </div>
    </div>
  )
}
