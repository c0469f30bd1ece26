import { useId } from 'react'
import { DATE_FIELDS } from '#machines/protection/identification-fields.rules.ts'
import { DateInput } from '#renderers/forms/date/DateInput.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DocumentType, IdentificationField } from '#schemas'
import type { IdentificationPanelProps } from './identification-panel.ts'
import styles from './protection.module.css'

const TYPE_LABELS: Readonly<Record<DocumentType, string>> = {
  passport: 'registration.document_passport',
  id_card: 'registration.document_identity_card',
  driving_licence: 'registration.document_driving_licence',
  residence_permit: 'registration.document_residence_permit',
  inn: 'protection.document_inn',
  cpf: 'registration.cpf',
}

const FIELD_LABELS: Readonly<Record<IdentificationField, string>> = {
  name: 'registration.name',
  surname: 'registration.surname',
  birthday: 'registration.birthday',
  birthplace: 'registration.birthplace',
  citizenship_id: 'registration.citizenship',
  country_id: 'registration.country',
  region_id: 'registration.region',
  city_id: 'registration.city',
  address: 'registration.address',
  postal_code: 'registration.postal_code',
  passport: 'registration.document_number',
  passport_series: 'registration.document_series',
  passport_date: 'registration.document_date',
  passport_end_date: 'registration.document_end_date',
  passport_who: 'registration.document_authority',
  document_type_id: 'registration.document_type',
  inn: 'registration.inn',
  cpf: 'registration.cpf',
  gender: 'registration.gender',
  registration_number: 'protection.registration_number',
}

const AUTOCOMPLETE: Readonly<Partial<Record<IdentificationField, string>>> = {
  name: 'given-name',
  surname: 'family-name',
  address: 'street-address',
  postal_code: 'postal-code',
}

/** Which document it is and, in the form, what it says (KYC-8). */
export function DocumentFields({ state, onEvent }: IdentificationPanelProps) {
  const t = useText()
  const id = useId()
  const { demands, documentType, flow } = state.context
  const fields = flow === 'form' ? (demands.find((demand) => demand.id === documentType)?.fields ?? []) : []
  return (
    <div className={styles.fields}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-type`}>
          {t('registration.document_type')}
        </label>
        <SelectBox>
          <select
            id={`${id}-type`}
            className={styles.input}
            value={documentType}
            onChange={(event) =>
              onEvent({ type: 'document_type.chosen', documentType: event.target.value as DocumentType })
            }
          >
            {demands.map((demand) => (
              <option key={demand.id} value={demand.id}>
                {t(TYPE_LABELS[demand.id])}
              </option>
            ))}
          </select>
        </SelectBox>
      </div>
      {fields.map((field) => (
        <AnswerLine key={field} id={`${id}-${field}`} field={field} state={state} onEvent={onEvent} />
      ))}
    </div>
  )
}

interface AnswerLineProps extends IdentificationPanelProps {
  readonly id: string
  readonly field: IdentificationField
}

function AnswerLine({ id, field, state, onEvent }: AnswerLineProps) {
  const t = useText()
  const label = t(FIELD_LABELS[field])
  const fault = state.context.fieldFaults[field]
  const common = { id, value: state.context.answers[field] ?? '' }
  const change = (answer: string) => onEvent({ type: 'field.changed', id: field, answer })
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {DATE_FIELDS.has(field) ? (
        <DateInput
          {...common}
          label={label}
          {...(field === 'passport_end_date' ? { min: 'today' } : { max: 'today' })}
          describedBy={`${id}-note`}
          isRequired
          isInvalid={fault !== undefined}
          isBirthday={field === 'birthday'}
          onChange={change}
        />
      ) : (
        <input
          {...common}
          className={styles.input}
          type="text"
          maxLength={200}
          required
          autoComplete={AUTOCOMPLETE[field] ?? 'off'}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => change(event.target.value)}
        />
      )}
      <p id={`${id}-note`} className={styles.error} role={fault ? 'alert' : undefined}>
        {fault ? t(fault, { label }) : null}
      </p>
    </div>
  )
}
