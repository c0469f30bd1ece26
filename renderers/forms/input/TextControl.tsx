import { type InputHTMLAttributes, useState } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption } from '#machines/forms/kinds/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition } from '#schemas'
import { FieldAction, FieldControl, FieldInput, FieldUnit } from '../FieldParts.tsx'
import { answerText, controlAttributes, type FieldProps } from '../field-contract.ts'
import { useFieldState, useFormScope } from '../form-scope.ts'

/** Props of {@link TextControl}. */
export interface TextControlProps {
  readonly field: FieldProps
  readonly type: string
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>
  readonly onChange?: (text: string) => void
  readonly onBlur?: () => void
}

/** One line of text with what every such field may have: a limit, a placeholder, a button that shows what is typed unseen
 *  (FIELD-10), one that copies (FIELD-9). */
export function TextControl({
  field,
  type,
  attributes,
  onChange = field.onChange,
  onBlur = field.onBlur,
}: TextControlProps) {
  const { definition, value, isInvalid, isDisabled } = field
  const [isSeen, setIsSeen] = useState(false)
  const text = answerText(value)
  const isUnseen = type === 'password'
  const unitId = `${field.controlId}-unit`
  const hasUnit = definition.unit !== undefined || definition.unit_of !== undefined
  return (
    <FieldControl data-invalid={isInvalid || undefined} data-disabled={isDisabled || definition.disabled || undefined}>
      <FieldInput
        {...controlAttributes(field)}
        {...(hasUnit && { 'aria-describedby': `${unitId} ${field.describedBy}` })}
        type={isUnseen && isSeen ? 'text' : type}
        value={text}
        placeholder={fieldPlaceholder(definition)}
        maxLength={definition.max_length}
        autoComplete={definition.autocomplete}
        {...attributes}
        onChange={(event) => onChange(limited(event.currentTarget.value, definition.max_length))}
        onBlur={onBlur}
      />
      {hasUnit && <Unit definition={definition} id={unitId} />}
      {isUnseen && definition.show_pass_icon && (
        <SeeButton controlId={field.controlId} isSeen={isSeen} onPress={() => setIsSeen(!isSeen)} />
      )}
      {definition.show_copy_icon && <CopyButton text={text} />}
    </FieldControl>
  )
}

/** No more characters than the field takes (FIELD-7): the attribute holds for typing alone, not for what a program fills in. */
function limited(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join('')
}

interface SeeButtonProps {
  readonly controlId: string
  readonly isSeen: boolean
  readonly onPress: () => void
}

function SeeButton({ controlId, isSeen, onPress }: SeeButtonProps) {
  const t = useText()
  return (
    <FieldAction
      type="button"
      aria-label={t(isSeen ? 'forms.hide_password' : 'forms.show_password')}
      aria-controls={controlId}
      onClick={onPress}
    >
      <Icon name={isSeen ? 'eye-off' : 'eye'} />
    </FieldAction>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <FieldAction
      type="button"
      aria-label={t(isCopied ? 'forms.copied' : 'forms.copy')}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setIsCopied(true),
          () => setIsCopied(false),
        )
      }}
      onBlur={() => setIsCopied(false)}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </FieldAction>
  )
}

/** The unit of what is typed: that of the form's choice, such as the currency of the account. */
function Unit({
  definition: { unit = '', unit_of: of = '' },
  id,
}: {
  readonly definition: FieldDefinition
  readonly id: string
}) {
  const { store } = useFormScope()
  const { value } = useFieldState(store, of)
  const choice = store.outline().definitions.find((definition) => definition.id === of)
  const chosen = choice && value !== undefined ? findOption(choice, value)?.code : undefined
  return <FieldUnit id={id}>{chosen ?? unit}</FieldUnit>
}
