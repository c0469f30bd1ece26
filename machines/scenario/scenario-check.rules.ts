import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { canonicalJson } from './canonical-json.ts'
import { toPointer } from './json-pointer.ts'
import { traceHash } from './trace-hash.ts'

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
 * What the schema cannot know of a scenario: that its machine, events and actors exist, that time never runs backwards,
 * and that each step has what it needs. All faults at once.
 */
export function checkScenario(
  scenario: Scenario,
  machines: Readonly<Record<string, AnyMachineContract>>,
): readonly ScenarioFault[] {
  const contract = machines[scenario.machine]
  if (!contract)
    return [{ pointer: '/machine', message: unknownName('machine', scenario.machine, Object.keys(machines)) }]
  const known = {
    events: contract.machine.events.filter((name) => !name.startsWith('xstate.')),
    actors: Object.keys(contract.machine.implementations.actors),
  }
  return scenario.steps.flatMap((step, index) => {
    const faults = [...timeFaults(scenario.steps[index - 1], step), ...partFaults(step), ...nameFaults(step, known)]
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
  return faults
}

function nameFaults(
  step: ScenarioStep,
  known: { readonly events: readonly string[]; readonly actors: readonly string[] },
): readonly ScenarioFault[] {
  const faults: ScenarioFault[] = []
  const event = step.event?.type
  if (event !== undefined && !known.events.includes(event)) {
    faults.push({ pointer: '/event/type', message: unknownName('event', event, known.events) })
  }
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

function unknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const hint = meant === null ? `known: ${known.join(', ') || 'none'}` : `did you mean "${meant}"?`
  return `unknown ${kind} "${name}"; ${hint}`
}
