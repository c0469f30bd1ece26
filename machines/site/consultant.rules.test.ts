import { expect, test } from 'vitest'
import { consultantApiVersion, consultantId } from './consultant.rules.ts'

test('CFG-14: the consultant of the language, else the default one', () => {
  const support = { consultantIds: { de: 'german-desk', pt: 'lisbon' }, defaultConsultantId: 'all' }
  expect(consultantId(support, 'de')).toBe('german-desk')
  expect(consultantId(support, 'pt')).toBe('lisbon')
  expect(consultantId(support, 'ar')).toBe('all')
  for (const inherited of ['constructor', '__proto__', 'toString']) expect(consultantId(support, inherited)).toBe('all')
})

test('CFG-15: version 3 with the new helper, else 2', () => {
  expect(consultantApiVersion({ isNewHelper: true })).toBe(3)
  expect(consultantApiVersion({ isNewHelper: false })).toBe(2)
})
