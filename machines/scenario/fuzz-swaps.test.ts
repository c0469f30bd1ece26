import { expect, test } from 'vitest'
import { StateMachine } from 'xstate'
import { scenarioMachines } from '../scenario-machines.ts'
import type { AnyMachineContract } from '../shell/machine-contract.ts'
import { fuzzMachine } from './fuzz.ts'

interface Config {
  readonly states?: Readonly<Record<string, Config>>
  readonly invoke?: { readonly onDone: unknown; readonly onError: unknown }
}

/** The configuration of a machine in which success and failure of the actor in one state have changed places. */
function swapped(config: Config, [name, ...rest]: readonly string[]): Config {
  const { invoke, states = {} } = config
  if (name !== undefined) return { ...config, states: { ...states, [name]: swapped(states[name] ?? {}, rest) } }
  if (!invoke) throw new Error('no actor is invoked there')
  return { ...config, invoke: { ...invoke, onDone: invoke.onError, onError: invoke.onDone } }
}

test.each([
  ['account/two-factor', ['disabling'], 'it is switched off by the server alone'],
  ['registration/registration', ['data', 'loading'], 'data and bonuses are ready only once they were loaded'],
  ['phone/sms-code', ['checking'], 'a phone is confirmed by the server alone'],
])('QA-9: success and failure that have changed places in %s %j are noticed', (name, path, invariant) => {
  const contract = scenarioMachines[name] as AnyMachineContract
  const order = { inputs: contract.inputs ?? [{}], seed: 7, events: 4000, runs: 8 }
  expect(fuzzMachine(contract, order).failure).toBeUndefined()
  const { config, implementations } = contract.machine
  const machine = new StateMachine(swapped(config as Config, path) as never, implementations as never)
  expect(fuzzMachine({ ...contract, machine }, order).failure?.mismatch.expected).toBe(`invariant: ${invariant}`)
})
