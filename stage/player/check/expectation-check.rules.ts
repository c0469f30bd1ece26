import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioExpectation } from '#schemas'
import { eventNames } from '../event-check.rules.ts'
import { toPointer } from '../json-pointer.ts'
import { unknownName } from '../unknown-name.ts'
import { actorPathFault } from './actor-path.ts'
import { contextPlaces } from './context-places.ts'
import type { ScenarioFault } from './scenario-fault.ts'
import { stateFaults } from './state-check.rules.ts'

/** Why a scenario proves nothing: it has no steps, or expects nothing anywhere and pins no trace. One that was shrunk shows a broken
 *  invariant, and those are checked whatever it expects. */
export function nothingJudged({ steps, source, traceHash }: Scenario): readonly ScenarioFault[] {
  if (steps.length === 0) return [{ pointer: '/steps', message: 'there are no steps, so the scenario proves nothing' }]
  if (traceHash !== undefined || source === 'shrunk' || steps.some(({ expect }) => expect && isJudging(expect)))
    return []
  const message = 'no step expects anything, so the scenario passes whatever the machine does; give one an "expect"'
  return [{ pointer: '/steps', message }]
}

/** An empty list of effects or actors says that there are none; an empty object of `ctx`, say, says nothing. */
function isJudging({ value, ctx = {}, can = [], effects, children, inputs = {} }: ScenarioExpectation): boolean {
  const isNamed = value !== undefined || effects !== undefined || children !== undefined
  return isNamed || can.length > 0 || Object.keys(ctx).length > 0 || Object.keys(inputs).length > 0
}

/** Names in expectations that the machine does not have: events, states, and actors. */
export function expectationFaults(scenario: Scenario, contract: AnyMachineContract): readonly ScenarioFault[] {
  const events = eventNames(contract).all
  const actors = Object.keys(contract.machine.implementations.actors)
  return scenario.steps.flatMap(({ expect }, index) => {
    if (!expect) return []
    const faults = [
      ...abilityFaults(expect, events),
      ...(expect.value === undefined ? [] : stateFaults(contract.machine, expect.value).map(below('/value'))),
      ...(expect.children ?? []).flatMap((path, at) => actorPathFault(path, actors, `/children/${at}`)),
      ...Object.keys(expect.inputs ?? {}).flatMap((path) => actorPathFault(path, actors, toPointer(['inputs', path]))),
    ]
    return faults.map(below(toPointer(['steps', index, 'expect'])))
  })
}

/** Pointers into the context at which nothing ever stands. It plays the scenario, so everything else in it must be right. */
export function contextFaults(scenario: Scenario, contract: AnyMachineContract): readonly ScenarioFault[] {
  let search: ReturnType<typeof contextPlaces> | undefined
  return scenario.steps.flatMap(({ expect }, index) =>
    Object.keys(expect?.ctx ?? {}).flatMap((pointer) => {
      search ??= contextPlaces(contract, scenario)
      const unknown = search(pointer)
      if (!unknown) return []
      const hint = unknown.meant === null ? '' : `; did you mean "${unknown.meant}"?`
      const message = `there is never a value at "${pointer}" in the context of ${scenario.machine}${hint}`
      return [{ pointer: toPointer(['steps', index, 'expect', 'ctx', pointer]), message }]
    }),
  )
}

function abilityFaults({ can = [] }: ScenarioExpectation, events: readonly string[]): readonly ScenarioFault[] {
  return can.flatMap((ability, index) => {
    const name = typeof ability === 'string' ? ability.replace(/^!/, '') : ability.type
    if (events.includes(name)) return []
    return [{ pointer: `/can/${index}`, message: unknownName('event', name, events) }]
  })
}

function below(base: string) {
  return ({ pointer, message }: ScenarioFault): ScenarioFault => ({ pointer: base + pointer, message })
}
