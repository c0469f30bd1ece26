import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { canonicalJson } from './canonical-json.ts'
import { eventFaults, eventNames } from './event-check.rules.ts'
import { toPointer } from './json-pointer.ts'
import { traceHash } from './trace-hash.ts'
import { unknownName } from './unknown-name.ts'

/** One reason why a scenario cannot be played; `pointer` leads to the faulty value. */
export interface ScenarioFault {
  readonly pointer: string
  readonly message: string
}

const EVENT_STEPS = new Set(['send', 'emit'])
const ACTOR_STEPS = new Set(['ok', 'err', 'emit'])

/** The hash that `machineHash` is compared with: of the machine's configuration, which holds names only. */
export function machineHash(contract: AnyMachineContract): string {
  return traceHash(canonicalJson(contract.machine.config))
}

/**
 * What the schema cannot know of a scenario: that its machine, events and actors exist, that events are as the machine's own
 * schema has them, that time never runs backwards, and that each step has what it needs. All faults at once.
 */
export function checkScenario(
  scenario: Scenario,
  machines: Readonly<Record<string, AnyMachineContract>>,
): readonly ScenarioFault[] {
  const contract = machines[scenario.machine]
  if (!contract)
    return [{ pointer: '/machine', message: unknownName('machine', scenario.machine, Object.keys(machines)) }]
  const known = {
    events: eventNames(contract).all,
    actors: Object.keys(contract.machine.implementations.actors),
  }
  const seed = scenario.seed ?? 0
  return scenario.steps.flatMap((step, index) => {
    const faults = [
      ...timeFaults(scenario.steps[index - 1], step),
      ...partFaults(step),
      ...nameFaults(step, known),
      ...eventFaults(step, contract, seed),
    ]
    return faults.map(({ pointer, message }) => ({ pointer: `${toPointer(['steps', index])}${pointer}`, message }))
  })
}

function timeFaults(before: ScenarioStep | undefined, step: ScenarioStep): readonly ScenarioFault[] {
  if (!before || before.at <= step.at) return []
  return [{ pointer: '/at', message: `time runs backwards: ${step.at} ms follows ${before.at} ms` }]
}

function partFaults(step: ScenarioStep): readonly ScenarioFault[] {
  const faults: ScenarioFault[] = []
  const isChild = (step.actor ?? 'root') !== 'root'
  if (step.do === 'send' && !step.event) faults.push({ pointer: '', message: 'a send needs an event' })
  if (step.do === 'send' && isChild) {
    faults.push({ pointer: '/actor', message: 'only root takes events; actors below it are told by ok, err and emit' })
  }
  if (step.do === 'emit' && !step.event && !('value' in step)) {
    faults.push({ pointer: '', message: 'an emit needs an event or a value' })
  }
  if (ACTOR_STEPS.has(step.do) && !isChild) {
    faults.push({ pointer: '', message: `an ${step.do} needs the actor below root that it comes from` })
  }
  if (step.event && !EVENT_STEPS.has(step.do)) {
    faults.push({ pointer: '/event', message: `an ${step.do} takes no event` })
  }
  if (step.illegal && !step.event) faults.push({ pointer: '/illegal', message: 'only an event can be illegal' })
  if (step.illegal && !step.note) {
    faults.push({ pointer: '/illegal', message: 'an illegal event needs a note that says what is wrong with it' })
  }
  return faults
}

function nameFaults(
  step: ScenarioStep,
  known: { readonly events: readonly string[]; readonly actors: readonly string[] },
): readonly ScenarioFault[] {
  const faults: ScenarioFault[] = []
  const actor = /^root\/(.+)#/.exec(step.actor ?? '')?.[1]
  if (actor !== undefined && !known.actors.includes(actor)) {
    faults.push({ pointer: '/actor', message: unknownName('actor', actor, known.actors) })
  }
  for (const [index, ability] of (step.expect?.can ?? []).entries()) {
    const name = typeof ability === 'string' ? ability.replace(/^!/, '') : ability.type
    if (known.events.includes(name)) continue
    faults.push({ pointer: `/expect/can/${index}`, message: unknownName('event', name, known.events) })
  }
  return faults
}
