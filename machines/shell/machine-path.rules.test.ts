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
  const wayOf = (...wanted: string[]) => wayThrough(machine, new Set(wanted))
  expect(wayOf('done', 'confirmed', 'chosen')).toEqual(['chosen', 'confirmed', 'done'])
  expect(wayOf('=placing.unknown', 'chosen', 'emptied', 'confirmed')).toEqual([
    'chosen',
    'confirmed',
    '=placing.unknown',
  ])
  expect(wayOf('edited', 'chosen')).toEqual(['chosen', 'edited'])
  expect(wayOf('nothing')).toEqual([])
})
