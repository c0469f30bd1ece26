import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { isWithin, leafPaths, pathOf, scopeOf, statePaths, transitionsOf, withDescendants } from './machine-nodes.ts'

const house = createMachine({
  id: 'house',
  initial: 'day',
  on: { lit: {}, burnt: '.night', rebuilt: { target: '.day', reenter: true } },
  states: {
    day: {
      initial: 'morning',
      on: { noon: '.evening', fresh: { target: '.evening', reenter: true }, again: 'day', dark: 'night' },
      states: {
        morning: { on: { late: 'evening', sun: '#house.night' } },
        evening: { type: 'parallel', states: { lamp: { on: { broke: '#house.day.evening.fire' } }, fire: {} } },
      },
    },
    night: {},
  },
})

describe('the state below which a transition changes states', () => {
  test.each([
    ['lit', ''],
    ['burnt', ''],
    ['rebuilt', ''],
    ['noon', 'day'],
    ['fresh', ''],
    ['again', 'day'],
    ['dark', ''],
    ['late', 'day'],
    ['sun', ''],
    ['broke', 'day.evening'],
  ])('%s: "%s"', (event, scope) => {
    const transition = withDescendants(house.root)
      .flatMap(transitionsOf)
      .find(({ eventType }) => eventType === event)
    expect(transition && pathOf(scopeOf(transition))).toBe(scope)
  })
})

test('paths of a value: all states, and the innermost', () => {
  const value = { form: { editing: 'plain' }, draft: {} }
  expect(statePaths(value)).toEqual(['form', 'form.editing', 'form.editing.plain', 'draft'])
  expect(leafPaths(value)).toEqual(['form.editing.plain', 'draft'])
  expect([leafPaths('on'), leafPaths({})]).toEqual([['on'], ['']])
})

test('a path lies within itself, those above it and the machine, not within one that only begins alike', () => {
  expect(['', 'form', 'form.edit', 'form.editing', 'draft'].map((above) => isWithin('form.editing', above))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
})
