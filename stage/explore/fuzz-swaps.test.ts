import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { canonicalJson } from '../player/canonical-json.ts'
import { fuzzMachine } from './fuzz.ts'
import { failureOf, orderOf } from './fuzz-faults.test-support.ts'

interface Invoke {
  readonly src: unknown
  readonly onDone?: unknown
  readonly onError?: unknown
}

interface Config {
  readonly states?: Readonly<Record<string, Config>>
  readonly invoke?: Invoke | readonly Invoke[]
}

/** Where a machine runs an actor: the path of the state. */
interface Place {
  readonly path: readonly string[]
  readonly actor: string
}

const invokesOf = ({ invoke = [] }: Config): readonly Invoke[] => [invoke].flat() as readonly Invoke[]

/** Every place where an actor is run whose success has other consequences than its failure. */
function swapPlaces(config: Config, path: readonly string[] = []): Place[] {
  const own = invokesOf(config).filter(
    ({ onDone, onError }) => canonicalJson({ on: onDone ?? null }) !== canonicalJson({ on: onError ?? null }),
  )
  const inner = Object.entries(config.states ?? {}).flatMap(([name, state]) => swapPlaces(state, [...path, name]))
  return [...own.map(({ src }) => ({ path, actor: String(src) })), ...inner]
}

/** The configuration of a machine in which success and failure of the actor in one state have changed places. */
function swapped(config: Config, [name, ...rest]: readonly string[]): Config {
  const { states = {} } = config
  if (name !== undefined) return { ...config, states: { ...states, [name]: swapped(states[name] ?? {}, rest) } }
  const invoke = invokesOf(config).map((one) => ({ ...one, onDone: one.onError, onError: one.onDone }))
  if (invoke.length === 0) throw new Error('no actor is invoked there')
  return { ...config, invoke }
}

function withSwap(contract: AnyMachineContract, path: readonly string[]): AnyMachineContract {
  const { config, implementations } = contract.machine
  const machine = new StateMachine(swapped(config as Config, path) as never, implementations as never)
  return { ...contract, machine: machine as AnyStateMachine }
}

const machines = Object.entries(scenarioMachines).map(([name, contract]) => ({
  name,
  contract,
  places: swapPlaces(contract.machine.config as Config),
}))
const withActors = machines.filter(({ places }) => places.length > 0)

test('every machine runs actors whose ends can change places, except for those that are named here', () => {
  expect(machines.filter(({ places }) => places.length === 0).map(({ name }) => name)).toEqual([
    'analytics/visit',
    'phone/phone-code',
    'lotteries/toto-draw',
    'shell/dropdown',
    'shell/notification-queue',
    'shell/scroll-to-top',
    'shell/tooltip',
    'shell/window-link',
  ])
})

test('in one state alone it makes no difference how the actor ends: a removed widget stays removed', () => {
  const all = (config: Config): number =>
    invokesOf(config).length + Object.values(config.states ?? {}).reduce((sum, state) => sum + all(state), 0)
  const [running, swappable] = [
    machines.reduce((sum, { contract }) => sum + all(contract.machine.config as Config), 0),
    machines.reduce((sum, { places }) => sum + places.length, 0),
  ]
  expect(running - swappable).toBe(1)
  const captcha = swapPlaces(scenarioMachines['captcha/captcha']?.machine.config as Config)
  expect(captcha.map(({ path }) => path.join('.'))).not.toContain('disposing')
})

describe.each(withActors)(
  'QA-9: success and failure that have changed places in $name are noticed',
  ({ contract, places }) => {
    test('nothing is noticed in the machine as it is', { timeout: 120_000 }, () => {
      expect(fuzzMachine(contract, orderOf(contract, 7)).failure?.mismatch).toBeUndefined()
    })

    test.each(places)('$actor in $path', { timeout: 120_000 }, ({ path }) => {
      expect(failureOf(withSwap(contract, path))).toMatch(/^(?:invariant: |a machine that runs$)/)
    })
  },
)

test('QA-9: what is noticed names the claim that is broken', () => {
  const said = (name: string, path: readonly string[]) =>
    failureOf(withSwap(scenarioMachines[name] as AnyMachineContract, path))
  expect([
    said('account/two-factor', ['disabling']),
    said('registration/registration', ['bonuses', 'loading']),
    said('shell/modal-queue', ['loading']),
  ]).toEqual([
    'invariant: it is switched off by the server alone',
    'invariant: data and bonuses are ready only once they were loaded',
    expect.stringMatching(/^invariant: what comes of loadModal when it (?:succeeds|fails)$/),
  ])
})
