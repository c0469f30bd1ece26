import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { fittingAnswers, openingAnswers, prefilledAnswers } from './prefill.rules.ts'

const PREFILLS = { bonus: 'bonus_choice', promo: 'ref_code', ref: 'ref_code' }
const FIELDS: readonly FieldDefinition[] = [
  { id: 'ref_code', type: 'input' },
  { id: 'bonus_choice', type: 'dropdown', options: [{ value: 'sport', title: 'Sports' }] },
]

const read = (query: string) => prefilledAnswers(PREFILLS, query)

test('an address brings codes along; of two for one field the first of the configuration wins', () => {
  expect(read('promo=SUMMER&page=2')).toEqual({ ref_code: 'SUMMER' })
  expect(read('ref=77&promo=SUMMER')).toEqual({ ref_code: 'SUMMER' })
  expect(read('ref=77&bonus=sport')).toEqual({ ref_code: '77', bonus_choice: 'sport' })
  expect(read(`promo=%20&ref=${'9'.repeat(65)}`)).toEqual({})
})

test('a form takes what is for its own fields, and no option that it does not have', () => {
  expect(fittingAnswers(FIELDS, { ref_code: 'SUMMER', bonus_choice: 'sport', other: 'x' })).toEqual({
    ref_code: 'SUMMER',
    bonus_choice: 'sport',
  })
  expect(fittingAnswers(FIELDS, { bonus_choice: 'yacht' })).toEqual({})
})

test('what the page is asked with wins over a draft, and a draft over what an earlier page was asked with', () => {
  const fields: readonly FieldDefinition[] = [{ id: 'ref_code', type: 'input' }]
  const open = (draft: string | null, kept: string, asked?: string) =>
    openingAnswers(fields, {
      draft: draft === null ? null : { ref_code: draft },
      kept: { ref_code: kept },
      asked: asked === undefined ? {} : { ref_code: asked },
    }).ref_code
  expect(open(null, 'KEPT')).toBe('KEPT')
  expect(open('', 'KEPT')).toBe('KEPT')
  expect(open('TYPED', 'KEPT')).toBe('TYPED')
  expect(open('TYPED', 'KEPT', 'ASKED')).toBe('ASKED')
})
