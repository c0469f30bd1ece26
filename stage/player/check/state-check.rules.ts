import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { unknownName } from '../unknown-name.ts'
import type { SchemaFault } from './schema-faults.ts'

/** Why a machine can never be in a state as an expectation names it: it has no such state, or the value is not whole.
 *  `"openn"` → `unknown state "openn"; did you mean "open"?` */
export function stateFaults({ root }: AnyStateMachine, value: unknown): readonly SchemaFault[] {
  return faultsAt(root, value, '')
}

/** States that a machine can stay in. */
function childrenOf(node: AnyStateNode): readonly string[] {
  return Object.keys(node.states).filter((key) => node.states[key]?.type !== 'history')
}

function faultsAt(node: AnyStateNode, value: unknown, pointer: string): readonly SchemaFault[] {
  const names = childrenOf(node)
  const named = namedIn(value)
  if (named === null)
    return [{ pointer, message: `a state is a name or an object of names; known: ${names.join(', ')}` }]
  const unknown = named.filter(([name]) => !names.includes(name))
  if (unknown.length > 0) {
    return unknown.map(([name]) => ({
      pointer: typeof value === 'string' ? pointer : `${pointer}/${name}`,
      message: unknownName('state', name, names),
    }))
  }
  if (node.type === 'parallel') return [...missingRegions(names, named, pointer), ...within(node, named, pointer)]
  if (names.length > 0 && named.length !== 1) {
    return [{ pointer, message: `a machine is in exactly one of ${names.join(', ')} at a time` }]
  }
  return within(node, named, pointer)
}

/** Names of states with the states below each; undefined where there are none. */
function namedIn(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value === 'string') return [[value, undefined]]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.entries(value)
}

function missingRegions(
  names: readonly string[],
  named: readonly (readonly [string, unknown])[],
  pointer: string,
): readonly SchemaFault[] {
  const missing = names.filter((name) => !named.some(([given]) => given === name))
  if (missing.length === 0) return []
  return [{ pointer, message: `the state is named whole: ${missing.join(' and ')} runs beside and is left out` }]
}

function within(
  node: AnyStateNode,
  named: readonly (readonly [string, unknown])[],
  pointer: string,
): readonly SchemaFault[] {
  return named.flatMap(([name, inner]) => {
    const child = node.states[name]
    if (!child) return []
    const names = childrenOf(child)
    if (inner !== undefined) return faultsAt(child, inner, `${pointer}/${name}`)
    if (names.length === 0) return []
    const message = `the state is named whole: "${name}" holds others, so write {"${name}": …} with one of ${names.join(', ')}`
    return [{ pointer, message }]
  })
}
