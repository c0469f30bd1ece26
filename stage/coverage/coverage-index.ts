import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { ancestorsOf, isWithin, pathOf, scopeOf, transitionsOf, withDescendants } from '../player/machine-nodes.ts'
import { coverageItems, describeTransition, type TransitionInWords, transitionKey } from './coverage-items.ts'
import { stateText, transitionText, wayText } from './coverage-text.ts'
import { guardsOf } from './guard-watch.ts'

/** The kinds of what scenarios can cover, in the order of a report. */
export const COVER_KINDS = ['states', 'transitions', 'guards', 'delays', 'actors', 'pairs', 'ignored'] as const

export type CoverKind = (typeof COVER_KINDS)[number]

/** One thing that scenarios can cover. `item` says what, in words that nothing else of the machine has. */
export interface CoverItem {
  readonly kind: CoverKind
  readonly item: string
  /** What to let happen, where the item itself does not say it: transitions in words. */
  readonly by: readonly string[]
}

/** A machine as its coverage is counted. All that is found while it runs is looked up here. */
export interface CoverageIndex {
  /** Everything but pairs, which are not seen in a definition, by its words. */
  readonly items: ReadonlyMap<string, CoverItem>
  /** Key of a transition → its words, and the path of the state below which it changes states. */
  readonly transitions: ReadonlyMap<string, { readonly way: string; readonly item: string; readonly scope: string }>
  /** What XState calls the end of a delay → the words of the delay. */
  readonly delays: ReadonlyMap<string, string>
  /** Id of an invoked actor → its words. */
  readonly actors: ReadonlyMap<string, string>
  readonly initialStates: readonly string[]
}

/** @param events types of the events that come from outside; without it all that the machine knows */
export function coverageIndex(machine: AnyStateMachine, events?: readonly string[]): CoverageIndex {
  const { states, transitions, initialStates } = coverageItems(machine)
  const nodes = withDescendants(machine.root)
  const all = nodes.flatMap(transitionsOf)
  const scopes = new Map(all.map((transition) => [transitionKey(transition), pathOf(scopeOf(transition))]))
  const delays = nodes.flatMap((node) => delaysOf(node, all))
  const actors = nodes.flatMap((node) => actorsOf(node, all))
  const items: CoverItem[] = [
    ...[...states.values()].map(({ state, reachedBy }) => coverItem('states', state, reachedBy.map(wayText))),
    ...[...transitions.values()].map((transition) => coverItem('transitions', transitionText(transition))),
    ...guardItems(machine, transitions),
    ...delays.flatMap(({ items }) => items),
    ...actors.flatMap(({ items }) => items),
    ...ignoredItems(nodes, events),
  ]
  return {
    items: new Map(items.map((item) => [item.item, item])),
    transitions: new Map(
      [...transitions].map(([key, words]) => [
        key,
        { way: wayText(words), item: transitionText(words), scope: scopes.get(key) ?? '' },
      ]),
    ),
    delays: new Map(delays.map(({ id, words }) => [id, words])),
    actors: new Map(actors.map(({ id, words }) => [id, words])),
    initialStates,
  }
}

/** `closed, trigger.pressed; then open, escape.pressed`. */
export function pairText(first: string, second: string): string {
  return `${first}; then ${second}`
}

export function guardText(way: string, name: string, isTrue: boolean): string {
  return `${way}: ${name} is ${isTrue}`
}

export function ignoredText(state: string, event: string): string {
  return `${stateText(state)} ignores ${event}`
}

function coverItem(kind: CoverKind, item: string, by: readonly string[] = []): CoverItem {
  return { kind, item, by }
}

function guardItems(machine: AnyStateMachine, words: ReadonlyMap<string, TransitionInWords>): readonly CoverItem[] {
  return [...guardsOf(machine)].flatMap(([key, names]) => {
    const transition = words.get(key)
    const way = transition ? wayText(transition) : key
    return names.flatMap((name) => [true, false].map((isTrue) => coverItem('guards', guardText(way, name, isTrue))))
  })
}

interface Timed {
  readonly id: string
  readonly words: string
  readonly items: readonly CoverItem[]
}

