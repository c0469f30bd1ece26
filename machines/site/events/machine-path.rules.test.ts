import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { wayThrough } from './machine-path.rules.ts'

const machine = createMachine({
  initial: 'empty',
  states: {
    empty: { on: { chosen: 'full' } },
    full: { on: { edited: {}, confirmed: 'placing', emptied: 'empty' } },
    placing: {
      initial: 'asking',
      states: { asking: { after: { 10: 'unknown' } }, unknown: {} },
      on: { done: 'placed' },
    },
    placed: { type: 'final' },
  },
})

test('ANA-33: the way with most of the wanted steps is found, in the order in which they are taken', () => {
  const wayOf = (...wanted: string[]) => wayThrough(machine, wanted)
  expect(wayOf('chosen', 'confirmed', 'done')).toEqual(['chosen', 'confirmed', 'done'])
  expect(wayOf('chosen', 'confirmed', 'emptied', '=placing.unknown')).toEqual([
    'chosen',
    'confirmed',
    '=placing.unknown',
  ])
  expect(wayOf('chosen', 'edited')).toEqual(['chosen', 'edited'])
  // Out of their order they are no way.
  expect(wayOf('done', 'chosen')).toEqual(['chosen'])
  expect(wayOf('nothing')).toEqual([])
})
