import type { AnyStateMachine } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioCoverCount, ScenarioCoverCounts, ScenarioCoverMachine } from '#schemas'
import type { ReplayObserver } from '../player/scenario-player.ts'
import { fillSecrets } from '../recorder/secret-values.ts'
import { COVER_KINDS, coverageIndex, guardText } from './coverage-index.ts'
import type { Tally } from './coverage-report.ts'
import { machineReport } from './coverage-report.ts'
import { CoverageWatch } from './coverage-watch.ts'
import { type GuardListener, watchGuards } from './guard-watch.ts'

type Input = Readonly<Record<string, unknown>>

/** How a scenario is to be played so that its coverage is seen. */
export interface CoverageRecording {
  readonly contract: AnyMachineContract
  readonly observer: ReplayObserver
  /** Counts what was seen; for a scenario that went as written. */
  keep(): void
}

/** Keeps what scenarios cover, machine by machine (QA-7). Machines that run inside others count in their own name. */
export class ScenarioCoverage {
  /** A machine and all that `provide` makes of it have one configuration; the copy whose guards are watched has another. */
  readonly #tallies = new Map<unknown, Tally>()
  readonly #contracts = new Map<string, AnyMachineContract>()
  readonly #guards: GuardListener = {
    heard: (machine, transition, guard, isTrue) => {
      const { index } = this.#tallyOf(machine)
      const way = index.transitions.get(transition)?.way ?? transition
      this.#watch?.noteGuard(index, guardText(way, guard, isTrue))
    },
    copied: (machine, copy) => {
      const tally = this.#tallyOf(machine)
      tally.areGuardsWatched = true
      this.#tallies.set(copy.config, tally)
    },
  }
  readonly #requirements = new Map<string, readonly string[]>()
  #watch: CoverageWatch | undefined

  /** @param contracts machines by name, reported even if nothing is played on them when all are asked for */
  constructor(contracts: Readonly<Record<string, AnyMachineContract>>) {
    for (const [name, contract] of Object.entries(contracts)) {
      this.#tallies.set(contract.machine.config, newTally(name, contract.machine, contract))
      this.#contracts.set(name, { ...contract, machine: watchGuards(contract.machine, this.#guards) })
    }
  }

  /** Begins to look at a scenario; the one before it is no longer looked at. @throws Error when its machine is unknown */
  record(scenario: Scenario, file: string): CoverageRecording {
    const contract = this.#contracts.get(scenario.machine)
    if (!contract) throw new Error(`unknown machine ${scenario.machine}`)
    const watch = new CoverageWatch((machine) => this.#tallyOf(machine).index)
    this.#watch = watch
    return {
      contract,
      observer: {
        onInspection: (inspection) => watch.inspect(inspection),
        onStep: (step) => {
          for (const ability of scenario.steps[step]?.expect?.can ?? []) {
            if (typeof ability === 'string' && ability.startsWith('!')) watch.noteRefusal(ability.slice(1))
          }
        },
      },
      keep: () => this.#keep(scenario, file, watch),
    }
  }

  /** What is covered and what is missing, in order of the machines' names. @param isWhole whether those are reported too that
   *  were not played */
  report(isWhole: boolean): readonly ScenarioCoverMachine[] {
    return this.#sorted.filter(({ scenarios }) => isWhole || scenarios.size > 0).map(machineReport)
  }

  /** Name of a scenario → all that it covers of any machine, in words: the requirements that it names too. */
  get covered(): ReadonlyMap<string, ReadonlySet<string>> {
    const all = new Map([...this.#requirements].map(([file, ids]) => [file, new Set(ids)]))
    for (const { name, scenarios } of this.#sorted) {
      for (const [file, { items, pairs }] of scenarios) {
        const words = all.get(file) ?? new Set()
        for (const item of [...items, ...pairs]) words.add(`${name} ${item}`)
        all.set(file, words)
      }
    }
    return all
  }

  get #sorted(): readonly Tally[] {
    return [...new Set(this.#tallies.values())].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  #tallyOf(machine: AnyStateMachine): Tally {
    const known = this.#tallies.get(machine.config)
    if (known) return known
    const tally = newTally(machine.id, machine)
    this.#tallies.set(machine.config, tally)
    return tally
  }

  #keep({ machine, input = {}, seed = 0, req }: Scenario, file: string, watch: CoverageWatch): void {
    const played = this.#contracts.get(machine)
    this.#requirements.set(
      file,
      req.map((id) => `${machine} ${id}`),
    )
    for (const tally of this.#sorted) {
      const covered = watch.covered.get(tally.index)
      if (covered) tally.scenarios.set(file, covered)
    }
    const tally = played && this.#tallyOf(played.machine)
    tally?.inputs.set(JSON.stringify(input), fillSecrets(input, seed) as Input)
    for (const id of req) tally?.requirements.add(id)
  }
}

/** Sums up the counts of machines. */
export function coverCounts(machines: readonly Pick<ScenarioCoverMachine, 'counts'>[]): ScenarioCoverCounts {
  const sum = (kind: keyof ScenarioCoverCounts): ScenarioCoverCount => ({
    covered: machines.reduce((total, { counts }) => total + counts[kind].covered, 0),
    all: machines.reduce((total, { counts }) => total + counts[kind].all, 0),
  })
  return Object.fromEntries(COVER_KINDS.map((kind) => [kind, sum(kind)])) as unknown as ScenarioCoverCounts
}

function newTally(name: string, machine: AnyStateMachine, contract?: AnyMachineContract): Tally {
  const index = coverageIndex(machine, contract && [...new Set(contract.events.map(({ type }) => type))])
  return {
    name,
    index,
    ...(contract ? { contract } : {}),
    scenarios: new Map(),
    inputs: new Map(),
    requirements: new Set(),
    areGuardsWatched: false,
  }
}