/** A delay ends, or its state is left before: the latter only where something else leads out of the state. */
function delaysOf(node: AnyStateNode, all: readonly AnyTransitionDefinition[]): readonly Timed[] {
  const delays = new Map(node.after.map(({ eventType, delay }) => [eventType, String(delay)]))
  return [...delays].map(([id, delay]) => {
    const words = `${stateText(pathOf(node))}, after ${delay}`
    const ways = waysOut(node, all, (transition) => transition.eventType === id)
    const cancelled = ways.length > 0 ? [coverItem('delays', `${words} is cancelled`, ways)] : []
    return { id, words, items: [coverItem('delays', `${words} is over`), ...cancelled] }
  })
}

/** An actor ends well, fails, or is stopped before: the latter only where something else leads out of the state. */
function actorsOf(node: AnyStateNode, all: readonly AnyTransitionDefinition[]): readonly Timed[] {
  return node.invoke.map(({ id, src }) => {
    const isOnlyOne = node.invoke.filter((other) => other.src === src).length === 1
    const words = `${stateText(pathOf(node))}, ${isOnlyOne ? src : `${src} (${id})`}`
    const ends = [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`]
    const ways = waysOut(node, all, (transition) => ends.includes(transition.eventType))
    const stopped = ways.length > 0 ? [coverItem('actors', `${words} is stopped`, ways)] : []
    return {
      id,
      words,
      items: [coverItem('actors', `${words} succeeds`), coverItem('actors', `${words} fails`), ...stopped],
    }
  })
}

/** Transitions that leave a state, those left out that `isOwn` finds: in words. */
function waysOut(
  node: AnyStateNode,
  all: readonly AnyTransitionDefinition[],
  isOwn: (transition: AnyTransitionDefinition) => boolean,
): readonly string[] {
  return all
    .filter((transition) => transition.target && (transition.source !== node || !isOwn(transition)))
    .filter((transition) => ancestorsOf(node).includes(scopeOf(transition)) && canBeTogether(transition.source, node))
    .map((transition) => wayText(describeTransition(transition)))
}

/** Whether two states can be active at once: one lies in the other, or they are in regions beside each other. */
function canBeTogether(one: AnyStateNode, other: AnyStateNode): boolean {
  if (isWithin(pathOf(one), pathOf(other)) || isWithin(pathOf(other), pathOf(one))) return true
  const around = ancestorsOf(other)
  return ancestorsOf(one).findLast((node) => around.includes(node))?.type === 'parallel'
}

/** Innermost states in which an event may come that the machine, or the region that they are in, knows but that does nothing
 *  there. States that are left at once, and those in which the machine has ended, get no events. */
function ignoredItems(nodes: readonly AnyStateNode[], events: readonly string[] | undefined): readonly CoverItem[] {
  return nodes.filter(isResting).flatMap((leaf) => {
    const chain = [...ancestorsOf(leaf), leaf]
    const region = chain.findLast(({ parent }) => parent === undefined || parent.type === 'parallel') ?? leaf
    const answered = chain.flatMap(ownEvents)
    const known = new Set([...ancestorsOf(region), ...withDescendants(region)].flatMap(ownEvents))
    return [...known]
      .filter((event) => !event.endsWith('*') && (events?.includes(event) ?? true))
      .filter((event) => !answered.some((descriptor) => answers(descriptor, event)))
      .map((event) => coverItem('ignored', ignoredText(pathOf(leaf), event)))
  })
}

function isResting(node: AnyStateNode): boolean {
  if (Object.keys(node.states).length > 0 || node.type === 'history') return false
  if (node.type === 'final' && node.parent?.parent === undefined) return false
  return [...ancestorsOf(node), node].every(({ always = [] }) => always.every(({ guard }) => guard !== undefined))
}

function ownEvents(node: AnyStateNode): readonly string[] {
  return [...node.transitions.keys()].filter((event) => !event.startsWith('xstate.'))
}

/** XState takes `*`, and `form.*` for `form.sent`. */
function answers(descriptor: string, event: string): boolean {
  if (!descriptor.endsWith('*')) return descriptor === event
  return event.startsWith(descriptor.slice(0, -1)) || event === descriptor.slice(0, -2)
}
