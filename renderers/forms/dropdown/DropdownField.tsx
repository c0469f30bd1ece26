import type { FocusEvent } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText, optionValue } from '#machines/forms/kinds/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from '../Field.module.css'
import type { FieldProps } from '../field-contract.ts'

/** A choice that unfolds: the chosen option in one line, all of them as cards below it. */
export function DropdownField(props: FieldProps) {
  const t = useText()
  const { definition, value, controlId, labelId, describedBy, isRequired, isInvalid, isDisabled, onChange, onBlur } =
    props
  const chosen = findOption(definition, value)
  function leave(event: FocusEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
  }
  return (
    <details className={styles.disclosure} onBlur={leave}>
      <summary id={controlId} aria-describedby={describedBy} data-invalid={isInvalid || undefined}>
        {chosen === undefined ? (fieldPlaceholder(definition) ?? t('forms.choose')) : optionText(chosen)}
        <Icon name="chevron-down" />
      </summary>
      <div
        className={styles.choices}
        role="radiogroup"
        aria-labelledby={labelId}
        aria-required={isRequired || undefined}
        aria-invalid={isInvalid || undefined}
      >
        {definition.options?.map((option) => (
          <label key={optionValue(option)} className={`${styles.check} ${styles.card}`}>
            <input
              type="radio"
              className={styles.box}
              name={controlId}
              checked={option === chosen}
              disabled={isDisabled || definition.disabled}
              onChange={() => onChange(optionValue(option))}
            />
            {optionText(option)}
          </label>
        ))}
      </div>
    </details>
  )
}
