import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { transitionsOf, withDescendants } from '#stage/player/machine-nodes.ts'

/** The names that a machine's setup gives. */
interface Named {
  readonly guards: ReadonlySet<string>
  readonly actions: ReadonlySet<string>
  readonly actors: ReadonlySet<string>
  readonly delays: ReadonlySet<string>
}

/**
 * What a machine's configuration does itself instead of naming it in `setup()`: guards, actions, actors and delays that are
 * written where they are used, or whose name the setup does not have. Each by its state, as
 * `open, escape.pressed: an action without a name (xstate.assign)`.
 */
export function unnamedParts(machine: AnyStateMachine): readonly string[] {
  const { guards, actions, actors, delays } = machine.implementations
  const named: Named = {
    guards: new Set(Object.keys(guards)),
    actions: new Set(Object.keys(actions)),
    actors: new Set(Object.keys(actors).filter((name) => !name.startsWith('xstate.'))),
    delays: new Set(Object.keys(delays)),
  }
  return [...new Set(withDescendants(machine.root).flatMap((node) => nodeFaults(node, named)))]
}

function nodeFaults(node: AnyStateNode, named: Named): readonly string[] {
  const at = node.path.join('.') || '(the machine)'
  return [
    ...actionFaults([...node.entry, ...node.exit], named).map((fault) => `${at}: ${fault}`),
    ...transitionsOf(node).flatMap((transition) =>
      transitionFaults(transition, named).map((fault) => `${at}, ${transition.eventType || 'always'}: ${fault}`),
    ),
    ...delayFaults(node, named).map((fault) => `${at}: ${fault}`),
    ...invokedIn(node).flatMap((src) => nameFault('actor', src, named.actors).map((fault) => `${at}: ${fault}`)),
  ]
}

function transitionFaults({ guard, actions, eventType }: AnyTransitionDefinition, named: Named): readonly string[] {
  // What a delay sets off is an event that XState names; its own actions set and clear the timer.
  const own = eventType.startsWith('xstate.after.') ? actions.filter((action) => !isTimer(action)) : actions
  return [...guardFaults(guard, named), ...actionFaults(own, named)]
}

function guardFaults(guard: unknown, named: Named): readonly string[] {
  if (guard === undefined) return []
  const parts = typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards) ? guard.guards : null
  return parts ? parts.flatMap((part) => guardFaults(part, named)) : nameFault('guard', guard, named.guards)
}

function actionFaults(actions: readonly unknown[], named: Named): readonly string[] {
  return actions.filter((action) => !isTimer(action)).flatMap((action) => nameFault('action', action, named.actions))
}

/** XState adds to the entry and the exit of a state the starting and stopping of its own timers. */
function isTimer(action: unknown): boolean {
  if (typeof action !== 'function') return false
  const { type, event, sendId } = action as { type?: string; event?: { type?: string }; sendId?: unknown }
  if (type === 'xstate.raise') return event?.type?.startsWith('xstate.after.') === true
  return type === 'xstate.cancel' && String(sendId).startsWith('xstate.after.')
}

function delayFaults({ config }: AnyStateNode, named: Named): readonly string[] {
  return Object.keys((config.after as object | undefined) ?? {}).flatMap((delay) =>
    nameFault('delay', /^\d+$/.test(delay) ? Number(delay) : delay, named.delays),
  )
}

function invokedIn({ config }: AnyStateNode): readonly unknown[] {
  const invokes = (config.invoke ?? []) as { src: unknown } | readonly { src: unknown }[]
  return [invokes].flat().map((invoke) => (invoke as { src: unknown }).src)
}

function nameFault(kind: string, part: unknown, known: ReadonlySet<string>): readonly string[] {
  const article = kind === 'guard' || kind === 'delay' ? 'a' : 'an'
  const name = typeof part === 'object' && part !== null && 'type' in part ? part.type : part
  if (typeof name !== 'string') return [`${article} ${kind} without a name (${describe(part)})`]
  return known.has(name) ? [] : [`${article} ${kind} "${name}" that setup() does not name`]
}

function describe(part: unknown): string {
  if (typeof part === 'number') return `${part} ms`
  const own = typeof part === 'function' && 'type' in part ? String(part.type) : ''
  return own || (typeof part === 'function' ? part.name || 'a function' : typeof part)
}
