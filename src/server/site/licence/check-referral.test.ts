import { expect, test } from 'vitest'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkReferral } from './check-referral.ts'

const levelWith = (changes: { friends?: object; flags?: object; prefills?: object }) =>
  ({
    documents: new Map([
      [sectionPath('bring-a-friend'), { value: { ...baseSection('bring-a-friend'), ...changes.friends } }],
      [sectionPath('boolean'), { value: { ...baseSection('boolean'), isReferralAllowed: true, ...changes.flags } }],
      [sectionPath('registration'), { value: { ...baseSection('registration'), ...changes } }],
    ]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  }) as never

const messages = (changes: Parameters<typeof levelWith>[0]) =>
  checkReferral(levelWith(changes)).map(({ message }) => message)

test('REF-7: the terms of the engine go together', () => {
  expect(messages({})).toEqual([])
})

test.each([
  [{ friends: { qualifyWithinMs: 86_400_001, earnForMs: 86_400_000 } }, 'A friend may take 86400001 ms to qualify'],
  [{ flags: { isRegistrationAllowed: false } }, 'who cannot register'],
  [{ friends: { shareE4: 5001 } }, 'gives away 50.01 %'],
  [{ friends: { isPartnerProgrammeOffered: true, partnerShareE4: 9000 } }, 'gives away 90 %'],
  [
    { prefills: { promo: 'ref_code', ref: 'ref_code' } },
    'The parameters "promo" and "ref" both fill the field "ref_code"',
  ],
])('REF-5: %j is reported with the way out', (changes, words) => {
  expect(messages(changes)).toEqual([expect.stringContaining(words)])
})

test('terms of a programme that a brand does not have are its own business', () => {
  expect(messages({ flags: { isReferralAllowed: false }, friends: { shareE4: 9000, earnForMs: 86_400_000 } })).toEqual(
    [],
  )
})
