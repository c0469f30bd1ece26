import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { isFieldDefinition as validate } from '../generated/validators/forms.js'

const option = {
  id: 1,
  value: 'ua',
  name: 'Ukraine',
  title: 'Ukraine',
  Alpha2: 'UA',
  phone_code: '+380',
  code: 'UAH',
  country_id: 2,
  account_length: 20,
  aliases: ['Україна'],
  selected: true,
  symbol: '₴',
}

/** A field with every attribute of the specification (product §3). */
const field: Required<
  Omit<
    FieldDefinition,
    | 'help'
    | 'autocomplete'
    | 'options_from'
    | 'options_of'
    | 'unit'
    | 'unit_of'
    | 'decides_fields'
    | 'version'
    | 'links'
  >
> = {
  id: 'bank',
  name: 'bank',
  type: 'select',
  group: 'bank',
  title: 'Bank',
  placeholder: 'Choose',
  important_placeholder: 'Choose yours',
  required: true,
  disabled: false,
  hide: false,
  input_type: 'text',
  max_length: 64,
  show_copy_icon: true,
  show_pass_icon: true,
  show_top_label: true,
  tooltip: 'Where your account is.',
  validation: { required: { message: 'Choose a bank' }, minLength: { message: 'Too short', value: 2 } },
  options: [option],
  depends_on: { action: 'show', condition: ['UA'], field_id: 'country_id' },
  checked_input: false,
  label: 'Bank',
  key: '10000000-ffff',
  items: ['One', 'Two'],
}

function faultOf(definition: unknown): string | undefined {
  return validate(definition) ? undefined : validate.errors?.[0]?.instancePath
}

test('FIELD-3: a field with every attribute of the specification is taken', () => {
  expect(faultOf(field)).toBeUndefined()
})

test.each(Object.keys(field))('FIELD-3: %s of a wrong sort is refused at its place', (name) => {
  expect(faultOf({ ...field, [name]: null })).toBe(`/${name}`)
})

test('FIELD-3: an attribute of no known name is refused', () => {
  expect(faultOf({ ...field, hiden: true })).toBe('')
})

test.each(Object.keys(option))('FIELD-13: %s of an option of a wrong sort is refused at its place', (name) => {
  expect(faultOf({ ...field, options: [{ ...option, [name]: {} }] })).toBe(`/options/0/${name}`)
})

test('FIELD-12: a rule is a message and a value', () => {
  expect(faultOf({ ...field, validation: { minLength: { value: 2, text: 'x' } } })).toBe('/validation/minLength')
})
