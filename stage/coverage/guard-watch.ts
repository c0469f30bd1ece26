import { type AnyStateMachine, and, not, or, StateMachine } from 'xstate'
import { rewriteMachine } from '../explore/machine-rewrite.ts'
import { siblingsOf, transitionsOf, withDescendants } from '../player/machine-nodes.ts'
import { guardName, placeKey } from './coverage-items.ts'

/** Who is told of guards. `machine` is always the original. */
export interface GuardListener {
  /** A guard has been asked: the key of its transition, its name there, and what it said. */
  heard(machine: AnyStateMachine, transition: string, name: string, isTrue: boolean): void
  /** This copy of the machine runs in its place. */
  copied(machine: AnyStateMachine, copy: AnyStateMachine): void
}

type Visit = (name: string, guard: unknown) => unknown

const combine: Readonly<Record<string, (parts: readonly never[]) => unknown>> = {
  and: (parts) => and(parts),
  or: (parts) => or(parts),
  not: ([part]) => not(part as never),
}

/**
 * The guards of a machine: key of a transition → names of its guards. One that is made of others by `and`, `or` and
 * `not` counts by its parts, also where it has a name of its own, which counts besides. A guard that occurs twice at
 * one place is `isOpen` and `isOpen (2)`.
 */
export function guardsOf({ root, implementations }: AnyStateMachine): ReadonlyMap<string, readonly string[]> {
  const guards = new Map<string, readonly string[]>()
  for (const transition of withDescendants(root).flatMap(transitionsOf)) {
    if (transition.guard === undefined) continue
    const names: string[] = []
    replaceGuards(transition.guard, implementations.guards, (name, guard) => {
      names.push(name)
      return guard
    })
    const index = siblingsOf(transition).indexOf(transition)
    guards.set(placeKey(transition.source, transition.eventType, index), names)
  }
  return guards
}

/**
 * A copy of a machine that tells what its guards say, at the place where they stand, which neither their names nor their
 * parameters tell. Everything else is the machine's own, and so are the machines that it runs by their definition.
 */
export function watchGuards(machine: AnyStateMachine, listener: GuardListener): AnyStateMachine {
  const heard = (key: string, name: string, isTrue: boolean) => {
    listener.heard(machine, key, name, isTrue)
    return isTrue
  }
  const copy = rewriteMachine(machine, {
    candidate: (key, candidate) => {
      if (!('guard' in candidate)) return candidate
      const guard = replaceGuards(candidate.guard, machine.implementations.guards, (name, inner) =>
        or([and([inner as never, () => heard(key, name, true)]), () => heard(key, name, false)]),
      )
      return { ...candidate, guard }
    },
    source: (source) => (source instanceof StateMachine ? watchGuards(source as AnyStateMachine, listener) : source),
  })
  listener.copied(machine, copy)
  return copy
}

/** A guard with each of the guards in it replaced; `visit` gets each by its name at this place, the inner ones first. */
function replaceGuards(guard: unknown, named: Readonly<Record<string, unknown>>, visit: Visit): unknown {
  const seen = new Map<string, number>()
  const replace = (part: unknown): unknown => {
    if (isCombined(part)) return combine[part.name]?.(part.guards.map(replace) as never[])
    const name = guardName(part) || '(inline)'
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const own = typeof part === 'function' ? undefined : named[name]
    return visit(count > 1 ? `${name} (${count})` : name, isCombined(own) ? replace(own) : part)
  }
  return replace(guard)
}

function isCombined(guard: unknown): guard is { readonly name: string; readonly guards: readonly unknown[] } {
  return typeof guard === 'function' && guard.name in combine && 'guards' in guard && Array.isArray(guard.guards)
}
