import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from '../Field.module.css'
import { answerText, controlAttributes, type FieldProps } from '../field-contract.ts'

/** Props of {@link TextControl}. */
export interface TextControlProps {
  readonly field: FieldProps
  readonly type: string
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>
  /** Buttons after the text. */
  readonly children?: ReactNode
  readonly onChange?: (text: string) => void
  readonly onBlur?: () => void
}

/** One line of text with what every such field may have: a limit, a placeholder, a button that copies. */
export function TextControl({
  field,
  type,
  attributes,
  children,
  onChange = field.onChange,
  onBlur = field.onBlur,
}: TextControlProps) {
  const { definition, value, isInvalid, isDisabled } = field
  const text = answerText(value)
  return (
    <span
      className={styles.control}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || definition.disabled || undefined}
    >
      <input
        {...controlAttributes(field)}
        className={styles.input}
        type={type}
        value={text}
        placeholder={fieldPlaceholder(definition)}
        maxLength={definition.max_length}
        autoComplete={definition.autocomplete}
        {...attributes}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {children}
      {definition.show_copy_icon && <CopyButton text={text} />}
    </span>
  )
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      className={styles.action}
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
    </button>
  )
}
