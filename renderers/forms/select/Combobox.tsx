import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText, optionValue, SEARCH_MAX_LENGTH } from '#machines/forms/kinds/options.rules.ts'
import { Flag } from '#renderers/site/Flag.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import type { FieldOption } from '#schemas'
import { FieldChevron, FieldControl, FieldInput } from '../FieldParts.tsx'
import { controlAttributes, type FieldProps } from '../field-contract.ts'
import { ChoiceListBox, optionId } from './ChoiceListBox.tsx'
import { useChoiceList } from './use-choice-list.ts'

const NONE: readonly FieldOption[] = []

/** A list that is searched by typing; arrows move, Enter chooses, Escape closes (APG combobox with a list). */
export function Combobox(props: FieldProps) {
  const { definition, value, controlId, labelId, isInvalid, isDisabled, onChange, onBlur } = props
  const options = definition.options ?? NONE
  const chosen = findOption(definition, value)
  const control = useChoiceList(options, choose, () => (chosen === undefined ? 0 : options.indexOf(chosen)))
  const { list, isOpen, found } = control
  const listId = `${controlId}-list`
  const text = chosen === undefined ? '' : optionText(chosen)

  function choose(option: FieldOption) {
    onChange(optionValue(option))
    control.close()
  }

  return (
    <FieldControl data-invalid={isInvalid || undefined} data-disabled={isDisabled || definition.disabled || undefined}>
      <Flag code={list.search === null ? chosen?.Alpha2 : undefined} />
      <FieldInput
        {...controlAttributes(props)}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={found[list.active] === undefined ? undefined : optionId(listId, list.active)}
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={chosen === undefined ? fieldPlaceholder(definition) : text}
        value={list.search ?? text}
        onChange={(event) => control.search(event.currentTarget.value)}
        onClick={() => !isOpen && control.open()}
        onKeyDown={control.pressKey}
        onBlur={() => {
          control.close()
          onBlur()
        }}
      />
      <FieldChevron>
        <Icon name="chevron-down" />
      </FieldChevron>
      {isOpen && (
        <ChoiceListBox
          control={control}
          listId={listId}
          labelId={labelId}
          hasOptions={options.length > 0}
          isChosen={(option) => option === chosen}
          onChoose={choose}
        />
      )}
    </FieldControl>
  )
}
