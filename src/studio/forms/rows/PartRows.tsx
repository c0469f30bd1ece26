import type { ReactNode } from 'react'
import { pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { originAt } from '../../draft/value-origin.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { CodedText } from '../../parts/CodedText.tsx'
import { Glyph } from '../../parts/Glyph.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { Origin } from '../FieldLayout.tsx'
import type { RowSpec } from '../field-specs.ts'
import { useFormPlace } from '../form-place.ts'
import { problemsAt } from '../problem-mend.ts'
import { helpOf, labelOf } from '../schema/field-words.ts'
import { shapeOf } from '../schema/node-shape.ts'
import { starterValue } from '../schema/starter-value.ts'
import { coloursIn } from '../token-values.ts'
import { entryCount, entrySummary } from './entry-summary.ts'
import styles from './PartRows.module.css'

/** The parts of an object that open as forms of their own. */
export function PartRows({ rows }: { readonly rows: readonly RowSpec[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <PartRow key={row.key} row={row} />
      ))}
    </ul>
  )
}

function PartRow({ row: { key, node } }: { readonly row: RowSpec }) {
  const place = useFormPlace()
  const { document, schema, isReadOnly, edit, open } = place
  const pointer = `${place.pointer}/${pointerStep(key)}`
  const value = valueAt(document.resolved, pointer)
  const label = Array.isArray(valueAt(document.resolved, place.pointer)) ? `${Number(key) + 1}` : labelOf(key, node)
  const help = helpOf(node)
  if (value === undefined) {
    if (isReadOnly) return null
    const setUp = () => {
      edit([{ path: document.path, pointer, value: starterValue(schema, node) }])
      open(pointer)
    }
    return (
      <li className={styles.unset}>
        <span className={styles.label}>{label}</span>
        <span className={styles.help}>
          <CodedText text={help} />
        </span>
        <ActionButton isSmall glyph="plus" onClick={setUp}>
          {say('rows.set_up', { name: label.toLowerCase() })}
        </ActionButton>
      </li>
    )
  }
  const isCounted = shapeOf(schema, node) !== 'object'
  const summary = isCounted ? say('rows.count', { count: entryCount(value) }) : entrySummary(value, place.choices.text)
  return (
    <li className={styles.row}>
      <RowLink pointer={pointer} label={label} summary={summary} help={help} />
    </li>
  )
}

interface RowLinkProps {
  readonly pointer: string
  readonly label: string
  readonly summary: string
  readonly help: string
  /** More about the part, beside where it comes from. */
  readonly marks?: ReactNode
}

/** The press that opens a part: its name, what it is, where it comes from, and whether something is wrong inside it. */
export function RowLink({ pointer, label, summary, help, marks }: RowLinkProps) {
  const { brand, document, problems, open } = useFormPlace()
  const found = problemsAt(problems, document.path, pointer, true)
  const wrong = found.filter(({ level }) => level === 'problem').length
  const colours =
    document.path === 'theme.tokens.json' ? coloursIn(document.resolved, valueAt(document.resolved, pointer)) : []
  return (
    <button type="button" className={styles.open} onClick={() => open(pointer)} data-pointer={pointer}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {summary && <span className={styles.summary}>{summary}</span>}
        {help && (
          <span className={styles.help}>
            <CodedText text={help} />
          </span>
        )}
      </span>
      {colours.length > 0 && (
        <span className={styles.colours} aria-hidden="true">
          {colours.map((colour, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the colours of a part may be alike
            <span key={index} style={{ background: colour }} />
          ))}
        </span>
      )}
      {marks}
      {found.length > 0 && (
        <Mark tone={wrong > 0 ? 'problem' : 'warning'}>
          {wrong > 0 ? say('brands.problems', { count: wrong }) : say('brands.warnings', { count: found.length })}
        </Mark>
      )}
      <Origin origin={originAt(document.origins, pointer, brand)} />
      <Glyph name="forward" isMirrored />
    </button>
  )
}
