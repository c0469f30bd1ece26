import { expect, test } from 'vitest'
import { phoneRules } from './phone-context.rules.ts'

test('the rules of phones have the words and choices of the brand', () => {
  const section = {
    ...{ isManualPhoneCodeAllowed: true, noPhoneCodeTextKey: 'pier.no_code' },
    ...{ noMaskCountryIds: [7], maskCutEndDigits: 2 },
    phoneRules: { premium: { countryId: 76, regex: '^9', messageKey: 'pier.premium', order: 1 } },
  }
  expect(phoneRules(section, (key) => `text of ${key}`)).toEqual({
    ...{ isManualCodeAllowed: true, noResultText: 'text of pier.no_code', noMaskCountryIds: [7], maskCutEndDigits: 2 },
    blockedNumbers: [{ countryId: 76, regex: '^9', message: 'text of pier.premium' }],
  })
})
