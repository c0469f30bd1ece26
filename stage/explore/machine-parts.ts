import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { describeTransition, guardName } from '../coverage/coverage-items.ts'
import { stateText, transitionText } from '../coverage/coverage-text.ts'
import { pathOf, transitionsOf, withDescendants } from '../player/machine-nodes.ts'

/** A part of a machine in words: two machines have the same part when name and text are alike. */
export interface MachinePart {
  readonly kind: 'state' | 'transition' | 'guard' | 'action' | 'delay' | 'actor'
  /** What stays when the part changes: a path, a name, or what sets a transition off. */
  readonly place: string
  /** As people name it. */
  readonly name: string
  /** All that it does. */
  readonly text: string
}

/** Everything that a machine is made of, in the order of its definition. */
export function machineParts(machine: AnyStateMachine): readonly MachinePart[] {
  const nodes = withDescendants(machine.root)
  const { guards, actions, actors, delays } = machine.implementations
  return [
    ...nodes.map(statePart),
    ...nodes.flatMap(transitionsOf).map(transitionPart),
    ...namedParts('guard', guards),
    ...namedParts('action', actions),
    ...namedParts('delay', delays),
    ...namedParts('actor', actors),
  ]
}

function statePart(node: AnyStateNode): MachinePart {
  const name = stateText(pathOf(node))
  const started = node.type === 'compound' ? node.initial.target.map(pathOf) : []
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['starts in', started],
    ['entry', node.entry.map(partText)],
    ['exit', node.exit.map(partText)],
    ['runs', node.invoke.map(({ src, input }) => sourceText({ type: String(src), params: input }))],
    ['tags', [...node.tags]],
  ]
  const told = facts.filter(([, texts]) => texts.length > 0).map(([title, texts]) => `${title} ${texts.join(', ')}`)
  return { kind: 'state', place: name, name, text: [node.type, ...told].join('; ') }
}

function transitionPart(transition: AnyTransitionDefinition): MachinePart {
  const described = describeTransition(transition)
  const { source, kind, name = '' } = described
  const actions = transition.actions.map(partText)
  const guard = transition.guard === undefined ? [] : [`if ${guardText(transition.guard)}`]
  const text = [
    ...guard,
    described.targets.length > 0 ? `to ${described.targets.map(stateText).join(', ')}` : 'stays',
    ...(actions.length > 0 ? [`does ${actions.join(', ')}`] : []),
    ...(transition.reenter ? ['re-enters'] : []),
  ].join('; ')
  return { kind: 'transition', place: `${source} ${kind} ${name}`, name: plainTransitionText(described), text }
}

/** A transition without the number of the candidate, which changes when another one is put before it. */
export function plainTransitionText(described: ReturnType<typeof describeTransition>): string {
  return transitionText({ ...described, candidates: 1 })
}

function guardText(guard: unknown): string {
  const parts = typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards) ? guard.guards : null
  return parts ? `${guardName(guard).split('(')[0]}(${parts.map(guardText).join(', ')})` : partText(guard)
}

/** A named part with its parameters, or the text of one that has no name. */
function partText(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part === 'object' && part !== null && 'type' in part) {
    return sourceText({ type: String(part.type), params: 'params' in part ? part.params : undefined })
  }
  return codeText(part)
}

function sourceText({ type, params }: { readonly type: string; readonly params?: unknown }): string {
  return params === undefined ? type : `${type} ${codeText(params)}`
}

function namedParts(kind: MachinePart['kind'], named: Readonly<Record<string, unknown>>): readonly MachinePart[] {
  return Object.entries(named).map(([name, code]) => ({ kind, place: name, name, text: codeText(code) }))
}

/**
 * What a value is in text: of a function its source, and with it what XState's makers of actions and actors keep beside. Functions
 * that it calls are not looked into; a difference in them is one of behaviour.
 */
function codeText(value: unknown, above: readonly unknown[] = []): string {
  if (above.includes(value)) return '…'
  if (typeof value === 'function') {
    const own = Object.entries(value).map(([key, member]) => `${key}: ${codeText(member, [...above, value])}`)
    const source = String(value).replaceAll(/\s+/g, ' ')
    return own.length > 0 ? `${source} {${own.join(', ')}}` : source
  }
  if (Array.isArray(value)) return `[${value.map((member) => codeText(member, [...above, value])).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const members = Object.entries(value).map(([key, member]) => `${key}: ${codeText(member, [...above, value])}`)
  return `{${members.join(', ')}}`
}
