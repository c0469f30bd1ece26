import type { Chart, ChartEdge, ChartLine, ChartNode } from './chart-model.ts'

/** More of an arrow's triggers are counted alone. */
const TRIGGERS_MAX = 2

/**
 * A chart with less in it, for machines that are too large to be read whole: states that hold nothing but plain ones
 * are folded into a box with a line for each, and arrows name what sets them off, without conditions and actions. What
 * is not named is listed in `hidden` of its box or arrow.
 */
export function overviewOf({ root, edges }: Chart): Chart {
  const homes = new Map<string, string>()
  const folded = foldedNode(root, homes)
  const homeOf = (id: string) => homes.get(id) ?? id
  const moved = edges.map((edge) => ({ ...edge, from: homeOf(edge.from), to: homeOf(edge.to) }))
  const arrows = Map.groupBy(
    moved.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from} ${to}`,
  )
  const within = Map.groupBy(
    moved.filter(({ from, to }) => from === to),
    ({ from }) => from,
  )
  return {
    root: withHidden(folded, (id) => keysOf((within.get(id) ?? []).flatMap(({ lines }) => lines))),
    edges: [...arrows.values()].flatMap(mergedArrow),
  }
}

/** Arrows between the same boxes as one, each of its triggers named once. */
function mergedArrow(arrows: readonly ChartEdge[]): readonly ChartEdge[] {
  const [first] = arrows
  if (!first) return []
  const { from, to } = first
  const lines = arrows.flatMap((arrow) => arrow.lines)
  const triggers = [...Map.groupBy(lines, ({ text }) => text.replace(/ \[.*/s, ''))]
  const named = triggers.slice(0, TRIGGERS_MAX).map(([text, [line]]): ChartLine => {
    return line?.transition === undefined ? { text } : { text, transition: line.transition }
  })
  const rest = triggers.length - named.length
  const shown = rest > 0 ? [...named, { text: `and ${rest} more` }] : named
  const hidden = keysOf(lines).filter((key) => !shown.some(({ transition }) => transition === key))
  return [{ id: `${from} ${to}`, from, to, lines: shown, ...(hidden.length > 0 ? { hidden } : {}) }]
}

function keysOf(lines: readonly ChartLine[]): readonly string[] {
  return lines.flatMap(({ transition }) => transition ?? [])
}

/** @param homes records the box that each box has been merged into */
function foldedNode(node: ChartNode, homes: Map<string, string>): ChartNode {
  const states = node.children.filter(isState)
  const isFolded = states.length > 0 && node.kind !== 'machine' && states.every(({ children }) => children.length === 0)
  if (!isFolded) {
    const children = node.children.map((child) => foldedNode(child, homes))
    return { ...node, lines: node.lines.filter(isAboutState).map(withoutDetail), children, hidden: keysOf(node.lines) }
  }
  for (const { id } of node.children) homes.set(id, node.id)
  const lines = states.map(({ title, state }) => ({ text: title, state }))
  return {
    ...node,
    kind: 'folded',
    lines,
    children: [],
    hidden: [node, ...states].flatMap((part) => keysOf(part.lines)),
  }
}

function isState({ kind }: ChartNode): boolean {
  return kind !== 'initial' && kind !== 'any'
}

/** What runs in a state is said; what only acts in it is left to the whole chart. */
function isAboutState({ transition }: ChartLine): boolean {
  return transition === undefined
}

function withoutDetail({ detail: _, ...line }: ChartLine): ChartLine {
  return line
}

function withHidden(node: ChartNode, hiddenIn: (id: string) => readonly string[]): ChartNode {
  const hidden = [...(node.hidden ?? []), ...hiddenIn(node.id)]
  const children = node.children.map((child) => withHidden(child, hiddenIn))
  return { ...node, children, ...(hidden.length > 0 ? { hidden } : {}) }
}
