import type { ScenarioAbility, ScenarioExpectation } from '#schemas'
import { readPointer } from './json-pointer.ts'
import { isSameJson } from './plain-json.ts'
import type { StepObservation } from './step-observation.ts'

/** Marks a place in an expectation where nothing may be. */
const ABSENT = { $absent: true }

/** What differs from a step: where, what it says, and what was found. */
export interface Mismatch {
  readonly path: readonly string[]
  readonly expected: unknown
  readonly actual: unknown
}

/** The first part of an expectation that is not met; undefined when all are. */
export function firstMismatch(expect: ScenarioExpectation, seen: StepObservation): Mismatch | undefined {
  return mismatchesOf(expect, seen)[0]
}

/** All parts of an expectation that are not met, in their order. */
export function mismatchesOf(expect: ScenarioExpectation, seen: StepObservation): readonly Mismatch[] {
  const { value, ctx, can, effects, children, inputs } = expect
  const found = [
    value === undefined ? undefined : compare(['expect', 'value'], value, seen.value),
    ...Object.entries(ctx ?? {}).map(([pointer, at]) => compareContext(pointer, at, seen)),
    ...(can ?? []).map((ability, index) => compareAbility(ability, index, seen)),
    effects && compare(['expect', 'effects'], effects, seen.effects),
    children && compare(['expect', 'children'], children, seen.children),
    ...Object.entries(inputs ?? {}).map(([path, input]) =>
      compare(['expect', 'inputs', path], input, seen.inputOf(path)),
    ),
  ]
  return found.filter((each) => each !== undefined)
}

function compare(path: readonly string[], expected: unknown, actual: unknown): Mismatch | undefined {
  return isSameJson(expected, actual) ? undefined : { path, expected, actual }
}

function compareContext(pointer: string, expected: unknown, seen: StepObservation): Mismatch | undefined {
  const actual = readPointer(seen.context, pointer)
  const isMet = isSameJson(expected, ABSENT)
    ? actual === undefined
    : actual !== undefined && isSameJson(expected, actual)
  return isMet
    ? undefined
    : { path: ['expect', 'ctx', pointer], expected, actual: actual === undefined ? ABSENT : actual }
}

function compareAbility(ability: ScenarioAbility, index: number, seen: StepObservation): Mismatch | undefined {
  const isRefusal = typeof ability === 'string' && ability.startsWith('!')
  const event = typeof ability === 'string' ? { type: ability.replace(/^!/, '') } : ability
  const isPossible = seen.can(event)
  if (isPossible !== isRefusal) return undefined
  return {
    path: ['expect', 'can', String(index)],
    expected: ability,
    actual: isPossible ? event.type : `!${event.type}`,
  }
}
