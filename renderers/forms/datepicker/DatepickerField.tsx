import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { comparableDate } from '#machines/forms/kinds/date.rules.ts'
import { DateInput } from '../date/DateInput.tsx'
import { answerText, type FieldProps } from '../field-contract.ts'

/** A date to type or to choose from a calendar. */
export function DatepickerField(props: FieldProps) {
  const { definition, value, controlId, describedBy, isRequired, isInvalid, isDisabled, onChange, onBlur } = props
  const { minValue, maxValue } = definition.validation ?? {}
  return (
    <DateInput
      id={controlId}
      label={fieldLabel(definition)}
      name={definition.name ?? definition.id}
      value={answerText(value).slice(0, 10)}
      min={dayOf(minValue?.value)}
      max={dayOf(maxValue?.value)}
      describedBy={describedBy}
      isRequired={isRequired}
      isInvalid={isInvalid}
      isDisabled={isDisabled || definition.disabled === true}
      isBirthday={definition.autocomplete === 'bday'}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}

function dayOf(bound: string | number | boolean | undefined): string | undefined {
  return typeof bound === 'string' && comparableDate(bound) !== null ? bound.slice(0, 10) : undefined
}
