import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioEvent, ScenarioStep } from '#schemas'
import { eventFaults } from '../player/event-check.rules.ts'

/** An event that the machine's schema refuses, and why. */
export interface WrongEvent {
  readonly event: ScenarioEvent
  readonly note: string
}

/** Values that are of the same JSON type as another, and that a schema often refuses. */
const ODD_TEXTS = ['', ' ', '\u0000', 'ß\u202e😀', 'x'.repeat(300)]
const ODD_NUMBERS = [-1, 0, 0.5, Number.MAX_SAFE_INTEGER]

/**
 * Events that no page sends: a name that the machine does not know, and typical events with one value changed so that the
 * schema refuses it. The values keep their JSON type, for another one would be refused by the compiler. Without a schema
 * nobody can tell a wrong value, so there is only the unknown name.
 */
export function wrongEvents(contract: AnyMachineContract): readonly WrongEvent[] {
  const changed = contract.eventSchema === undefined ? [] : contract.events.flatMap((event) => oddCopies(event))
  return [{ type: 'nobody.knows' }, ...changed].flatMap((event) => {
    const note = faultOf(contract, event)
    return note === undefined ? [] : [{ event, note }]
  })
}

/** What the schema has against an event; undefined when it has nothing. */
export function faultOf(contract: AnyMachineContract, event: ScenarioEvent): string | undefined {
  const step: ScenarioStep = { at: 0, do: 'send', actor: 'root', event }
  return eventFaults(step, contract, 0)[0]?.message
}

type Members = Readonly<Record<string, unknown>>

/** The event with each of its values, however deep, changed in turn. */
function oddCopies(event: ScenarioEvent): readonly ScenarioEvent[] {
  const { type, ...payload } = event
  return oddMembers(payload).map((members) => ({ ...members, type }))
}

function oddMembers(members: Members): readonly Members[] {
  return Object.entries(members).flatMap(([key, value]) => oddValues(value).map((odd) => ({ ...members, [key]: odd })))
}

function oddValues(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return ODD_TEXTS
  if (typeof value === 'number') return ODD_NUMBERS
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return oddMembers(value as Members)
}
