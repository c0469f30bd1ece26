import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { ancestorsOf, pathOf, siblingsOf, transitionsOf, withDescendants } from '../player/machine-nodes.ts'

/** A transition: what makes a machine leave a state, or act in it, under which condition. */
export interface TransitionInWords {
  /** Path of the state that has it, such as `form.editing`; empty for the machine itself. */
  readonly source: string
  /** `onDone` without an actor: the state has come to its end. */
  readonly kind: 'event' | 'always' | 'after' | 'onDone' | 'onError' | 'onSnapshot'
  /** The event, the delay or the actor; absent where there is none. */
  readonly name?: string
  /** Its number among the candidates of the same state, kind and name, in the order of their trial, counted from 1. */
  readonly candidate: number
  readonly candidates: number
  readonly guard?: string
  /** Paths of the states that it leads to; empty when the state stays. */
  readonly targets: readonly string[]
}

/** A state, and the transitions that enter it from outside. */
export interface StateInWords {
  readonly state: string
  readonly reachedBy: readonly TransitionInWords[]
}

/** The states and transitions of a machine in the order of its definition: state by path, transition by key. */
export interface CoverageItems {
  readonly states: ReadonlyMap<string, StateInWords>
  readonly transitions: ReadonlyMap<string, TransitionInWords>
  /** Paths of the states that the machine starts in. */
  readonly initialStates: readonly string[]
}

/** The states of a machine, the machine itself left out, and each candidate of each transition. Pseudo-states of a history
 *  are none that a machine can be in. */
export function coverageItems({ root }: AnyStateMachine): CoverageItems {
  const nodes = withDescendants(root)
  const transitions = new Map<string, TransitionInWords>()
  const entries = new Map<string, TransitionInWords[]>(
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

/** Keys are asked for at every step of every replay. */
const keys = new WeakMap<AnyTransitionDefinition, string>()

/** What tells a transition from all others of its machine; the same for every copy of the machine that `provide` makes. */
export function transitionKey(transition: AnyTransitionDefinition): string {
  const known = keys.get(transition)
  if (known !== undefined) return known
  const key = placeKey(transition.source, transition.eventType, siblingsOf(transition).indexOf(transition))
  keys.set(transition, key)
  return key
}

/** The key of the transition at a given place: a node, what XState calls the event, and the number of the candidate. */
export function placeKey({ path }: AnyStateNode, eventType: string, index: number): string {
  return JSON.stringify([path, eventType, index])
}

/** A transition in words: its source, what sets it off, its number among its siblings, its guard and its targets. */
export function describeTransition(transition: AnyTransitionDefinition): TransitionInWords {
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
}: AnyTransitionDefinition): Pick<TransitionInWords, 'kind' | 'name'> {
  if (eventType === '') return { kind: 'always' }
  if ('delay' in rest) return { kind: 'after', name: String(rest.delay) }
  const [, phase = '', actorId] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(eventType) ?? []
  const actor = source.invoke.find(({ id }) => id === actorId)
  if (actor) return { kind: ACTOR_PHASES[phase] ?? 'event', name: String(actor.src) }
  return eventType === `xstate.done.state.${source.id}` ? { kind: 'onDone' } : { kind: 'event', name: eventType }
}

const ACTOR_PHASES: Readonly<Record<string, TransitionInWords['kind']>> = {
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
