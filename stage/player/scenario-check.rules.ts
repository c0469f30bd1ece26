import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { actorPathFault } from './check/actor-path.ts'
import { contextFaults, expectationFaults, nothingJudged } from './check/expectation-check.rules.ts'
import { portFaults } from './check/port-check.rules.ts'
import type { ScenarioFault } from './check/scenario-fault.ts'
import { eventFaults } from './event-check.rules.ts'
import { toPointer } from './json-pointer.ts'
import { unknownName } from './unknown-name.ts'

const EVENT_STEPS = new Set(['send', 'emit'])
const ACTOR_STEPS = new Set(['ok', 'err', 'emit'])

/**
 * What the schema cannot know of a scenario (QA-15): that its machine, requirements, events, states and actors exist, that events,
 * inputs and ends of actors are as the machine's own schemas have them, that something ever stands where the context is looked at, that
 * time never runs backwards, that each step has what it needs, and that anything is judged at all. All faults at once; the context is
 * looked at when nothing else is wrong.
 * @param requirements ids that `req` may name; any when left out
 */
export function checkScenario(
  scenario: Scenario,
  machines: Readonly<Record<string, AnyMachineContract>>,
  requirements?: ReadonlySet<string>,
): readonly ScenarioFault[] {
  const contract = Object.hasOwn(machines, scenario.machine) ? machines[scenario.machine] : undefined
  const unknown = requirementFaults(scenario, requirements)
  if (!contract) {
    const message = unknownName('machine', scenario.machine, Object.keys(machines))
    return [...unknown, { pointer: '/machine', message }]
  }
  const actors = Object.keys(contract.machine.implementations.actors)
  const faults = [
    ...unknown,
    ...nothingJudged(scenario),
    ...givenFaults(scenario, actors),
    ...stepFaults(scenario, contract, actors),
    ...expectationFaults(scenario, contract),
    ...portFaults(scenario, actors),
  ]
  return faults.length > 0 ? faults : contextFaults(scenario, contract)
}

function stepFaults({ steps, seed = 0 }: Scenario, contract: AnyMachineContract, actors: readonly string[]) {
  return steps.flatMap((step, index) => {
    const faults = [
      ...timeFaults(steps[index - 1], step),
      ...partFaults(step),
      ...actorFaults(step, actors),
      ...eventFaults(step, contract, seed),
    ]
    return faults.map(({ pointer, message }) => ({ pointer: `${toPointer(['steps', index])}${pointer}`, message }))
  })
}

function requirementFaults({ req }: Scenario, known: ReadonlySet<string> | undefined): readonly ScenarioFault[] {
  if (!known) return []
  return req.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/req/${index}`, message: requirementText(id, [...known]) }],
  )
}

/** The ids of one group differ by a digit, so a near one says nothing; the group says how far it goes. */
function requirementText(id: string, known: readonly string[]): string {
  const group = `${id.split('-')[0]}-`
  const others = known.filter((each) => each.startsWith(group))
  if (others.length === 0) return unknownName('requirement', id, known)
  return `unknown requirement "${id}"; docs/requirements.json has ${others[0]} to ${others.at(-1)}`
}

function givenFaults({ given = {} }: Scenario, actors: readonly string[]): readonly ScenarioFault[] {
  const { injected = [], calls = [] } = given
  return [
    ...injected.flatMap((path, index) => actorPathFault(path, actors, `/given/injected/${index}`)),
    ...calls.flatMap(({ actor }, index) =>
      actors.includes(actor)
        ? []
        : [{ pointer: `/given/calls/${index}/actor`, message: unknownName('actor', actor, actors) }],
    ),
  ]
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
    faults.push({ pointer: '/actor', message: 'only root takes events; use ok, err and emit for the actors below it' })
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

function actorFaults({ actor = 'root' }: ScenarioStep, actors: readonly string[]): readonly ScenarioFault[] {
  return actor === 'root' ? [] : actorPathFault(actor, actors, '/actor')
}
