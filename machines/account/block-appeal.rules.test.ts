import { expect, test } from 'vitest'
import { APPEAL_LENGTH, appealFault } from './block-appeal.rules.ts'

const GOOD = { login: '10204080', email: ' ann@mail.example ', text: 'x'.repeat(APPEAL_LENGTH.min) }

test('an appeal with all that it needs may be sent', () => {
  expect(appealFault(GOOD)).toBeUndefined()
  expect(appealFault({ ...GOOD, text: 'x'.repeat(APPEAL_LENGTH.max) })).toBeUndefined()
})

test.each([
  [{ login: ' ' }, { at: 'login', code: 'appeal.login_missing' }],
  [{ email: 'ann' }, { at: 'email', code: 'appeal.email_wrong' }],
  [{ email: '+491511234567' }, { at: 'email', code: 'appeal.email_wrong' }],
  [{ text: 'too short' }, { at: 'text', code: 'appeal.text_short' }],
  [{ text: `${' '.repeat(40)}short` }, { at: 'text', code: 'appeal.text_short' }],
  [{ text: 'x'.repeat(APPEAL_LENGTH.max + 1) }, { at: 'text', code: 'appeal.text_short' }],
])('%j is shown at its field', (more, fault) => {
  expect(appealFault({ ...GOOD, ...more })).toEqual(fault)
})
