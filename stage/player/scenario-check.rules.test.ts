import { expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { checkScenario } from './scenario-check.rules.ts'

function faults(steps: readonly ScenarioStep[], machine = 'shell/modal-queue') {
  const scenario: Scenario = {
    format: 'scn/1',
    machine,
    source: 'authored',
    req: [],
    traceHash: '0123456789abcdef',
    steps: [...steps],
  }
  return checkScenario(scenario, scenarioMachines)
}

test('QA-1: an unknown machine is named with the nearest known one', () => {
  expect(faults([], 'shell/modal-qeue')).toEqual([
    { pointer: '/machine', message: 'unknown machine "shell/modal-qeue"; did you mean "shell/modal-queue"?' },
  ])
})

test('QA-1: unknown events and actors are named with their places, all at once', () => {
  expect(
    faults([
      { at: 0, do: 'send', event: { type: 'modal.show' } },
      { at: 0, do: 'ok', actor: 'root/loadModel#1', value: null, expect: { can: ['modal.hidden', '!modal.hiden'] } },
    ]),
  ).toEqual([
    { pointer: '/steps/0/event/type', message: 'unknown event "modal.show"; did you mean "modal.shown"?' },
    { pointer: '/steps/1/actor', message: 'unknown actor "loadModel"; did you mean "loadModal"?' },
    { pointer: '/steps/1/expect/can/1', message: 'unknown event "modal.hiden"; did you mean "modal.hidden"?' },
  ])
})

test.each<[string, ScenarioStep, string]>([
  ['a send without an event', { at: 5, do: 'send' }, ''],
  ['a send to a child', { at: 5, do: 'send', actor: 'root/loadModal#1', event: { type: 'page.left' } }, '/actor'],
  ['an end without an actor', { at: 5, do: 'ok', value: 1 }, ''],
  ['an end of root', { at: 5, do: 'err', actor: 'root', value: 1 }, ''],
  ['an advance with an event', { at: 5, do: 'advance', event: { type: 'page.left' } }, '/event'],
  ['an emit of nothing', { at: 5, do: 'emit', actor: 'root/loadModal#1' }, ''],
  ['time that runs backwards', { at: 4, do: 'mark' }, '/at'],
])('QA-1: %s is refused', (_name, step, pointer) => {
  expect(faults([{ at: 5, do: 'mark' }, step]).map((fault) => fault.pointer)).toEqual([`/steps/1${pointer}`])
})
