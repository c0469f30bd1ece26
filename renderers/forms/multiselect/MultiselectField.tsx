import { type FocusEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import {
  isSelected,
  removeValue,
  selectedValues,
  selectionLimit,
  toggleOption,
} from '#machines/forms/kinds/choice-list.rules.ts'
import { findOption, optionText, SEARCH_MAX_LENGTH } from '#machines/forms/kinds/options.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldOption } from '#schemas'
import { FieldControl, FieldInput } from '../FieldParts.tsx'
import { controlAttributes, type FieldProps } from '../field-contract.ts'
import { ChoiceListBox, optionId } from '../select/ChoiceListBox.tsx'
import { type ChoiceListControl, useChoiceList } from '../select/use-choice-list.ts'
import { Chips } from './Chips.tsx'
import styles from './multiselect.module.css'

const NONE: readonly FieldOption[] = []

/** A choice of several options: the selected ones as chips, and a list that is searched by typing (MULTI-1…6). */
export function MultiselectField(props: FieldProps) {
  const { definition, labelId, controlId, isInvalid, onBlur } = props
  const options = definition.options ?? NONE
  const input = useRef<HTMLInputElement>(null)
  const selection = useSelection(props)
  const control = useChoiceList(options, selection.toggle, () => 0)
  const isDisabled = props.isDisabled || definition.disabled === true
  const maximumId = useId()
  const listId = `${controlId}-list`

  function leave(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return
    control.close()
    onBlur()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus that leaves the field is only watched here
    <div className={styles.root} onBlur={leave}>
      <FieldControl
        as="div"
        className={styles.control}
        data-invalid={isInvalid || undefined}
        data-disabled={isDisabled || undefined}
      >
        <Chips
          chosen={selection.chips}
          isDisabled={isDisabled}
          onRemove={selection.remove}
          onLeave={() => input.current?.focus()}
        />
        <SearchInput
          ref={input}
          field={props}
          control={control}
          listId={listId}
          describedBy={selection.isFull ? `${props.describedBy} ${maximumId}` : props.describedBy}
          onRemoveLast={selection.removeLast}
          hasChips={selection.chips.length > 0}
        />
        {control.isOpen && (
          <ChoiceListBox
            control={control}
            listId={listId}
            labelId={labelId}
            hasOptions={options.length > 0}
            isMultiple
            isChosen={selection.has}
            isBarred={(option) => selection.isFull && !selection.has(option)}
            onChoose={selection.toggle}
          />
        )}
      </FieldControl>
      <div role="status">
        {selection.isFull && (
          <p id={maximumId} className={styles.maximum}>
            {selection.maximumText}
          </p>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {selection.said}
      </p>
    </div>
  )
}

/** The selection of the field with what can be done to it, and what is said of it. */
function useSelection({ definition, value, isDisabled, onChange }: FieldProps) {
  const t = useText()
  const [said, setSaid] = useState('')
  const selected = selectedValues(value)
  const limit = selectionLimit(definition)
  const isFixed = isDisabled || definition.disabled === true
  const textOf = (one: string | number) => {
    const option = findOption(definition, one)
    return option === undefined ? String(one) : optionText(option)
  }

  function remove(one: string | number) {
    if (isFixed) return
    onChange([...removeValue(selected, one)])
    setSaid(t('forms.option_removed', { name: textOf(one) }))
  }

  function toggle(option: FieldOption) {
    const next = toggleOption(selected, option, limit)
    if (isFixed || next === selected) return
    onChange([...next])
    setSaid(
      t(next.length > selected.length ? 'forms.option_chosen' : 'forms.option_removed', { name: optionText(option) }),
    )
  }

  return {
    chips: selected.map((one) => ({ value: one, text: textOf(one) })),
    isFull: selected.length >= limit,
    maximumText: t('forms.maximum_chosen', { value: limit }),
    said,
    has: (option: FieldOption) => isSelected(selected, option),
    toggle,
    remove,
    removeLast: () => {
      const last = selected.at(-1)
      if (last !== undefined) remove(last)
    },
  }
}

interface SearchInputProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly field: FieldProps
  readonly control: ChoiceListControl
  readonly listId: string
  readonly describedBy: string
  readonly hasChips: boolean
  readonly onRemoveLast: () => void
}

function SearchInput({ ref, field, control, listId, describedBy, hasChips, onRemoveLast }: SearchInputProps) {
  const { definition, isRequired } = field
  const { list, isOpen, found } = control
  const { required: _required, ...attributes } = controlAttributes(field)

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (control.pressKey(event)) return
    if (event.key === 'Backspace' && event.currentTarget.value === '') onRemoveLast()
  }

  return (
    <FieldInput
      {...attributes}
      ref={ref}
      className={styles.search}
      type="text"
      role="combobox"
      autoComplete="off"
      aria-autocomplete="list"
      aria-required={isRequired || undefined}
      aria-describedby={describedBy}
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      aria-activedescendant={found[list.active] === undefined ? undefined : optionId(listId, list.active)}
      maxLength={SEARCH_MAX_LENGTH}
      placeholder={hasChips ? undefined : fieldPlaceholder(definition)}
      value={list.search ?? ''}
      onChange={(event) => control.search(event.currentTarget.value)}
      onClick={() => !isOpen && control.open()}
      onKeyDown={pressKey}
    />
  )
}
