import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { lacksBonuses, withBonuses } from './bonus-options.rules.ts'

const CHOICE: FieldDefinition = { id: 'bonus_choice', type: 'dropdown' }
const FILLED: FieldDefinition = { ...CHOICE, options: [{ value: 'own', title: 'Own' }] }
const BONUSES = [{ id: 'sport', attributes: { name: 'Sports' } }]

test('REG-22: bonuses are wanted by a field that chooses one and has none', () => {
  expect(lacksBonuses(CHOICE)).toBe(true)
  expect(lacksBonuses(FILLED)).toBe(false)
  expect(lacksBonuses({ id: 'gender', type: 'dropdown' })).toBe(false)
})

test('REG-37: the bonuses become its options; what has options keeps them', () => {
  expect(withBonuses([CHOICE], BONUSES)[0]?.options).toEqual([{ value: 'sport', title: 'Sports' }])
  expect(withBonuses([FILLED], BONUSES)).toEqual([FILLED])
})

test('REG-23: without bonuses the very same fields remain', () => {
  const fields = [CHOICE]
  expect(withBonuses(fields, [])).toBe(fields)
})
