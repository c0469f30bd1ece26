import { expect, test } from 'vitest'
import { createFormValidator } from './form-validator.ts'

test('one fault is one error at its field', () => {
  const validator = createFormValidator((answers) => (answers.a === 'x' ? {} : { a: { code: 'match', params: {} } }))
  expect(validator.validateFormData({ a: 'y' }, {}).errorSchema).toEqual({ a: { __errors: ['match'] } })
  expect(validator.rawValidation({}, { a: 'y' }).errors).toHaveLength(1)
  expect(validator.validateFormData({ a: 'x' }, {}).errors).toEqual([])
})
