import { type AnyStateMachine, assign, fromPromise, raise, setup } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { MachineStage } from '../player/machine-stage.ts'
import type { CoverKind } from './coverage-index.ts'
import { ScenarioCoverage } from './scenario-coverage.ts'

export const never = fromPromise<void>(() => Promise.reject(new Error('ran for real')))

export const door = setup({
  types: {} as {
    context: { tries: number }
    events: { type: 'knocked' } | { type: 'rang' } | { type: 'heard' }
  },
  actors: { open: never },
  guards: { isTired: ({ context }) => context.tries > 1 },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }), hear: raise({ type: 'heard' }) },
}).createMachine({
  id: 'door',
  context: { tries: 0 },
  type: 'parallel',
  states: {
    leaf: {
      initial: 'fresh',
      states: {
        fresh: { always: 'shut' },
        shut: {
          on: {
            knocked: [{ guard: 'isTired', target: 'opening' }, { actions: ['count', 'hear'] }],
          },
        },
        opening: { invoke: { src: 'open', onDone: 'wide', onError: 'shut' } },
        wide: { after: { 100: 'shut' } },
      },
    },
    dog: { initial: 'asleep', states: { asleep: { on: { heard: 'awake', knocked: {} } }, awake: {} } },
  },
})

export function contractOf(machine: AnyStateMachine, more: Partial<AnyMachineContract> = {}): AnyMachineContract {
  return { machine, invariants: [], abstract: () => null, events: [], outcomes: {}, ...more }
}

export type Play = (stage: MachineStage) => void

/** The coverage of one machine after some scenarios, each written as actions on the stage. */
export function coverageOf(contract: AnyMachineContract, ...plays: readonly Play[]) {
  const coverage = new ScenarioCoverage({ 'test/played': contract })
  for (const [index, play] of plays.entries()) {
    const scenario = { format: 'scn/1', machine: 'test/played', source: 'authored', req: [`QA-${index}`], steps: [] }
    const recording = coverage.record(scenario as never, `${index}.scn.json`)
    play(new MachineStage(recording.contract, {}, undefined, recording.observer.onInspection))
    recording.keep()
  }
  return coverage
}

export function reportOf(machine: AnyStateMachine, ...plays: readonly Play[]) {
  const [report] = coverageOf(contractOf(machine), ...plays).report(true)
  if (!report) throw new Error('nothing is reported')
  const missing = (kind: CoverKind) => report.missing.filter((item) => item.kind === kind).map(({ item }) => item)
  return { ...report, missing, missingItems: report.missing }
}

export const send =
  (...types: readonly string[]): Play =>
  (stage) => {
    for (const type of types) stage.send({ type })
  }
export const wait =
  (timeMs: number): Play =>
  (stage) =>
    stage.clock.advanceTo(timeMs)
export const end =
  (path: string, type: 'ok' | 'err'): Play =>
  (stage) =>
    void stage.tell(path, `script.${type}`, null)
export const all =
  (...plays: readonly Play[]): Play =>
  (stage) => {
    for (const play of plays) play(stage)
  }
export const opening = send('knocked', 'knocked', 'knocked')
