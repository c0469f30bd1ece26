import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioEvent, ScenarioStep } from '#schemas'
import { canonicalJson } from '../player/canonical-json.ts'
import { actorName } from './possible-steps.ts'
import { faultOf } from './wrong-events.ts'

/**
 * The step with something simpler in it, the simplest first: a shorter typical event of the same type, or a typical end of
 * the actor; and, where a schema says what may be in an event, the event with a value left out or cut down. What is legal
 * stays legal, and what is not stays wrong, so a fault is never put down to another one. Every one is really simpler, so
 * going on from one to the next comes to an end.
 */
export function simplerSteps(contract: AnyMachineContract, step: ScenarioStep): readonly ScenarioStep[] {
  if (step.event) return simplerEvents(contract, step.event).map((event) => ({ ...step, event }))
  const { ok = [], err = [] } = contract.outcomes[actorName(step.actor ?? '')] ?? {}
  const ends = step.do === 'ok' ? ok : step.do === 'err' ? err : []
  return ends
    .filter((end) => isShorter(end, step.value))
    .sort(byLength)
    .map((value) => ({ ...step, value: value as Exclude<ScenarioStep['value'], undefined> }))
}

function simplerEvents(contract: AnyMachineContract, event: ScenarioEvent): readonly ScenarioEvent[] {
  const { type, ...payload } = event
  const typical = contract.events.filter((other) => other.type === type && isShorter(other, event)) as ScenarioEvent[]
  if (contract.eventSchema === undefined) return typical.sort(byLength)
  const cut = cutMembers(payload).map((members): ScenarioEvent => ({ ...members, type }))
  const isLegal = faultOf(contract, event) === undefined
  const isSameSort = (other: ScenarioEvent) => (faultOf(contract, other) === undefined) === isLegal
  return [...typical.sort(byLength), ...cut].filter(isSameSort)
}

type Members = Readonly<Record<string, unknown>>

function cutMembers(members: Members): readonly Members[] {
  const without = Object.keys(members).map((key) => {
    const { [key]: _, ...rest } = members
    return rest
  })
  const cut = Object.entries(members).flatMap(([key, value]) =>
    cutValues(value).map((smaller) => ({ ...members, [key]: smaller })),
  )
  return [...without, ...cut]
}

/** Smaller values of the same type. */
function cutValues(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return value === '' ? [] : ['', value.slice(0, value.length >> 1), value.slice(0, -1)]
  if (typeof value === 'number') return value === 0 ? [] : [0, Math.trunc(value / 2)].filter((half) => half !== value)
  if (value === true) return [false]
  if (Array.isArray(value)) return cutList(value)
  return typeof value === 'object' && value !== null ? cutMembers(value as Members) : []
}

function cutList(list: readonly unknown[]): readonly unknown[] {
  const shorter = list.map((_, index) => list.toSpliced(index, 1))
  const cut = list.flatMap((member, index) => cutValues(member).map((smaller) => list.with(index, smaller)))
  return list.length > 1 ? [[], ...shorter, ...cut] : [...shorter, ...cut]
}

function isShorter(value: unknown, than: unknown): boolean {
  return canonicalJson(value).length < canonicalJson(than).length
}

function byLength(left: unknown, right: unknown): number {
  return canonicalJson(left).length - canonicalJson(right).length
}
