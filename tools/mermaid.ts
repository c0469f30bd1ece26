/**
 * State diagrams of the machines, in the Mermaid language.
 *   node tools/mermaid.ts                              writes them anew into docs/flows/*.md
 *   node tools/mermaid.ts registration/registration    prints those of one machine
 * A diagram in a document is a mermaid block whose second line names it: `%% registration/registration form`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'

/** Where the diagrams are read. */
export const FLOWS = fileURLToPath(new URL('../docs/flows/', import.meta.url))

const BLOCK = /```mermaid\nstateDiagram-v2\n {2}%% (?<name>\S+(?: \S+)?)\n[\s\S]*?```/g

/** The diagrams of a machine: name → text. A machine of parallel regions has one for each region: `account/sign-in` →
 *  `{'account/sign-in': …}`, `registration/registration` → `{'registration/registration form': …, …}`. Shown are the changes of
 *  state; an event that only changes what is known is left out. */
export function diagramsOf(name: string, { root }: AnyStateMachine): ReadonlyMap<string, string> {
  if (root.type !== 'parallel') return new Map([[name, diagram(name, root)]])
  return new Map(
    Object.values(root.states).map((region) => [`${name} ${region.key}`, diagram(`${name} ${region.key}`, region)]),
  )
}

/** A document with its diagrams as the machines are now. @throws Error when it names a diagram that no machine has */
export function withDiagrams(text: string): string {
  return text.replace(BLOCK, (_block, found: string) => {
    const [machine = ''] = found.split(' ')
    const contract = scenarioMachines[machine]
    const drawn = contract && diagramsOf(machine, contract.machine).get(found)
    if (!drawn) throw new Error(`no machine has the diagram "${found}"`)
    return `\`\`\`mermaid\n${drawn}\`\`\``
  })
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
    for (const { target, label } of changesOf(node)) add(from, idOf(root, initialLeaf(target)), label)
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

/** Where a state leads and what leads there: an event, an actor's end, a delay, and the guard. */
function changesOf(node: AnyStateNode): { readonly target: AnyStateNode; readonly label: string }[] {
  const groups = [...node.transitions.values(), node.always ?? []]
  return groups.flatMap((group) =>
    group.flatMap(({ target, guard, eventType }, index) => {
      const [first] = target ?? []
      if (!first) return []
      const condition = guard ? `[${guardName(guard)}]` : index > 0 ? '[else]' : ''
      return [{ target: first, label: [eventName(node, eventType), condition].filter(Boolean).join(' ') }]
    }),
  )
}

function guardName(guard: unknown): string {
  return typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : String(guard)
}

function eventName(node: AnyStateNode, eventType: string): string {
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType) ?? []
  const invoked = node.invoke.find(({ id }) => id === actor)
  if (invoked) return `${String(invoked.src)} ${kind === 'done' ? 'ends well' : 'fails'}`
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? []
  return delay ? `after ${delay}` : eventType
}

function main([machine]: readonly string[]): void {
  const contract = machine ? scenarioMachines[machine] : undefined
  if (machine) {
    if (!contract)
      throw new Error(`there is no machine "${machine}"; there are ${Object.keys(scenarioMachines).join(', ')}`)
    for (const text of diagramsOf(machine, contract.machine).values()) console.log(text)
    return
  }
  for (const file of readdirSync(FLOWS).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(FLOWS, file), 'utf8')
    const fresh = withDiagrams(text)
    if (fresh === text) continue
    writeFileSync(join(FLOWS, file), fresh)
    console.log(`docs/flows/${file} is drawn anew`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
