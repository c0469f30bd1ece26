import { expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { MachineStage } from '../player/machine-stage.ts'
import { playScenario, takeStep } from '../player/scenario-player.ts'
import { scenarioOfSteps } from './steps-to-scenario.ts'

const NAME = 'analytics/event-queue'
const contract = scenarioMachines[NAME] as AnyMachineContract

/** The names that a page would record of a run: what the machine shows after each of some events. */
function recorded(events: readonly { readonly type: string }[]) {
  const stage = new MachineStage(contract, {})
  const steps = [{ event: 'xstate.init', state: JSON.stringify(stage.snapshot.value) }]
  for (const event of events) {
    takeStep(stage, { at: 0, do: 'send', actor: 'root', event: event as never })
    steps.push({ event: event.type, state: JSON.stringify(stage.snapshot.value) })
  }
  return steps
}

test('REC-11: the names of a recorded run become a scenario that plays, with values of the contract alone', () => {
  const secret = { type: 'event.added', event: { ts: 1, e: 1000, s1: 'private' } }
  const run = recorded([secret, { type: 'page.hidden' }])
  const found = scenarioOfSteps(NAME, contract, [
    ...run,
    { event: 'xstate.done.actor.0.event-queue.sending', state: '"pacing"' },
    { event: 'xstate.after.pace.event-queue.pacing', state: '"resting"' },
  ])
  expect(found?.played).toBe(4)
  expect(JSON.stringify(found)).not.toContain('private')
  expect(found?.scenario.steps.map(({ do: deed }) => deed)).toEqual(['send', 'send', 'ok', 'advance'])
  expect(found && playScenario(contract, found.scenario).divergence).toBeUndefined()
})

test('a scenario ends where no typical value leads on', () => {
  const run = [...recorded([{ type: 'event.added' }]), { event: 'nobody.knows', state: '"resting"' }]
  expect(scenarioOfSteps(NAME, contract, run)?.played).toBe(1)
  expect(scenarioOfSteps(NAME, contract, [{ event: 'xstate.init', state: '"elsewhere"' }])).toBeNull()
})
