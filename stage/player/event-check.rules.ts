import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioStep } from '#schemas'
import type { EventSchema } from '#schemas/event-schema.ts'
import { eventSchemas } from '#schemas/generated/event-schemas.ts'
import { fillSecrets } from '../recorder/secret-values.ts'
import { schemaFaults } from './check/schema-faults.ts'
import { unknownName } from './unknown-name.ts'

/** What is wrong with an event; `pointer` leads from the step to the faulty value. */
interface EventFault {
  readonly pointer: string
  readonly message: string
}

/** The events of a machine: all that it knows, and those of them that come from outside. */
interface EventNames {
  readonly all: readonly string[]
  readonly outside: readonly string[]
}

type Event = NonNullable<ScenarioStep['event']>

const namesOf = new WeakMap<AnyMachineContract, EventNames>()

/** The names of a machine's events; without a schema all are taken to come from outside. */
export function eventNames(contract: AnyMachineContract): EventNames {
  const known = namesOf.get(contract)
  if (known) return known
  const named = contract.machine.events.filter((name) => !name.startsWith('xstate.'))
  const outside = Object.keys(schemaOf(contract)?.events ?? {})
  const names = { all: [...new Set([...named, ...outside])], outside: outside.length > 0 ? outside : named }
  namesOf.set(contract, names)
  return names
}

/** The schema of the events that a machine takes from outside. @throws Error when the contract names one that is not there */
export function schemaOf({ eventSchema, machine }: AnyMachineContract): EventSchema | undefined {
  if (eventSchema === undefined) return undefined
  const schema = eventSchemas[eventSchema]
  if (!schema) throw new Error(`the contract of ${machine.id} names ${eventSchema}, which is no schema of events`)
  return schema
}

/**
 * What is wrong with the events of a step: those that it sends, and those that it expects the machine to be able to take.
 * One that is marked as illegal must really break the schema.
 * @param seed fills in the secrets of the event   @returns pointers from the step
 */
export function eventFaults(step: ScenarioStep, contract: AnyMachineContract, seed: number): readonly EventFault[] {
  const abilities = (step.expect?.can ?? []).flatMap((ability, index) =>
    typeof ability === 'string' ? [] : faultsAt(`/expect/can/${index}`, ability, contract, seed),
  )
  if (!step.event) return abilities
  const faults = faultsAt('/event', step.event, contract, seed)
  if (!step.illegal) return [...faults, ...abilities]
  const isLegal = faults.length === 0
  return [...(isLegal ? [{ pointer: '/illegal', message: legalText(step.event, contract) }] : []), ...abilities]
}

function legalText({ type }: Event, { eventSchema }: AnyMachineContract): string {
  return eventSchema === undefined
    ? `"${type}" is an event of the machine, and no schema says what may be in it`
    : `the event is as ${eventSchema} has it; what the machine merely does not act on is not illegal`
}

function faultsAt(pointer: string, event: Event, contract: AnyMachineContract, seed: number): readonly EventFault[] {
  const { all, outside } = eventNames(contract)
  const schema = schemaOf(contract)
  if (!outside.includes(event.type)) {
    // An ability may ask for any event of the machine; its name is judged with those that have no payload.
    if (pointer !== '/event') return []
    const message = all.includes(event.type)
      ? `"${event.type}" does not come from outside: the machine sends it to itself`
      : unknownName('event', event.type, outside)
    return [{ pointer: `${pointer}/type`, message }]
  }
  if (!schema || schema.validate(fillSecrets(event, seed))) return []
  const properties = schema.events[event.type]?.properties ?? []
  const faults = schemaFaults(schema.validate.errors ?? [], {
    value: fillSecrets(event, seed),
    subject: event.type,
    properties,
  })
  return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }))
}
