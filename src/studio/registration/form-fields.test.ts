import { describe, expect, test } from 'vitest'
import { fieldName, fieldsInOrder, registrationTypeOf, withCatalogue } from './form-fields.ts'

const document = (path: string, resolved: unknown, origins: Record<string, string>) => ({
  ...{ path, schema: {}, resolved, origins },
})

describe('the fields of a registration form', () => {
  test('have what the catalogue says of them, unless the form says otherwise', () => {
    const catalogue = document(
      'registration/fields.json',
      { email: { type: 'email', title: 'registration.email', required: true } },
      { '/email/type': '_base', '/email/title': '_base', '/email/required': 'parent' },
    )
    const form = document(
      'registration/full_reg.json',
      { title: 'x', fields: { email: { order: 10, required: false }, shoe: { order: 5, type: 'input' } } },
      { '/fields/email/required': 'own', '/fields/email/order': '_base' },
    )
    const { resolved, origins } = withCatalogue(form, catalogue)
    const { entries, definitions } = fieldsInOrder(resolved)
    expect(entries.map(({ key }) => key)).toEqual(['shoe', 'email'])
    expect(definitions[1]).toEqual({
      ...{ id: 'email', type: 'email', title: 'registration.email' },
      ...{ required: false, order: 10 },
    })
    expect(origins['/fields/email/title']).toBe('_base')
    expect(origins['/fields/email/required']).toBe('own')
  })

  test('are called by their English text', () => {
    expect(fieldName({ id: 'email', title: 'a.b' }, { 'a.b': 'E-mail' })).toBe('E-mail')
    expect(fieldName({ id: 'shoe', label: 'no.text' }, {})).toBe('shoe')
  })

  test('are those of files of forms alone', () => {
    expect(registrationTypeOf('registration/full_reg.json')).toBe('full_reg')
    expect(registrationTypeOf('registration/fields.json')).toBeNull()
    expect(registrationTypeOf('config/registration.json')).toBeNull()
  })
})
