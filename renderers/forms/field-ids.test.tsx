import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { composeFields, localiseFields } from '#machines/forms/field-source.rules.ts'
import { resolveOptions } from '#machines/forms/kinds/options.rules.ts'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { FieldCatalogue, FieldDefinition, FieldOption } from '#schemas'
import { isFieldDefinition as isDefinition } from '#schemas/generated/validators/forms.js'
import { fieldRenderer } from './field-registry.ts'
import { SchemaForm } from './SchemaForm.tsx'

/** The field ids of the specification (product §3); the partner account is written as an id. */
const IDS = `country_id country_code_id region_id city_id currency_id citizenship_id ref_code name surname password
  password_again email passport passport_series document_type_id passport_date passport_end_date passport_who tel_code phone
  phone_confirmation button_send_sms button_confirm_sms google_captcha_response custom_captcha custom_captcha_id
  custom_captcha_value agree-policy partner_account nickname social_types_id gender inn cpf bank bank_account
  bank_account_owner birthday date_birthday birthplace registration_number address postal_code checkbox_pep
  first_deposit_bonus_choice receive_news receive_res bonus_choice freebet_choice remember_auth short_reg is_crypt_reg
  connect`.split(/\s+/)

const OPTIONS: readonly FieldOption[] = [
  { id: 1, name: 'Alpha' },
  { id: 2, name: 'Beta' },
]

const { $schema: _schema, ...catalogue } = JSON.parse(
  readFileSync(new URL('../../brands/_base/registration/fields.json', import.meta.url), 'utf8'),
) as FieldCatalogue & { $schema: string }

function definitionOf(id: string): FieldDefinition | undefined {
  const { fields } = composeFields(catalogue, { fields: { [id]: { order: 1 } } }, undefined)
  const source = fields[0]?.options_from
  const resolved = resolveOptions(fields, source ? { [source]: OPTIONS } : {})
  return localiseFields(
    resolved,
    (key) => `<${key}>`,
    (route) => `/en/${route}`,
  )[0]
}

function draw(definition: FieldDefinition): string {
  return renderToString(
    <TextsProvider t={(key) => key} language="en-GB" direction="ltr">
      <SchemaForm
        definitions={[definition]}
        values={{}}
        context={{ today: '2026-11-21', minimumAge: 18 }}
        submitLabel="Go"
        onSubmit={() => undefined}
      />
    </TextsProvider>,
  )
}

describe.each(IDS)('FIELD-2: %s', (id) => {
  const definition = definitionOf(id)

  test('has a definition that is sound', () => {
    expect(definition).toBeDefined()
    expect(isDefinition(definition)).toBe(true)
  })

  test('is drawn by its kind', () => {
    expect(fieldRenderer(definition?.type ?? '')).toBeDefined()
    const markup = draw(definition as FieldDefinition)
    expect(markup).not.toContain('forms.unknown_field')
    expect(markup).toMatch(/<form[^>]*>.*<(?:input|select|button|fieldset|div)\b/)
  })
})
