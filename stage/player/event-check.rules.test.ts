import { expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { eventFaults, eventNames } from './event-check.rules.ts'
import { checkScenario } from './scenario-check.rules.ts'

function faults(machine: string, ...steps: readonly Omit<ScenarioStep, 'at'>[]) {
  const scenario: Scenario = {
    format: 'scn/1',
    machine,
    source: 'authored',
    req: [],
    traceHash: '0123456789abcdef',
    input: machine === 'shell/dropdown' ? { opensBy: 'click' } : {},
    steps: steps.map((step) => ({ at: 0, ...step })),
  }
  return checkScenario(scenario, scenarioMachines)
}

test('QA-1: an event whose payload breaks the schema is refused, each fault at its place', () => {
  expect(
    faults(
      'shell/dropdown',
      { do: 'send', event: { type: 'pointer.entered', part: 'lid' } },
      { do: 'send', event: { type: 'outside.pressed', isScrolbar: true } },
      { do: 'send', event: { type: 'outside.pressed', isScrollbar: 'no' } },
    ),
  ).toEqual([
    { pointer: '/steps/0/event', message: 'pointer.entered needs "pointerType"' },
    { pointer: '/steps/0/event/part', message: 'must be one of trigger, panel, not "lid"' },
    {
      pointer: '/steps/1/event/isScrolbar',
      message: 'unknown property of outside.pressed "isScrolbar"; did you mean "isScrollbar"?',
    },
    {
      pointer: '/steps/2/event/isScrollbar',
      message: '"isScrollbar" of outside.pressed must be true or false, not "no"',
    },
  ])
})

test('QA-1: faults deep inside of a payload, and those of an ability, are found too', () => {
  expect(
    faults('shell/modal-queue', {
      do: 'send',
      event: { type: 'modal.shown', id: 'a', name: 'LOGIN', dialog: { buttons: ['yes'] } },
      expect: { can: [{ type: 'modal.dismissed', id: 'a', by: 'magic' }, 'page.left'] },
    }),
  ).toEqual([
    { pointer: '/steps/0/event/dialog/buttons/0', message: 'must be one of ok, close, not "yes"' },
    {
      pointer: '/steps/0/expect/can/0/by',
      message: 'must be one of ok-button, close-button, cross, escape, outside, not "magic"',
    },
  ])
})

test('an event that breaks the schema on purpose is played when it says so, with a note', () => {
  const event = { type: 'pointer.entered', part: 'lid', pointerType: 'mouse' }
  expect(faults('shell/dropdown', { do: 'send', event, illegal: true, note: 'there is no such part' })).toEqual([])
  expect(faults('shell/dropdown', { do: 'send', event: { type: 'lid.opened' }, illegal: true, note: 'none' })).toEqual(
    [],
  )
  expect(faults('shell/dropdown', { do: 'send', event, illegal: true })).toEqual([
    { pointer: '/steps/0/illegal', message: 'an illegal event needs a note that says what is wrong with it' },
  ])
})

test('QA-1: what is marked as illegal must be illegal, and must be an event', () => {
  expect(
    faults(
      'shell/dropdown',
      { do: 'send', event: { type: 'escape.pressed' }, illegal: true, note: 'no' },
      { do: 'advance', illegal: true, note: 'no' },
    ).map(({ pointer }) => pointer),
  ).toEqual(['/steps/0/illegal', '/steps/1/illegal'])
})

test('a secret of an event is filled in before the event is judged', () => {
  const step: ScenarioStep = {
    at: 0,
    do: 'send',
    event: { type: 'code.typed', text: { $secret: 'code', len: 4 } },
  }
  const contract = scenarioMachines['phone/phone-code']
  if (!contract) throw new Error('no contract')
  expect(eventFaults(step, contract, 1)).toEqual([])
  expect(eventFaults({ ...step, event: { type: 'code.typed', text: { secret: 'code' } } }, contract, 1)).toEqual([
    { pointer: '/event/text', message: '"text" of code.typed must be a text, not {"secret":"code"}' },
  ])
})

test('an event that the machine sends to itself cannot be sent from outside', () => {
  const contract = scenarioMachines['shell/dropdown']
  if (!contract) throw new Error('no contract')
  const { eventSchema: _, ...rest } = contract
  const narrowed = { ...rest, eventSchema: 'social/social-start-event' as const }
  expect(eventNames(narrowed).all).toContain('escape.pressed')
  expect(eventFaults({ at: 0, do: 'send', event: { type: 'escape.pressed' } }, narrowed, 0)).toEqual([
    {
      pointer: '/event/type',
      message: '"escape.pressed" does not come from outside: the machine sends it to itself',
    },
  ])
  expect(() => eventNames({ ...rest, eventSchema: 'shell/visitor' })).toThrow(
    'shell/visitor, which is no schema of events',
  )
})
