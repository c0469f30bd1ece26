import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import {
  findOption,
  optionsOfBanks,
  optionsOfMap,
  optionText,
  optionValue,
  resolveOptions,
  searchOptions,
} from './options.rules.ts'

test('FIELD-14: an option without id and name goes by its value and title', () => {
  const option = { value: 'passport', title: 'Passport' }
  expect([optionValue(option), optionText(option)]).toEqual(['passport', 'Passport'])
})

test('FIELD-14: an option with id and name goes by them', () => {
  const option = { id: 1, value: 'x', name: 'Ukraine', title: 'UA' }
  expect([optionValue(option), optionText(option)]).toEqual([1, 'Ukraine'])
})

test('FIELD-16: a search finds by name, code and alias, whatever case and accents', () => {
  const options = [
    { id: 1, name: 'Türkiye', aliases: ['Turkey', 'Турция'] },
    { id: 2, name: 'Euro', code: 'EUR' },
  ]
  expect(searchOptions(options, 'turk')).toEqual([options[0]])
  expect(searchOptions(options, 'ТУРЦ')).toEqual([options[0]])
  expect(searchOptions(options, 'eur')).toEqual([options[1]])
  expect(searchOptions(options, ' ')).toEqual(options)
  expect(searchOptions(options, 'x')).toEqual([])
})

test('FIELD-23: of a search text 100 characters count', () => {
  const options = [{ id: 1, name: 'a'.repeat(100) }]
  expect(searchOptions(options, 'a'.repeat(150))).toEqual(options)
})

test('an answer finds its option whether it is written as a number or as text', () => {
  const field: FieldDefinition = {
    id: 'country_id',
    type: 'select',
    options: [
      { id: 1, name: 'A' },
      { id: 12, name: 'B' },
    ],
  }
  expect(findOption(field, '12')?.name).toBe('B')
  expect(findOption(field, 12)?.name).toBe('B')
  expect(findOption(field, '2')).toBeUndefined()
  expect(findOption(field, true)).toBeUndefined()
})

test('sources become options; one that is not given has none, and one that belongs to an answer stays to be asked for', () => {
  const fields: FieldDefinition[] = [
    { id: 'a', type: 'select', options_from: 'countries' },
    { id: 'b', type: 'select', options_from: 'genders' },
    { id: 'c', type: 'input' },
    { id: 'd', type: 'select', options_from: 'regions', options_of: 'a' },
  ]
  expect(resolveOptions(fields, { countries: [{ id: 1, name: 'A' }] })).toEqual([
    { id: 'a', type: 'select', options: [{ id: 1, name: 'A' }] },
    { id: 'b', type: 'select', options: [] },
    { id: 'c', type: 'input' },
    { id: 'd', type: 'select', options_from: 'regions', options_of: 'a' },
  ])
})

test('a brand’s map gives options in its order', () => {
  expect(optionsOfMap({ b: { order: 20, title: 'B' }, a: { order: 10, title: 'A' } })).toEqual([
    { value: 'a', title: 'A' },
    { value: 'b', title: 'B' },
  ])
})

test('FIELD-13: banks come in their order, with the length of their accounts', () => {
  const banks = { b: { order: 20, name: 'B' }, a: { order: 10, name: 'A', accountLength: 20 } }
  expect(optionsOfBanks(banks)).toEqual([
    { value: 'a', name: 'A', account_length: 20 },
    { value: 'b', name: 'B' },
  ])
})

test('of options with the same value the first one counts', () => {
  const field: FieldDefinition = {
    id: 'a',
    type: 'select',
    options: [
      { id: 1, name: 'A' },
      { value: '1', title: 'B' },
    ],
  }
  expect(findOption(field, 1)?.name).toBe('A')
})
