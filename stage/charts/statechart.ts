import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { guardName, triggerOf } from '../coverage/coverage-items.ts'

/** The state diagrams of a machine in the Mermaid language: name → text. A machine of parallel regions has one for each region: `account/sign-in` →
 *  `{'account/sign-in': …}`, `registration/registration` → `{'registration/registration form': …, …}`. Shown are the changes of
 *  state; an event that only changes what is known is left out. */
export function diagramsOf(name: string, { root }: AnyStateMachine): ReadonlyMap<string, string> {
  if (root.type !== 'parallel') return new Map([[name, diagram(name, root)]])
  return new Map(
    Object.values(root.states).map((region) => [`${name} ${region.key}`, diagram(`${name} ${region.key}`, region)]),
  )
}

function diagram(name: string, root: AnyStateNode): string {
  const leaves = leavesOf(root)
  const arrows = new Map<string, string[]>()
  const add = (from: string, to: string, label: string) => {
    const arrow = `${from} --> ${to}`
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), ...(label ? [label] : [])])
  }
  add('[*]', idOf(root, initialLeaf(root)), '')
  for (const leaf of leaves) for (const node of below(root, leaf)) addChanges(node, idOf(root, leaf))
  addChanges(root, ANY)
  const lines = [...arrows].map(([arrow, labels]) => `  ${arrow}${labels.length ? `: ${labels.join(', ')}` : ''}\n`)
  const titles = leaves
    .filter((leaf) => leaf.parent !== root)
    .map((leaf) => `  state "${pathOf(root, leaf)}" as ${idOf(root, leaf)}\n`)
  const any = [...arrows.keys()].some((arrow) => arrow.startsWith(ANY)) ? [`  state "any state" as ${ANY}\n`] : []
  return ['stateDiagram-v2\n', `  %% ${name}\n`, ...titles, ...any, ...lines].join('')

  function addChanges(node: AnyStateNode, from: string): void {
    for (const { target, label, eventType } of changesOf(node)) {
      const refusing = from === ANY ? leaves.filter((leaf) => refuses(leaf, eventType)) : []
      const exception =
        refusing.length > 0 ? ` but not in ${refusing.map((leaf) => pathOf(root, leaf)).join(' or ')}` : ''
      add(from, idOf(root, initialLeaf(target)), label + exception)
    }
  }
}

const ANY = 'any_state'

function leavesOf(node: AnyStateNode): AnyStateNode[] {
  const children = Object.values(node.states)
  return children.length ? children.flatMap(leavesOf) : [node]
}

function initialLeaf(node: AnyStateNode): AnyStateNode {
  const first = Object.keys(node.states).length ? node.initial.target[0] : undefined
  return first ? initialLeaf(first) : node
}

/** A leaf and what is around it, up to the root of the diagram. */
function below(root: AnyStateNode, leaf: AnyStateNode): AnyStateNode[] {
  return leaf === root || !leaf.parent ? [] : [leaf, ...below(root, leaf.parent)]
}

function pathOf(root: AnyStateNode, leaf: AnyStateNode): string {
  return leaf.path.slice(root.path.length).join('.')
}

function idOf(root: AnyStateNode, leaf: AnyStateNode): string {
  return pathOf(root, leaf).replaceAll('.', '_')
}

interface Change {
  readonly target: AnyStateNode
  readonly label: string
  readonly eventType: string
}

/** Whether a state takes an event only to do nothing, so that no state around it acts on it. */
function refuses(leaf: AnyStateNode, eventType: string): boolean {
  const own = leaf.transitions.get(eventType) ?? []
  return own.length > 0 && own.every(({ target, actions, guard }) => !target && actions.length === 0 && !guard)
}

/** Where a state leads and what leads there: an event, an actor's end, a delay, and the guard. */
function changesOf(node: AnyStateNode): Change[] {
  const groups = [...node.transitions.values(), node.always ?? []]
  return groups.flatMap((group) =>
    group.flatMap((transition, index) => {
      const [first] = transition.target ?? []
      if (!first) return []
      const condition = transition.guard ? `[${guardName(transition.guard)}]` : index > 0 ? '[else]' : ''
      const label = [triggerText(transition), condition].filter(Boolean).join(' ')
      return [{ target: first, label, eventType: transition.eventType }]
    }),
  )
}

function triggerText(transition: AnyTransitionDefinition): string {
  const { kind, name = '' } = triggerOf(transition)
  if (kind === 'onDone') return name ? `${name} ends well` : 'at its end'
  if (kind === 'onError') return `${name} fails`
  if (kind === 'onSnapshot') return `${name} shows a value`
  return kind === 'after' ? `after ${name}` : name
}
