import { expect, test } from 'vitest'
import { createStudioValidator, schemaNameOf, validatorOf } from './studio-validator.ts'

const resolved = { menu: { live: { order: 10, labelKey: 'site.menu_live' } }, maxVisibleItems: 9, indentPx: 100 }

test('every kind of file has its schema', () => {
  expect(schemaNameOf('brand.json')).toBe('site/brand-manifest')
  expect(schemaNameOf('theme.tokens.json')).toBe('site/theme-tokens')
  expect(schemaNameOf('config/header.json')).toBe('site/config/header')
  expect(schemaNameOf('locales/en/site.json')).toBe('site/dictionary')
  expect(schemaNameOf('registration/fields.json')).toBe('registration/field-catalogue')
  expect(schemaNameOf('registration/full_reg.json')).toBe('registration/type-definition')
  expect(schemaNameOf('pages/en/about.md')).toBeNull()
})

test('a value is checked as part of its document, and the error is at its field', async () => {
  const validate = await validatorOf('config/header.json')
  const validator = createStudioValidator(validate, { resolved, pointer: '' })
  expect(validator.validateFormData({ maxVisibleItems: 40, indentPx: 100 }, {}).errorSchema).toEqual({
    maxVisibleItems: { __errors: ['At most 9.'] },
  })
  expect(validator.validateFormData({ maxVisibleItems: 4 }, {})).toEqual({ errors: [], errorSchema: {} })
  expect(resolved.maxVisibleItems).toBe(9)
})

test('inside an entry too, and for what is missing', async () => {
  const validate = await validatorOf('config/header.json')
  const validator = createStudioValidator(validate, { resolved, pointer: '/menu/live' })
  const { errorSchema } = validator.validateFormData({ order: 'x', labelKey: undefined, icon: 'NO' }, {})
  expect(errorSchema).toMatchObject({
    order: { __errors: ['This has to be of the type integer.'] },
    labelKey: { __errors: ['This is needed.'] },
    icon: { __errors: [expect.stringContaining('form that is needed')] },
  })
})

test('without a validator nothing is found', () => {
  const validator = createStudioValidator(null, { resolved, pointer: '' })
  expect(validator.validateFormData({ maxVisibleItems: 4000 }, {}).errors).toEqual([])
  expect(validator.isValid({}, {}, {})).toBe(true)
})
