import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { answerReaders } from './check-answers.rules.ts'
import { isCpf, isInn, USER_FUNCTIONS } from './user-functions.rules.ts'

test.each(['529.982.247-25', '52998224725', '111.444.777-35'])('FIELD-2: the cpf %s is right', (text) => {
  expect(isCpf(text)).toBe(true)
})

test.each(['529.982.247-26', '529982247', '111.111.111-11', '5299822472a', '', '529 982 247 25'])(
  'FIELD-2: the cpf %j is wrong',
  (text) => {
    expect(isCpf(text)).toBe(false)
  },
)

test.each(['7707083893', '500100732259'])('FIELD-2: the inn %s is right', (text) => {
  expect(isInn(text)).toBe(true)
})

test.each(['7707083894', '500100732258', '50010073225', '0000000000', '77 07083893'])(
  'FIELD-2: the inn %j is wrong',
  (text) => {
    expect(isInn(text)).toBe(false)
  },
)

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))

test.each([
  ['cpf', isCpf, 9, 2],
  ['inn', isInn, 10, 2],
  ['inn of a company', isInn, 9, 1],
] as const)('FIELD-2: of all check digits of a %s one at most fits', (_name, isRight, length, checks) => {
  fc.assert(
    fc.property(digits(length), (start) => {
      const ends = Array.from({ length: 10 ** checks }, (_, end) => String(end).padStart(checks, '0'))
      const fitting = ends.filter((end) => isRight(start + end)).length
      expect(fitting).toBe(new Set(start).size === 1 ? Math.min(fitting, 1) : 1)
    }),
    { numRuns: 50 },
  )
})

test('FIELD-13: an account has as many characters as the chosen bank says', () => {
  const definitions: FieldDefinition[] = [
    {
      id: 'bank',
      type: 'select',
      options: [
        { value: 'a', title: 'A', account_length: 20 },
        { value: 'b', title: 'B' },
      ],
    },
    { id: 'bank_account', type: 'input', validation: { userFunction: { value: 'accountLength' } } },
  ]
  const judge = (bank: string, account: string) =>
    USER_FUNCTIONS.accountLength?.(account, { definitions, answers: { bank, bank_account: account } })
  expect(judge('a', '4081 7810 0999 1000 4312')).toBeNull()
  expect(judge('a', '4081')).toEqual({ code: 'equal_length', params: { value: 20 } })
  expect(judge('b', '4081')).toBeNull()
  expect(answerReaders(definitions).get('bank')).toEqual(['bank_account'])
})
