import { useSyncExternalStore } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText, optionValue } from '#machines/forms/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import styles from '../Field.module.css'
import { controlAttributes, type FieldProps } from '../field-contract.ts'
import { Combobox } from './Combobox.tsx'

/** More options than this are searched rather than read through, where there is a mouse. */
const SEARCH_FROM = 12
const FINE_POINTER = '(hover: hover) and (pointer: fine)'

function watchPointer(onChange: () => void): () => void {
  const query = matchMedia(FINE_POINTER)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** A choice of one option: the platform's own list on touch and for few options, else one that can be searched. */
export function SelectField(props: FieldProps) {
  const isFine = useSyncExternalStore(
    watchPointer,
    () => matchMedia(FINE_POINTER).matches,
    () => false,
  )
  const isSearched = isFine && (props.definition.options?.length ?? 0) > SEARCH_FROM
  return isSearched ? <Combobox {...props} /> : <NativeSelect {...props} />
}

function NativeSelect(props: FieldProps) {
  const { definition, value, isInvalid, isDisabled, onChange, onBlur } = props
  const chosen = findOption(definition, value)
  return (
    <span
      className={styles.control}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || definition.disabled || undefined}
    >
      <select
        {...controlAttributes(props)}
        className={styles.input}
        data-empty={chosen === undefined || undefined}
        value={chosen === undefined ? '' : String(optionValue(chosen))}
        autoComplete={definition.autocomplete}
        onChange={(event) => {
          const option = findOption(definition, event.currentTarget.value)
          onChange(option === undefined ? '' : optionValue(option))
        }}
        onBlur={onBlur}
      >
        <option value="">{fieldPlaceholder(definition) ?? ''}</option>
        {definition.options?.map((option) => (
          <option key={optionValue(option)} value={String(optionValue(option))}>
            {optionText(option)}
          </option>
        ))}
      </select>
      <span className={styles.chevron}>
        <Icon name="chevron-down" />
      </span>
    </span>
  )
}
