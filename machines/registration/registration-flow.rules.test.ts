import { expect, test } from 'vitest'
import { chosenType, offeredTypes, registrationType, wantedTypes } from './registration-flow.rules.ts'

test('REG-3: short_reg is full_reg, and both in one list are one type', () => {
  expect(registrationType('short_reg')).toBe('full_reg')
  expect(offeredTypes(['short_reg', 'fast_reg', 'full_reg'])).toEqual(['full_reg', 'fast_reg'])
})

test.each([
  [['fast_reg', 'full_reg'], undefined, 'full_reg'],
  [['fast_reg', 'phone_reg'], undefined, 'fast_reg'],
  [['fast_reg', 'full_reg'], 'fast_reg', 'fast_reg'],
  [['fast_reg', 'full_reg'], 'short_reg', 'full_reg'],
  [['fast_reg', 'full_reg'], 'soc_reg', 'full_reg'],
  [[], undefined, 'full_reg'],
])('REG-5: of %j, asked for %s, %s is chosen', (offered, requested, type) => {
  expect(chosenType(offered, requested)).toBe(type)
})

test('REG-5: full_reg replaces another type, and only once', () => {
  expect(wantedTypes(undefined)).toEqual(['full_reg'])
  expect(wantedTypes('short_reg')).toEqual(['full_reg'])
  expect(wantedTypes('phone_reg')).toEqual(['phone_reg', 'full_reg'])
})

test('REG-5: without any type the default one is offered', () => {
  expect(offeredTypes([])).toEqual(['full_reg'])
})
