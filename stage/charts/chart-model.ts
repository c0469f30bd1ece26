import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { describeTransition, transitionKey } from '../coverage/coverage-items.ts'
import { ancestorsOf, pathOf, transitionsOf, withDescendants } from '../player/machine-nodes.ts'

/** A line of text on a chart: of a transition, by whose key it is found, or about the state itself. */
export interface ChartLine {
  /** What sets it off, and the guard: `form.sent [isWhole]`. */
  readonly text: string
  /** The actions, on a row of their own: `/ storeAnswer, log`. */
  readonly detail?: string
  readonly transition?: string
  /** In a folded box: the state within it that the line stands for. */
  readonly state?: string
}

/** A box of the chart. `initial` is the dot that leads to where a state starts, `any` stands for all states within its parent;
 *  `folded` is a state whose inner states are lines in it. */
export interface ChartNode {
  readonly id: string
  readonly kind: 'machine' | 'atomic' | 'compound' | 'parallel' | 'final' | 'history' | 'initial' | 'any' | 'folded'
  /** Path of the state; of `initial` and `any` that of the state around them. */
  readonly state: string
  readonly title: string
  /** What happens in the state without leaving it, and the actors that run in it. */
  readonly lines: readonly ChartLine[]
  readonly children: readonly ChartNode[]
  /** Keys of the transitions that are not drawn because they happen within a folded box. */
  readonly hidden?: readonly string[]
}

/** An arrow between two boxes, for all transitions that lead the same way. */
export interface ChartEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly lines: readonly ChartLine[]
  /** Keys of the transitions that go this way and are not named. */
  readonly hidden?: readonly string[]
}

/** A machine as it is drawn. */
export interface Chart {
  readonly root: ChartNode
  readonly edges: readonly ChartEdge[]
}

/** A point in px. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** A rectangle in px, from the chart's upper left corner. */
export interface ChartBox extends ChartPoint {
  readonly width: number
  readonly height: number
}

/** Longer texts are cut on the chart, and shown whole when they are pointed at; a row of text is so high. */
export const CHART_TEXT = { maxChars: 34, rowPx: 15 } as const

/** How many rows of text lines take. */
export function rowsOf(lines: readonly ChartLine[]): number {
  return lines.reduce((sum, { detail }) => sum + (detail === undefined ? 1 : 2), 0)
}

/** A chart with its places: boxes from the outermost inwards. */
export interface ChartLayout extends ChartPlaces {
  /** The same with less in it; absent where the whole can be read at a glance. */
  readonly overview?: ChartPlaces
}

/** Where the boxes and arrows of a chart stand. */
export interface ChartPlaces {
  readonly width: number
  readonly height: number
  readonly nodes: readonly (Omit<ChartNode, 'children'> & { readonly box: ChartBox })[]
  readonly edges: readonly (ChartEdge & { readonly points: readonly ChartPoint[]; readonly label?: ChartBox })[]
}

/**
 * The statechart of a machine: states in each other, arrows for what changes the state, and lines in a state for what only acts
 * in it. A transition that a state has for everything within it starts at `any` there; one that leads to a state around its
 * source ends at the dot from which that state starts.
 */
export function chartOf({ root, id }: AnyStateMachine): Chart {
  const arrows = new Map<string, { readonly from: string; readonly to: string; readonly lines: ChartLine[] }>()
  const withAny = new Set<AnyStateNode>()
  for (const transition of withDescendants(root).flatMap(transitionsOf)) {
    for (const target of targetsOf(transition)) {
      const from = startOf(transition, target)
      if (from.endsWith(ANY)) withAny.add(transition.source)
      const to = endOf(transition, target)
      const place = `${from} ${to}`
      const arrow = arrows.get(place) ?? { from, to, lines: [] }
      arrow.lines.push(lineOf(transition))
      arrows.set(place, arrow)
    }
  }
  const starts = withDescendants(root).flatMap(startsOf)
  return {
    root: chartNode(root, id, withAny),
    edges: [...starts, ...[...arrows].map(([place, arrow]) => ({ id: place, ...arrow }))],
  }
}

const ANY = '/any'
const INITIAL = '/initial'

/** The id of a state's box; that of the machine is no path that a state could have. */
function boxId(node: AnyStateNode): string {
  return node.parent ? pathOf(node) : '/'
}

/** Where an arrow ends; a transition that comes back to its own source is a line in it and has none. */
function targetsOf({ source, target }: AnyTransitionDefinition): readonly AnyStateNode[] {
  return (target ?? []).filter((node) => node !== source)
}

function startOf({ source }: AnyTransitionDefinition, target: AnyStateNode): string {
  return ancestorsOf(target).includes(source) ? boxId(source) + ANY : boxId(source)
}

function endOf({ source }: AnyTransitionDefinition, target: AnyStateNode): string {
  const isAround = ancestorsOf(source).includes(target)
  return isAround && target.type === 'compound' ? boxId(target) + INITIAL : boxId(target)
}

function startsOf(node: AnyStateNode): readonly ChartEdge[] {
  if (node.type !== 'compound') return []
  const from = boxId(node) + INITIAL
  return node.initial.target.map((target) => ({ id: `${from} ${boxId(target)}`, from, to: boxId(target), lines: [] }))
}

function chartNode(node: AnyStateNode, name: string, withAny: ReadonlySet<AnyStateNode>): ChartNode {
  const [id, state] = [boxId(node), pathOf(node)]
  const pseudo = (kind: 'initial' | 'any', title: string): ChartNode => {
    return { id: id + (kind === 'any' ? ANY : INITIAL), kind, state, title, lines: [], children: [] }
  }
  return {
    id,
    kind: node.parent ? node.type : 'machine',
    state,
    title: node.parent ? node.key : name,
    lines: linesOf(node),
    children: [
      ...(node.type === 'compound' ? [pseudo('initial', '')] : []),
      ...(withAny.has(node) ? [pseudo('any', 'any state')] : []),
      ...Object.values(node.states).map((child) => chartNode(child, name, withAny)),
    ],
  }
}

function linesOf(node: AnyStateNode): readonly ChartLine[] {
  const actors = node.invoke.map(({ src }) => ({ text: `runs ${src}` }))
  const staying = transitionsOf(node).filter((transition) => targetsOf(transition).length === 0)
  return [...actors, ...staying.map((transition) => lineOf(transition, transition.target ? '↻ ' : ''))]
}

function lineOf(transition: AnyTransitionDefinition, sign = ''): ChartLine {
  const { kind, name = '', guard, candidate } = describeTransition(transition)
  const trigger = kind === 'event' ? name : [kind, name].filter(Boolean).join(' ')
  const otherwise = candidate > 1 ? ' [else]' : ''
  const actions = transition.actions.map(actionName)
  return {
    text: `${sign}${trigger}${guard === undefined ? otherwise : ` [${guard}]`}`,
    ...(actions.length > 0 ? { detail: `/ ${actions.join(', ')}` } : {}),
    transition: transitionKey(transition),
  }
}

function actionName(action: unknown): string {
  if (typeof action === 'object' && action !== null && 'type' in action) return String(action.type)
  return typeof action === 'function' ? action.name.replace(/^xstate\./, '') : String(action)
}
