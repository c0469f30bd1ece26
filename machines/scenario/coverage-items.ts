import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate'
import type { ScenarioCoverState, ScenarioCoverTransition } from '#schemas'

/** Everything of a machine that scenarios can cover, in the order of its definition: state by path, transition by key. */
export interface CoverageItems {
  readonly states: ReadonlyMap<string, ScenarioCoverState>
  readonly transitions: ReadonlyMap<string, ScenarioCoverTransition>
  /** Paths of the states that the machine starts in. */
  readonly initialStates: readonly string[]
}

/** The states of a machine, the machine itself left out, and each candidate of each transition. Pseudo-states of a history
 *  are none that a machine can be in. */
export function coverageItems({ root }: AnyStateMachine): CoverageItems {
  const nodes = withDescendants(root)
  const transitions = new Map<string, ScenarioCoverTransition>()
  const entries = new Map<string, ScenarioCoverTransition[]>(
    nodes.filter((node) => node !== root && node.type !== 'history').map((node) => [pathOf(node), []]),
  )
  for (const transition of nodes.flatMap(transitionsOf)) {
    const item = describeTransition(transition)
    transitions.set(transitionKey(transition), item)
    const inside = new Set([...ancestorsOf(transition.source), transition.source])
    const entered = new Set((transition.target ?? []).flatMap(nodesEntered).filter((node) => !inside.has(node)))
    for (const node of entered) entries.get(pathOf(node))?.push(item)
  }
  const states = new Map([...entries].map(([state, reachedBy]) => [state, { state, reachedBy }]))
  return { states, transitions, initialStates: initialNodes(root).map(pathOf) }
}

/** The paths of all states that a value stands for: `{form: 'editing', draft: {}}` → `form`, `form.editing`, `draft`. */
export function statePaths(value: StateValue, above = ''): readonly string[] {
  if (typeof value === 'string') return [above + value]
  return Object.entries(value).flatMap(([key, inner]) => [above + key, ...statePaths(inner ?? {}, `${above}${key}.`)])
}

/** What tells a transition from all others of its machine; the same for every copy of the machine that `provide` makes. */
export function transitionKey(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition
  return JSON.stringify([source.path, eventType, siblingsOf(transition).indexOf(transition)])
}

/** A transition in words: its source, what sets it off, its number among its siblings, its guard and its targets. */
export function describeTransition(transition: AnyTransitionDefinition): ScenarioCoverTransition {
  const siblings = siblingsOf(transition)
  return {
    source: pathOf(transition.source),
    ...triggerOf(transition),
    candidate: siblings.indexOf(transition) + 1,
    candidates: siblings.length,
    ...(transition.guard === undefined ? {} : { guard: guardName(transition.guard) }),
    targets: (transition.target ?? []).map(pathOf),
  }
}

/** What sets a transition off: an event, a delay, the end of an actor. XState knows the last two as events of its own. */
export function triggerOf({
  source,
  eventType,
  ...rest
}: AnyTransitionDefinition): Pick<ScenarioCoverTransition, 'kind' | 'name'> {
  if (eventType === '') return { kind: 'always' }
  if ('delay' in rest) return { kind: 'after', name: String(rest.delay) }
  const [, phase = '', actorId] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(eventType) ?? []
  const actor = source.invoke.find(({ id }) => id === actorId)
  if (actor) return { kind: ACTOR_PHASES[phase] ?? 'event', name: String(actor.src) }
  return eventType === `xstate.done.state.${source.id}` ? { kind: 'onDone' } : { kind: 'event', name: eventType }
}

const ACTOR_PHASES: Readonly<Record<string, ScenarioCoverTransition['kind']>> = {
  done: 'onDone',
  error: 'onError',
  snapshot: 'onSnapshot',
}

/** Name of a guard; of one that is made of others, such as `and`, with theirs. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type)
  if (typeof guard !== 'function') return String(guard)
  const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map(guardName) : []
  return parts.length > 0 ? `${guard.name}(${parts.join(', ')})` : guard.name
}

/** The states that an entered state brings with it: those around it, itself, and those that it starts in. */
function nodesEntered(target: AnyStateNode): readonly AnyStateNode[] {
  return [...ancestorsOf(target), target, ...initialNodes(target)]
}

function initialNodes(node: AnyStateNode): readonly AnyStateNode[] {
  const children = Object.values(node.states)
  if (children.length === 0) return []
  const started = node.type === 'parallel' ? children : node.initial.target
  return started.flatMap((child) => [child, ...initialNodes(child)])
}

function ancestorsOf({ parent }: AnyStateNode): readonly AnyStateNode[] {
  return parent ? [...ancestorsOf(parent), parent] : []
}

function withDescendants(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(withDescendants)]
}

function transitionsOf(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  return [...node.transitions.values(), node.always ?? []].flat()
}

function siblingsOf({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] {
  return (eventType === '' ? source.always : source.transitions.get(eventType)) ?? []
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.')
}
