import { expect, test } from 'vitest'
import { numberOf } from './NumberControl.tsx'
import { tokenOf, tokenText } from './TokenControls.tsx'
import { scalarOf } from './UnionControl.tsx'

test('a number is read as it is typed', () => {
  expect(['12', '-0.5', '.5', '1.'].map(numberOf)).toEqual([12, -0.5, 0.5, 1])
  expect(['', '-', '1,5', '1e5', 'x'].map(numberOf)).toEqual([null, null, null, null, null])
})

test('a token is written as people write it', () => {
  expect(tokenText({ value: 4, unit: 'px' })).toBe('4 px')
  expect(tokenText('{space.1}')).toBe('{space.1}')
  expect(tokenText(1.5)).toBe('1.5')
  expect(tokenOf('8px', undefined)).toEqual({ value: { value: 8, unit: 'px' } })
  expect(tokenOf('8', { value: 4, unit: 'rem' })).toEqual({ value: { value: 8, unit: 'rem' } })
  expect(tokenOf('{space.2}', undefined)).toEqual({ value: '{space.2}' })
  expect(tokenOf('1.5', 1.2)).toEqual({ value: 1.5 })
  expect(tokenOf('8 feet', undefined)).toBeNull()
})

test('a value keeps its sense when its type is changed', () => {
  expect(scalarOf('12', 'number')).toBe(12)
  expect(scalarOf('twelve', 'number')).toBe(0)
  expect(scalarOf('true', 'boolean')).toBe(true)
  expect(scalarOf('12', 'string')).toBe('12')
})
