import { type FocusEvent, useState } from 'react'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import {
  answerOf,
  cleanDigits,
  type DateParts,
  monthNames,
  PART_LENGTHS,
  partOrder,
  partsOf,
} from '../date/date-parts.selectors.ts'
import { FieldChevron, FieldControl, FieldInput, FieldPart, FieldPartLabel, FieldPartRow } from '../FieldParts.tsx'
import { answerText, controlAttributes, type FieldProps } from '../field-contract.ts'

/** A date known by heart: day, month and year to type, in the order of the language. */
export function BirthdayField(props: FieldProps) {
  const { dateLocale } = useLanguage()
  const { value, controlId, onChange, onBlur } = props
  const answer = answerText(value)
  const [typed, setTyped] = useState(() => partsOf(answer))
  const parts = answerOf(typed) === answer ? typed : partsOf(answer)
  const order = partOrder(dateLocale)

  function change(name: keyof DateParts, text: string) {
    const next = { ...parts, [name]: text }
    setTyped(next)
    onChange(answerOf(next))
  }

  function leave(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
  }

  return (
    <FieldPartRow onBlur={leave}>
      {order.map((name, index) => (
        <DatePart
          key={name}
          field={props}
          name={name}
          id={index === 0 ? controlId : `${controlId}-${name}`}
          text={parts[name]}
          onChange={(text) => change(name, text)}
        />
      ))}
    </FieldPartRow>
  )
}

interface DatePartProps {
  readonly field: FieldProps
  readonly name: keyof DateParts
  readonly id: string
  readonly text: string
  readonly onChange: (text: string) => void
}

function DatePart({ field, name, id, text, onChange }: DatePartProps) {
  const t = useText()
  const { dateLocale } = useLanguage()
  const { definition, isInvalid } = field
  const common = {
    ...controlAttributes(field),
    id,
    name: `${definition.name ?? definition.id}-${name}`,
    autoComplete: definition.autocomplete === 'bday' ? `bday-${name}` : undefined,
    value: name === 'month' ? text.padStart(text === '' ? 0 : 2, '0') : text,
  }
  return (
    <FieldPart htmlFor={id} data-part={name}>
      <FieldPartLabel>{t(`forms.${name}`)}</FieldPartLabel>
      <FieldControl data-invalid={isInvalid || undefined} data-disabled={common.disabled || undefined}>
        {name === 'month' ? (
          <>
            <FieldInput
              as="select"
              {...common}
              data-empty={text === '' || undefined}
              onChange={(event) => onChange(event.currentTarget.value)}
            >
              <option value="">—</option>
              {monthNames(dateLocale).map((month, index) => (
                <option key={month} value={String(index + 1).padStart(2, '0')}>
                  {month}
                </option>
              ))}
            </FieldInput>
            <FieldChevron>
              <Icon name="chevron-down" />
            </FieldChevron>
          </>
        ) : (
          <FieldInput
            {...common}
            type="text"
            inputMode="numeric"
            placeholder={name === 'day' ? '00' : '0000'}
            onChange={(event) => onChange(cleanDigits(event.currentTarget.value, PART_LENGTHS[name]))}
          />
        )}
      </FieldControl>
    </FieldPart>
  )
}
