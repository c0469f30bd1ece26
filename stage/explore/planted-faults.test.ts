import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createMachine } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { MachineStage } from '../player/machine-stage.ts'
import { type Divergence, playScenario, playStep } from '../player/scenario-player.ts'
import { fuzzMachine, randomStep } from './fuzz.ts'
import { SeededRandom } from './seeded-random.ts'
import { shrinkScenario } from './shrink.ts'
import { wrongEvents } from './wrong-events.ts'

type Config = Record<string, unknown>

/** A fault that somebody might make, in a copy of a machine. */
interface Planted {
  readonly fault: string
  readonly machine: string
  readonly input: Record<string, unknown>
  /** Changes the copy. */
  plant(config: Config): void
  /** What the fuzzer must say. */
  readonly broken: string
}

const COUNTRIES = [
  { id: 1, code: 'aa', phoneCode: '+1' },
  { id: 56, code: 'bb', phoneCode: '+49' },
]

const PLANTED: readonly Planted[] = [
  {
    fault: 'a dropped guard: a click dropdown listens to hovering',
    machine: 'shell/dropdown',
    input: { opensBy: 'click' },
    plant: (config) => drop(config, 'on', 'pointer.entered', 'guard'),
    broken: 'invariant: a click dropdown never opens by hovering',
  },
  {
    fault: 'a dropped action: one of the openings is not reported',
    machine: 'shell/dropdown',
    input: { opensBy: 'hover' },
    plant: (config) => drop(config, 'states', 'closed', 'states', 'waiting', 'after', 'hoverDelay', 'actions'),
    broken: 'invariant: it is open exactly when it was opened last',
  },
  {
    fault: 'a lost exit: what holds the notifications outlives them',
    machine: 'shell/notification-queue',
    input: {},
    plant: (config) => drop(config, 'states', 'showing', 'exit'),
    broken: 'invariant: nothing holds when nothing is shown',
  },
  {
    fault: 'a missing onError: nobody takes that a modal cannot be loaded',
    machine: 'shell/modal-queue',
    input: {},
    plant: (config) => drop(config, 'states', 'loading', 'invoke', 'onError'),
    broken: 'a machine that runs',
  },
  {
    fault: 'a lost exit: the closing of the list is not reported',
    machine: 'phone/phone-code',
    input: { countries: COUNTRIES, isManualCodeAllowed: true },
    plant: (config) => drop(config, 'states', 'open', 'exit'),
    broken: 'invariant: openings and closings alternate, an opening first',
  },
  {
    fault: 'a dropped guard: a list without a choice opens',
    machine: 'phone/phone-code',
    input: { countries: COUNTRIES.slice(1), isManualCodeAllowed: true },
    plant: (config) => drop(config, 'states', 'closed', 'on', 'trigger.pressed', 'guard'),
    broken: 'invariant: with one country at most it never opens',
  },
  {
    fault: 'a dropped action: a failure leaves the provider named',
    machine: 'social/social-start',
    input: {},
    plant: (config) => drop(config, 'states', 'starting', 'invoke', 'onError', 'actions'),
    broken: 'invariant: a provider is named exactly while it is being opened',
  },
  {
    fault: 'a redirected transition: coming back does not go back',
    machine: 'social/social-start',
    input: {},
    plant: (config) => put(config, 'leaving', 'states', 'leaving', 'on', 'page.returned', 'target'),
    broken: 'invariant: a provider is named exactly while it is being opened',
  },
]

describe.each(PLANTED)('$fault ($machine)', ({ machine, input, plant, broken }) => {
  const sound = contractOf(machine)
  const contract = withFault(sound, plant)

  test('QA-9: the fuzzer finds it, and nothing in the machine as it is', () => {
    const order = { inputs: [input], seed: 1, events: 2000, runs: 4 }
    expect(fuzzMachine(contract, order).failure?.mismatch.expected).toBe(broken)
    expect(fuzzMachine(sound, order).failure).toBeUndefined()
  })

  test('QA-9: a run of 500 steps that ends with it is shrunk to 10 at most, within 2 s', () => {
    for (const seed of [1, 2]) {
      const scenario = { ...EMPTY, machine, input, steps: longFailure(contract, input, seed) }
      expect(scenario.steps.length).toBeGreaterThanOrEqual(500)
      expectSmall(contract, scenario, broken)
    }
  })
})

