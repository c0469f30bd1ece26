import type { AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate'

/** A node and all below it, in the order of the definition. */
export function withDescendants(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(withDescendants)]
}

/** The nodes around a node, from the machine itself down to its parent. */
export function ancestorsOf({ parent }: AnyStateNode): readonly AnyStateNode[] {
  return parent ? [...ancestorsOf(parent), parent] : []
}

/** `form.editing`; empty for the machine itself. */
export function pathOf(node: AnyStateNode): string {
  return node.path.join('.')
}

/** Every transition of a node, candidates in the order of their trial; those that need no event last. */
export function transitionsOf(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  return [...node.transitions.values(), node.always ?? []].flat()
}

/** The candidates that are tried together with a transition, itself among them. */
export function siblingsOf({ source, eventType }: AnyTransitionDefinition): readonly AnyTransitionDefinition[] {
  return (eventType === '' ? source.always : source.transitions.get(eventType)) ?? []
}

/** The paths of all states that a value stands for: `{form: 'editing', draft: {}}` → `form`, `form.editing`, `draft`. */
export function statePaths(value: StateValue, above = ''): readonly string[] {
  if (typeof value === 'string') return [above + value]
  return Object.entries(value).flatMap(([key, inner]) => [above + key, ...statePaths(inner ?? {}, `${above}${key}.`)])
}

/** The paths of the innermost states: `{form: 'editing', draft: {}}` → `form.editing`, `draft`; of a machine without states ''. */
export function leafPaths(value: StateValue, above = ''): readonly string[] {
  const prefix = above === '' ? '' : `${above}.`
  if (typeof value === 'string') return [prefix + value]
  const members = Object.entries(value)
  return members.length === 0 ? [above] : members.flatMap(([key, inner]) => leafPaths(inner ?? {}, prefix + key))
}

/** Whether a path is another one or lies below it. */
export function isWithin(path: string, above: string): boolean {
  return above === '' || path === above || path.startsWith(`${above}.`)
}

/** The node below which a transition changes states: everything in it is left and entered again. One without targets
 *  changes nothing and works in its source. (SCXML calls this the domain of a transition.) */
export function scopeOf({ source, target, reenter }: AnyTransitionDefinition): AnyStateNode {
  if (!target) return source
  const isInner = !reenter && target.every((node) => node === source || ancestorsOf(node).includes(source))
  if (isInner) return source
  const around = ancestorsOf(source).filter((node) => target.every((other) => ancestorsOf(other).includes(node)))
  return around.at(-1) ?? source.machine.root
}
