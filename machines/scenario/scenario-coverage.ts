import type { AnyStateMachine } from 'xstate'
import type { ScenarioCoverCount, ScenarioCoverMachine } from '#schemas'
import { type CoverageItems, coverageItems, statePaths, transitionKey } from './coverage-items.ts'
import type { Microstep } from './machine-stage.ts'

interface Tally {
  readonly name: string
  readonly items: CoverageItems
  readonly states: Set<string>
  readonly transitions: Set<string>
  scenarios: number
}

/** Keeps what scenarios have passed through, machine by machine. Machines that run inside others count in their own name. */
export class ScenarioCoverage {
  /** A machine and all that `provide` makes of it have one configuration. */
  readonly #tallies = new Map<unknown, Tally>()

  /** @param machines those to report even if nothing is played on them: name → machine */
  constructor(machines: Readonly<Record<string, AnyStateMachine>>) {
    for (const [name, machine] of Object.entries(machines)) this.#open(name, machine)
  }

  /** Counts one scenario by its microsteps. */
  add(microsteps: readonly Microstep[]): void {
    const seen = new Set<Tally>()
    for (const { machine, value, transitions } of microsteps) {
      const tally = this.#tallies.get(machine.config) ?? this.#open(machine.id, machine)
      seen.add(tally)
      for (const path of statePaths(value)) tally.states.add(path)
      for (const transition of transitions) tally.transitions.add(transitionKey(transition))
    }
    for (const tally of seen) {
      tally.scenarios += 1
      for (const path of tally.items.initialStates) tally.states.add(path)
    }
  }

  /** What is covered and what is missing, in order of the machines' names. */
  get report(): readonly ScenarioCoverMachine[] {
    return [...this.#tallies.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(machineReport)
  }

  #open(name: string, machine: AnyStateMachine): Tally {
    const tally: Tally = {
      name,
      items: coverageItems(machine),
      states: new Set(),
      transitions: new Set(),
      scenarios: 0,
    }
    this.#tallies.set(machine.config, tally)
    return tally
  }
}

/** Sums up counts. */
export function totalCount(counts: readonly ScenarioCoverCount[]): ScenarioCoverCount {
  return counts.reduce((sum, { covered, all }) => ({ covered: sum.covered + covered, all: sum.all + all }), {
    covered: 0,
    all: 0,
  })
}

function machineReport({ name, items, states, transitions, scenarios }: Tally): ScenarioCoverMachine {
  const missingStates = missingOf(items.states, states)
  const missingTransitions = missingOf(items.transitions, transitions)
  return {
    machine: name,
    scenarios,
    states: { covered: items.states.size - missingStates.length, all: items.states.size },
    transitions: { covered: items.transitions.size - missingTransitions.length, all: items.transitions.size },
    missingStates,
    missingTransitions,
  }
}

function missingOf<TItem>(items: ReadonlyMap<string, TItem>, seen: ReadonlySet<string>): TItem[] {
  return [...items].filter(([key]) => !seen.has(key)).map(([, item]) => item)
}