describe('a fault that breaks no invariant, but an expectation', () => {
  const sound = contractOf('shell/dropdown')
  const provide = (delays: object) => ({ ...sound, machine: sound.machine.provide({ delays } as never) })
  const late = (context: unknown) => (context as { delayMs: number }).delayMs + 1

  test.each<[string, AnyMachineContract]>([
    ['a delay that is off by one', provide({ hoverDelay: ({ context }: { context: unknown }) => late(context) })],
    ['a lost exit', withFault(sound, (config) => drop(config, 'states', 'open', 'exit'))],
  ])('QA-9: %s is shrunk to 10 steps at most', (_name, contract) => {
    const input = { opensBy: 'hover' }
    const steps = recorded(sound, input, 500)
    const scenario = { ...EMPTY, machine: 'shell/dropdown', input, steps }
    expect(playScenario(sound, scenario).divergence).toBeUndefined()
    expectSmall(contract, scenario)
  })
})

const EMPTY: Pick<Scenario, 'format' | 'source' | 'req'> = { format: 'scn/1', source: 'generated', req: [] }

/** Holds the goals of shrinking: few steps, little time, and none that can be left out. */
function expectSmall(contract: AnyMachineContract, scenario: Scenario, broken?: string): void {
  const before = process.cpuUsage()
  const smallest = shrinkScenario(contract, scenario)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2000)
  const steps = [...(smallest?.steps ?? [])]
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.length).toBeLessThanOrEqual(10)
  const divergence = playScenario(contract, { ...scenario, steps }).divergence
  expect(divergence?.step).toBe(steps.length)
  if (broken !== undefined) expect(divergence?.expected).toBe(broken)
  for (const index of steps.keys()) {
    const less = playScenario(contract, { ...scenario, steps: steps.toSpliced(index, 1) }).divergence
    expect(faultOf(less)).not.toEqual(faultOf(divergence))
  }
}

/** What makes two failures one: where the step is broken, what it says, and the state. */
function faultOf(divergence: Divergence | undefined) {
  return [divergence?.pointer.replace(/^\/steps\/\d+/, ''), divergence?.expected, divergence?.seen?.value]
}

/** Random steps that break nothing, 499 at least, and then such as do. */
function longFailure(contract: AnyMachineContract, input: Config, seed: number): ScenarioStep[] {
  const random = new SeededRandom(seed)
  const wrong = wrongEvents(contract)
  const steps: ScenarioStep[] = []
  let stage = new MachineStage(contract, input)
  for (let tries = 0; tries < 20_000; tries += 1) {
    const step = randomStep(contract, stage, random, wrong)
    const { mismatch } = playStep(contract, stage, step)
    if (!mismatch || steps.length >= 499) steps.push(step)
    if (!mismatch) continue
    if (steps.length >= 500) return steps
    stage = new MachineStage(contract, input)
    for (const taken of steps) playStep(contract, stage, taken)
  }
  throw new Error('nothing broke')
}

/** Random steps, each with the state and the effects that a sound machine shows. */
function recorded(contract: AnyMachineContract, input: Config, count: number): ScenarioStep[] {
  const random = new SeededRandom(4)
  const stage = new MachineStage(contract, input)
  return Array.from({ length: count }, () => {
    const step = randomStep(contract, stage, random, wrongEvents(contract))
    const { value, effects } = playStep(contract, stage, step).observation
    return { ...step, expect: { value, effects } as NonNullable<ScenarioStep['expect']> }
  })
}

function contractOf(name: string): AnyMachineContract {
  const contract = scenarioMachines[name]
  if (!contract) throw new Error(`there is no machine ${name}`)
  return contract
}

function withFault(contract: AnyMachineContract, plant: (config: Config) => void): AnyMachineContract {
  const config = copyOf(contract.machine.config) as Config
  plant(config)
  const { implementations } = contract.machine
  return { ...contract, machine: createMachine(config as never, implementations as never) as AnyStateMachine }
}

/** A deep copy that keeps functions, which a configuration has in its parameters. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]))
}

/** Removes the value at the path. @throws Error when there is none, for then nothing would be planted */
function drop(config: Config, ...path: string[]): void {
  const { parent, key } = placeOf(config, path)
  delete parent[key]
}

function put(config: Config, value: unknown, ...path: string[]): void {
  const { parent, key } = placeOf(config, path)
  parent[key] = value
}

function placeOf(config: Config, path: readonly string[]): { parent: Config; key: string } {
  const key = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<Config>((node, name) => node[name] as Config, config)
  if (!parent || !(key in parent)) throw new Error(`there is nothing at ${path.join('/')}`)
  return { parent, key }
}
