import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { playScenario } from './scenario-player.ts'
import type { StepObservation } from './step-observation.ts'

/** A value as the Informal Trace Format writes it. */
export type ItfValue =
  | boolean
  | string
  | readonly ItfValue[]
  | { readonly [key: string]: ItfValue | readonly ItfValue[][] }

/** A trace of states in the Informal Trace Format (Apalache's ADR-015). */
export interface ItfTrace {
  readonly '#meta': Readonly<Record<string, unknown>>
  readonly vars: readonly string[]
  readonly states: readonly ({ readonly '#meta': { readonly index: number } } & Readonly<Record<string, unknown>>)[]
}

const FORMAT = 'https://apalache-mc.org/docs/adr/015adr-trace.html'
/** What a state says: the variables, by the names that tools for model-based testing read the action from. */
const VARS = ['value', 'context', 'effects', 'children', 'at', 'mbt::actionTaken', 'mbt::nondetPicks'] as const

/**
 * A scenario as a trace of states: one after each step, with what was done to get there. States before the first step are not
 * in it; a scenario begins by a step. @throws Error when the scenario does not go as written, for its states would be no truth
 */
export function itfTrace(contract: AnyMachineContract, scenario: Scenario): ItfTrace {
  const states: (readonly unknown[])[] = []
  const { divergence } = playScenario(contract, scenario, {
    onStep: (index, seen) => void states.push(stateOf(seen, scenario.steps[index] as ScenarioStep)),
  })
  if (divergence) throw new Error(`the scenario diverges at step ${divergence.step} (${divergence.pointer})`)
  return {
    '#meta': {
      format: 'ITF',
      'format-description': FORMAT,
      source: scenario.machine,
      ...(scenario.title === undefined ? {} : { description: scenario.title }),
    },
    vars: VARS,
    states: states.map((values, index) => ({
      '#meta': { index },
      ...Object.fromEntries(VARS.map((name, column) => [name, itfValue(values[column])])),
    })),
  }
}

function stateOf({ value, context, effects, children }: StepObservation, step: ScenarioStep): readonly unknown[] {
  const { at, do: deed, actor = 'root', event, value: told } = step
  const { type, ...payload } = event ?? { type: undefined }
  const picks = { actor, ...(event ? { event: payload } : {}), ...(told === undefined ? {} : { value: told }) }
  return [value, context, effects, children, at, type ?? deed, picks]
}

/**
 * JSON in the Informal Trace Format: whole numbers are `{"#bigint": "5"}`, and what the format has no word for, such as null and
 * fractions, is `{"#unserializable": "null"}`. A record with a key that begins with # becomes a map, for such keys are words
 * of the format.
 */
export function itfValue(value: unknown): ItfValue {
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isInteger(value)) return { '#bigint': String(value) }
  if (Array.isArray(value)) return value.map(itfValue)
  if (typeof value !== 'object' || value === null) return { '#unserializable': JSON.stringify(value) ?? 'undefined' }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.some(([key]) => key.startsWith('#'))) {
    return { '#map': members.map(([key, member]) => [key, itfValue(member)]) }
  }
  return Object.fromEntries(members.map(([key, member]) => [key, itfValue(member)]))
}
