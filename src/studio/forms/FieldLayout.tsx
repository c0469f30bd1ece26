import type { FieldTemplateProps } from '@rjsf/utils'
import { pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { isWritten, originAt, type ValueOrigin } from '../draft/value-origin.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { CodedText } from '../parts/CodedText.tsx'
import { Mark } from '../parts/Mark.tsx'
import styles from './FieldLayout.module.css'
import { FieldProblems } from './FieldProblems.tsx'
import { cleared, type FieldSpec } from './field-specs.ts'
import { useFormPlace } from './form-place.ts'
import { PeopleHere } from './PeopleHere.tsx'
import { fieldOf } from './StudioField.tsx'
import { helpOf, labelOf } from './schema/field-words.ts'

/** The template of rjsf around a field: label, where the value comes from, the control, its help, and what is wrong. */
export function FieldLayout(props: FieldTemplateProps) {
  const { id, children, rawErrors = [], uiSchema, fieldPathId } = props
  if (fieldPathId.path.length === 0) return children
  return (
    <FieldParts id={id} field={fieldOf(uiSchema)} errors={rawErrors}>
      {children}
    </FieldParts>
  )
}

interface FieldPartsProps {
  readonly id: string
  readonly field: FieldSpec
  readonly errors: readonly string[]
  readonly children: FieldTemplateProps['children']
}

function FieldParts({ id, field, errors, children }: FieldPartsProps) {
  const place = useFormPlace()
  const pointer = `${place.pointer}/${pointerStep(field.key)}`
  const { kind, node } = field
  const label = field.isEntry ? field.key : labelOf(field.key, node)
  const help = helpOf(node)
  return (
    <div className={kind === 'token-colour' ? `${styles.field} ${styles.small}` : styles.field} data-pointer={pointer}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {node['x-server-only'] && (
          <span title={say('field.server_only_hint')}>
            <Mark>{say('field.server_only')}</Mark>
          </span>
        )}
        <PeopleHere pointer={pointer} />
        <Source pointer={pointer} field={field} label={label} />
      </div>
      {children}
      <div id={`${id}-about`} className={styles.about}>
        {help && kind !== 'token-colour' && (
          <p className={styles.help}>
            <CodedText text={help} />
          </p>
        )}
        {errors.map((error) => (
          <p key={error} className={styles.error}>
            {error}
          </p>
        ))}
      </div>
      <FieldProblems pointer={pointer} />
    </div>
  )
}

/** Where the value comes from, and the ways back. */
function Source({
  pointer,
  field,
  label,
}: {
  readonly pointer: string
  readonly field: FieldSpec
  readonly label: string
}) {
  const { brand, document, own, isReadOnly, edit, find } = useFormPlace()
  const value = valueAt(document.resolved, pointer)
  const isToken = field.kind === 'token' || field.kind === 'token-colour'
  const origin = originAt(document.origins, isToken ? `${pointer}/$value` : pointer, brand)
  const isOwn = isWritten(own, pointer)
  const isSet = value !== undefined
  const show = isToken ? find(pointer) : null
  return (
    <span className={styles.source}>
      {(isSet || isOwn) && <Origin origin={isOwn && origin.kind !== 'mixed' ? { kind: 'own' } : origin} />}
      {isOwn && !isReadOnly && (
        <ActionButton kind="quiet" isSmall isBare glyph="undo" onClick={() => edit([{ path: document.path, pointer }])}>
          {say('field.reset', { field: label })}
        </ActionButton>
      )}
      {show && (
        <ActionButton kind="quiet" isSmall isBare glyph="inspect" onClick={show}>
          {say('preview.find', { name: label })}
        </ActionButton>
      )}
      {isSet && !isReadOnly && (field.isEntry || (!field.isRequired && !isOwn)) && origin.kind !== 'default' && (
        <ActionButton
          kind="quiet"
          isSmall
          isBare
          glyph={field.isEntry ? 'trash' : 'close'}
          onClick={() => edit([cleared({ path: document.path, own }, pointer)])}
        >
          {say(field.isEntry ? 'field.remove_entry' : 'field.clear', { field: label })}
        </ActionButton>
      )}
    </span>
  )
}

/** Where a value comes from, in a word. */
export function Origin({ origin }: { readonly origin: ValueOrigin }) {
  if (origin.kind === 'own') return <Mark tone="accent">{say('field.origin_own')}</Mark>
  if (origin.kind === 'mixed') return <Mark tone="accent">{say('field.origin_mixed')}</Mark>
  const words =
    origin.kind === 'default' ? say('field.origin_default') : say('field.origin_parent', { brand: origin.brand })
  return <span className={styles.origin}>{words}</span>
}
