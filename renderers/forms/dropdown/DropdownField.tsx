import type { FocusEvent } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText, optionValue } from '#machines/forms/kinds/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { FieldBox, FieldCard, FieldChoices, FieldDisclosure } from '../FieldParts.tsx'
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
    <FieldDisclosure onBlur={leave}>
      <summary id={controlId} aria-describedby={describedBy} data-invalid={isInvalid || undefined}>
        {chosen === undefined ? (fieldPlaceholder(definition) ?? t('forms.choose')) : optionText(chosen)}
        <Icon name="chevron-down" />
      </summary>
      <FieldChoices
        role="radiogroup"
        aria-labelledby={labelId}
        aria-required={isRequired || undefined}
        aria-invalid={isInvalid || undefined}
      >
        {definition.options?.map((option) => (
          <FieldCard key={optionValue(option)}>
            <FieldBox
              type="radio"
              name={controlId}
              checked={option === chosen}
              disabled={isDisabled || definition.disabled}
              onChange={() => onChange(optionValue(option))}
            />
            {optionText(option)}
          </FieldCard>
        ))}
      </FieldChoices>
    </FieldDisclosure>
  )
}
