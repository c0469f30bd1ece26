import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText, optionValue } from '#machines/forms/kinds/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { FieldChevron, FieldControl, FieldInput } from '../FieldParts.tsx'
import { controlAttributes, type FieldProps } from '../field-contract.ts'
import type { LazyField } from '../lazy-loading.ts'
import { loadControl, loadingOf, watchLoading } from '../lazy-loading.ts'

/** More options than this are searched rather than read through. */
const SEARCH_FROM = 12

/** A choice of one option: the platform's own list for few options, else one that can be searched (FIELD-16). */
export function SelectField(props: FieldProps) {
  const isSearched = (props.definition.options?.length ?? 0) > SEARCH_FROM
  return isSearched ? <SearchedSelect {...props} /> : <NativeSelect {...props} />
}

const SEARCHED: LazyField = {
  frame: 'labelled',
  load: async () => (await import('./Combobox.tsx')).Combobox,
  waiting: 'control',
}

/** The list that can be searched, once its code is there; until then, and without it, the platform's own. The focus goes
 *  over from one to the other. */
function SearchedSelect(props: FieldProps) {
  const { controlId } = props
  const hadFocus = useRef(false)
  const watch = useCallback(
    (callback: () => void) =>
      watchLoading(SEARCHED, () => {
        hadFocus.current = document.activeElement?.id === controlId
        callback()
      }),
    [controlId],
  )
  const now = () => loadingOf(SEARCHED)
  const loading = useSyncExternalStore(watch, now, now)
  const isReady = loading.state === 'ready'

  useEffect(() => {
    void loadControl(SEARCHED)
  }, [])
  useEffect(() => {
    if (isReady && hadFocus.current) document.getElementById(controlId)?.focus()
  }, [isReady, controlId])

  return loading.state === 'ready' ? <loading.Control {...props} /> : <NativeSelect {...props} />
}

function NativeSelect(props: FieldProps) {
  const { definition, value, isInvalid, isDisabled, onChange, onBlur } = props
  const chosen = findOption(definition, value)
  return (
    <FieldControl data-invalid={isInvalid || undefined} data-disabled={isDisabled || definition.disabled || undefined}>
      <FieldInput
        as="select"
        {...controlAttributes(props)}
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
      </FieldInput>
      <FieldChevron>
        <Icon name="chevron-down" />
      </FieldChevron>
    </FieldControl>
  )
}
