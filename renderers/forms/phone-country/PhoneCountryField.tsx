import { findOption, optionText } from '#machines/forms/kinds/options.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldOption, PhoneCountry, PhonePrefix } from '#schemas'
import { FieldControl } from '../FieldParts.tsx'
import { answerText, controlAttributes, type FieldProps } from '../field-contract.ts'
import { usePhonePort } from '../phone/phone-port.ts'
import { PhoneCodePicker } from './PhoneCodePicker.tsx'

/** The dialling code as a field of its own: the answer is the id of the country, or, where codes may be typed by hand, a bare
 *  code such as `+999`. */
export function PhoneCountryField(props: FieldProps) {
  const { definition, value, labelId, isInvalid, onChange, onBlur } = props
  const t = useText()
  const rules = usePhonePort()?.rules
  const { disabled, required: _required, name: _name, ...attributes } = controlAttributes(props)
  const countries = (definition.options ?? []).flatMap(countryOf)
  const chosen = findOption(definition, value)
  const [country] = chosen ? countryOf(chosen) : []
  const current: PhonePrefix = country ?? { phoneCode: answerText(value) }
  return (
    <FieldControl
      as="div"
      data-invalid={isInvalid || undefined}
      data-disabled={disabled || undefined}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <PhoneCodePicker
        key={countries.length}
        countries={countries}
        current={current}
        isManualCodeAllowed={rules?.isManualCodeAllowed ?? false}
        noResultText={rules?.noResultText ?? t('forms.nothing_found')}
        isDisabled={disabled}
        onChoose={({ id, phoneCode }) => onChange(id ?? phoneCode)}
        whole={{ attributes, labelId }}
      />
    </FieldControl>
  )
}

function countryOf(option: FieldOption): PhoneCountry[] {
  const { id, Alpha2, phone_code: phoneCode } = option
  if (typeof id !== 'number' || !Alpha2 || !phoneCode) return []
  return [{ id, code: Alpha2.toLowerCase(), phoneCode, name: optionText(option) }]
}
