import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { checkAnswers } from '../check-answers.rules.ts'
import { isOffered, linkedList, linkProblems, withLinkedOptions } from './linked-options.rules.ts'

const COUNTRY: FieldDefinition = { id: 'country_id', type: 'select', options: [{ id: 12, name: 'Austria' }] }
const REGION: FieldDefinition = { id: 'region_id', type: 'select', options_from: 'regions', options_of: 'country_id' }
const CITY: FieldDefinition = { id: 'city_id', type: 'select', options_from: 'cities', options_of: 'region_id' }
const FORM = [COUNTRY, REGION, CITY]
const CONTEXT = { today: '2026-11-21', minimumAge: 18 }

const LISTS: Readonly<Record<string, readonly string[]>> = { 'regions 12': ['AT.09'], 'cities AT.09': ['AT.09.Vienna'] }
const optionsOf = async (list: { readonly source: string; readonly of: string }) =>
  (LISTS[`${list.source} ${list.of}`] ?? []).map((id) => ({ id, name: id }))

test('OFF-25: a list belongs to the answer of its parent, whether that is a number or a text', () => {
  expect(linkedList(REGION, { country_id: 12 })).toEqual({ source: 'regions', of: '12' })
  expect(linkedList(REGION, { country_id: '12' })).toEqual({ source: 'regions', of: '12' })
  expect(linkedList(REGION, {})).toEqual({ source: 'regions', of: '' })
  expect(linkedList(CITY, { region_id: true })).toEqual({ source: 'cities', of: '' })
  expect(linkedList(COUNTRY, { country_id: 12 })).toBeNull()
})

test('no answer is always offered; another only when the list has it', () => {
  const ids = fc.uniqueArray(fc.oneof(fc.integer(), fc.string({ minLength: 1 })), { selector: String })
  fc.assert(
    fc.property(ids, fc.oneof(fc.integer(), fc.string({ minLength: 1 })), (list, answer) => {
      const options = list.map((id) => ({ id, name: 'a' }))
      expect(isOffered(options, answer)).toBe(list.map(String).includes(String(answer)))
      expect(isOffered(options, '')).toBe(true)
      expect(isOffered(options, undefined)).toBe(true)
    }),
  )
})

const judged = async (answers: Record<string, string | number>) => {
  const definitions = await withLinkedOptions(FORM, answers, optionsOf)
  const { errors } = checkAnswers(definitions, answers, CONTEXT)
  return Object.fromEntries(Object.entries(errors).map(([id, { code }]) => [id, code]))
}

test('OFF-25: a region of another country and a city of another region are options that nobody offers', async () => {
  expect(await judged({ country_id: 12, region_id: 'AT.09', city_id: 'AT.09.Vienna' })).toEqual({})
  expect(await judged({ country_id: 12 })).toEqual({})
  expect(await judged({ country_id: 12, region_id: 'DE.02' })).toEqual({ region_id: 'option.unknown' })
  expect(await judged({ country_id: 12, region_id: 'AT.09', city_id: 'AT.08.Bregenz' })).toEqual({
    city_id: 'option.unknown',
  })
  expect(await judged({ region_id: 'AT.09' })).toEqual({ region_id: 'option.unknown' })
})

test('lists that are not there are not asked for, and cannot be judged by a page', async () => {
  await withLinkedOptions(FORM, {}, () => Promise.reject(new Error('asked for the list of no answer')))
  expect(checkAnswers(FORM, { country_id: 12, region_id: 'DE.02' }, CONTEXT).errors).toEqual({})
})

test.each<[string, FieldDefinition[], object[]]>([
  ['sound fields', [{ ...COUNTRY, options_from: 'countries' }, REGION, CITY], []],
  ['a list of nothing', [REGION], [{ kind: 'list_parent', fieldId: 'region_id', needs: 'countries' }]],
  [
    'a list of the wrong thing',
    [
      { ...COUNTRY, options_from: 'countries' },
      { ...CITY, options_of: 'country_id' },
    ],
    [{ kind: 'list_parent', fieldId: 'city_id', needs: 'regions' }],
  ],
  [
    'a list in a field that is no select',
    [
      { ...COUNTRY, options_from: 'countries' },
      { ...REGION, type: 'dropdown' },
    ],
    [{ kind: 'list_kind', fieldId: 'region_id', needs: 'countries' }],
  ],
])('the problems of %s', (_name, fields, problems) => {
  expect(linkProblems(fields)).toEqual(problems)
})
