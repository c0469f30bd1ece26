import { expect, test } from 'vitest'
import type { Scenario, ScenarioStep } from '#schemas'
import { reasonAgainstHands } from './one-person.ts'

const TRIGGER = { part: 'trigger', pointerType: 'mouse' }
const PANEL = { part: 'panel', pointerType: 'mouse' }

/** A scenario of a hover dropdown: times and events. */
function played(...events: readonly (readonly [number, string, object?])[]): Scenario {
  const steps = events.map(([at, type, rest]) => ({ at, do: 'send', actor: 'root', event: { type, ...rest } }))
  return {
    format: 'scn/1',
    machine: 'shell/dropdown',
    xstate: '5.33.3',
    source: 'authored',
    req: [],
    input: { opensBy: 'hover' },
    steps: steps as unknown as ScenarioStep[],
  }
}

test('a mouse enters where it is not, leaves where it is, and presses where it goes', () => {
  expect(reasonAgainstHands(played([0, 'pointer.entered', TRIGGER], [50, 'pointer.left', TRIGGER]))).toBeUndefined()
  expect(reasonAgainstHands(played([0, 'trigger.pressed', TRIGGER], [50, 'pointer.left', TRIGGER]))).toBeUndefined()
  expect(reasonAgainstHands(played([0, 'pointer.left', TRIGGER]))).toBe('step 1: the pointer is not on the trigger')
  expect(reasonAgainstHands(played([0, 'trigger.pressed', TRIGGER], [50, 'pointer.entered', TRIGGER]))).toBe(
    'step 2: the pointer is on the trigger already',
  )
})

test('a panel can be entered only while it is open, and leaving for it may be reported a moment later', () => {
  const enter = [0, 'pointer.entered', TRIGGER] as const
  expect(reasonAgainstHands(played(enter, [50, 'pointer.entered', PANEL]))).toBe(
    'step 2: there is no panel while it is closed',
  )
  const open = [
    enter,
    [300, 'escape.pressed'],
    [400, 'trigger.pressed', TRIGGER],
    [500, 'pointer.entered', PANEL],
  ] as const
  expect(reasonAgainstHands(played(...open, [500, 'pointer.left', TRIGGER]))).toBeUndefined()
  expect(reasonAgainstHands(played(...open, [510, 'pointer.left', TRIGGER]))).toBe(
    'step 5: the pointer is not on the trigger',
  )
})

test('a finger leaves as it is lifted, and nobody has a pen', () => {
  const touch = { part: 'trigger', pointerType: 'touch' }
  expect(reasonAgainstHands(played([0, 'trigger.pressed', touch], [0, 'pointer.left', touch]))).toBeUndefined()
  expect(reasonAgainstHands(played([0, 'trigger.pressed', touch], [10, 'pointer.left', touch]))).toBe(
    'step 2: a finger leaves as it is lifted',
  )
  expect(reasonAgainstHands(played([0, 'pointer.entered', { part: 'trigger', pointerType: 'pen' }]))).toBe(
    'step 1: a person here has no pen',
  )
})
