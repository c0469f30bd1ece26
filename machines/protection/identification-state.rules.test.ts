import { expect, test } from 'vitest'
import type { IdentificationStateName } from '#schemas'
import { isBeingChecked, mayGiveDocuments, maySetState, stateBeforeUpload } from './identification-state.rules.ts'

const STATES: readonly IdentificationStateName[] = [
  ...(['none', 'requested', 'uploaded', 'checking', 'verified', 'rejected', 'appeal'] as const),
]

test('players give documents until these are with the operator, and may object to a refusal alone', () => {
  expect(STATES.filter(mayGiveDocuments)).toEqual(['none', 'requested', 'uploaded', 'rejected'])
  expect(STATES.filter((state) => maySetState('player', state, 'appeal'))).toEqual(['rejected'])
  expect(STATES.filter(isBeingChecked)).toEqual(['checking', 'appeal'])
})

test('players cannot verify themselves, and the operator verifies only what was submitted', () => {
  expect(STATES.filter((state) => maySetState('player', state, 'verified'))).toEqual([])
  expect(STATES.filter((state) => maySetState('operator', state, 'verified'))).toEqual([
    'checking',
    'rejected',
    'appeal',
  ])
})

test('taking everything back restores the former state', () => {
  expect(stateBeforeUpload([])).toBe('none')
  expect(stateBeforeUpload(['requested', 'uploaded'])).toBe('requested')
  expect(stateBeforeUpload(['uploaded', 'checking', 'rejected', 'uploaded'])).toBe('rejected')
})
