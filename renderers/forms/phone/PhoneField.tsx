import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldProps } from '../field-contract.ts'
import { PhoneCodePicker } from '../phone-country/PhoneCodePicker.tsx'
import { NumberInput } from './NumberInput.tsx'
import { PhoneBox, phoneAttributes } from './PhoneBox.tsx'
import styles from './phone.module.css'
import { usePhonePort } from './phone-port.ts'
import { usePhoneLine } from './use-phone-line.ts'

/** A phone number with its country (PHC-3). Until the countries are there, and when they cannot be had, it is a plain line:
 *  what is typed there is a text, which the server reads (REG-39). */
export function PhoneField(field: FieldProps) {
  const t = useText()
  const port = usePhonePort()
  const line = usePhoneLine(field, port)
  const { controlId, describedBy, isDisabled, definition } = field
  const lengthId = `${controlId}-length`
  const note = line.clearedFor === undefined ? '' : t('phone.does_not_fit', { country: line.clearedFor })
  return (
    <PhoneBox
      field={field}
      onLeave={line.leave}
      picker={
        port?.data &&
        line.code && (
          <PhoneCodePicker
            countries={port.data.countries}
            current={line.code.prefix}
            isManualCodeAllowed={port.rules.isManualCodeAllowed}
            noResultText={port.rules.noResultText}
            isDisabled={isDisabled || definition.disabled === true}
            onChoose={line.code.choose}
            onDone={() => document.getElementById(controlId)?.focus()}
          />
        )
      }
    >
      <NumberInput
        attributes={{
          ...phoneAttributes(field),
          'aria-describedby': line.maskDigits > 0 ? `${describedBy} ${lengthId}` : describedBy,
          ...(note !== '' && { placeholder: note }),
        }}
        text={line.text}
        rest={line.rest}
        onEnter={line.enter}
      />
      {line.isComplete && (
        <span className={styles.complete}>
          <Icon name="check" />
        </span>
      )}
      <span id={lengthId} hidden>
        {t('phone.digits', { count: line.maskDigits })}
      </span>
      <span className="visually-hidden" role="status">
        {note}
      </span>
    </PhoneBox>
  )
}
