import { expect, test } from 'vitest'
import { mailNames } from './mail-names.ts'

test('mails are known by their subjects, and messages for phones by their text', () => {
  const texts = {
    ...{ 'delivery.password_reset_subject': '', 'delivery.password_reset_body': '', 'delivery.phone_code_sms': '' },
    ...{ 'delivery.password_reset_sms': '', 'site.menu_live': '' },
  }
  expect(mailNames(texts)).toEqual([
    { template: 'password_reset', name: 'Password reset' },
    { template: 'phone_code', name: 'Phone code' },
  ])
})
