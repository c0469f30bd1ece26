import { type ReactNode, useState } from 'react'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition, FieldError } from '#schemas'
import styles from './Field.module.css'
import type { FieldFrameKind } from './field-contract.ts'
import { useErrorText } from './field-texts.ts'

/** Props of {@link FieldFrame}. */
export interface FieldFrameProps {
  readonly definition: FieldDefinition
  readonly kind: FieldFrameKind
  readonly controlId: string
  readonly isRequired: boolean
  readonly error: FieldError | undefined
  /** The player takes the suggestion that came with the error. */
  readonly onAccept: (suggestion: string) => void
  /** The player stands by what was typed. */
  readonly onKeep: () => void
  readonly children: ReactNode
}

/** Ids of the parts of a field, made from the id of its control. */
export function fieldPartIds(controlId: string) {
  return { labelId: `${controlId}-label`, lineId: `${controlId}-line`, tooltipId: `${controlId}-tooltip` }
}

/** What stands round the control of a field: the label above it, an explanation on demand, and one line below it for help
 *  or for the error, which keeps its place. */
export function FieldFrame({
  definition,
  kind,
  controlId,
  isRequired,
  error,
  onAccept,
  onKeep,
  children,
}: FieldFrameProps) {
  if (kind === 'bare') return children
  const { labelId } = fieldPartIds(controlId)
  const isGroup = kind === 'group'
  const Frame = isGroup ? 'fieldset' : 'div'
  return (
    <Frame className={styles.field} {...(isGroup && { 'aria-labelledby': labelId })}>
      {kind === 'self-labelled' ? (
        <div className={styles.beside}>
          {children}
          <FieldTooltip definition={definition} controlId={controlId} />
        </div>
      ) : (
        <>
          <FieldHead definition={definition} isGroup={isGroup} controlId={controlId} isRequired={isRequired} />
          {children}
        </>
      )}
      <FieldLine definition={definition} controlId={controlId} error={error} onAccept={onAccept} onKeep={onKeep} />
    </Frame>
  )
}

type FieldHeadProps = Pick<FieldFrameProps, 'definition' | 'controlId' | 'isRequired'> & { readonly isGroup: boolean }

/** The title, which may be there for the ear alone, and the explanation (FIELD-11). */
function FieldHead({ definition, isGroup, controlId, isRequired }: FieldHeadProps) {
  const t = useText()
  const { labelId } = fieldPartIds(controlId)
  const isUnseen = definition.show_top_label === false
  const label = { id: labelId, className: isUnseen ? 'visually-hidden' : styles.label }
  const text = (
    <>
      {fieldLabel(definition)}
      {!isRequired && <span className={styles.optional}> ({t('forms.optional')})</span>}
    </>
  )
  return (
    <div className={`${styles.head}${isUnseen && !definition.tooltip ? ' visually-hidden' : ''}`}>
      {isGroup ? (
        <span {...label}>{text}</span>
      ) : (
        <label htmlFor={controlId} {...label}>
          {text}
        </label>
      )}
      <FieldTooltip definition={definition} controlId={controlId} />
    </div>
  )
}

/** An explanation that is folded until it is asked for. */
function FieldTooltip({ definition, controlId }: Pick<FieldFrameProps, 'definition' | 'controlId'>) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (!definition.tooltip) return null
  const { tooltipId } = fieldPartIds(controlId)
  return (
    <>
      <button
        type="button"
        className={styles.about}
        aria-label={t('forms.more_about', { label: fieldLabel(definition) })}
        aria-expanded={isOpen}
        aria-controls={tooltipId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="question" size={16} />
      </button>
      <p id={tooltipId} className={styles.tooltip} hidden={!isOpen}>
        {definition.tooltip}
      </p>
    </>
  )
}

type FieldLineProps = Pick<FieldFrameProps, 'definition' | 'controlId' | 'error' | 'onAccept' | 'onKeep'>

function FieldLine({ definition, controlId, error, onAccept, onKeep }: FieldLineProps) {
  const t = useText()
  const errorText = useErrorText()
  const { lineId } = fieldPartIds(controlId)
  const suggestion = error?.params.suggestion
  if (error === undefined) {
    return (
      <p id={lineId} className={styles.line} data-state="help">
        {definition.help}
      </p>
    )
  }
  return (
    <div className={styles.line} data-state="error">
      <p id={lineId} className={styles.fault}>
        <Icon name="error" size={16} />
        {typeof suggestion === 'string' ? (
          <button type="button" className={styles.suggest} onClick={() => onAccept(suggestion)}>
            {errorText(error)}
          </button>
        ) : (
          errorText(error)
        )}
      </p>
      {typeof suggestion === 'string' && (
        <button type="button" className={styles.suggest} onClick={onKeep}>
          {t('forms.keep_address')}
        </button>
      )}
    </div>
  )
}
