import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import type { AnyStateMachine } from 'xstate'
import { say } from '#cli/command-text.ts'
import {
  CHART_TEXT,
  type Chart,
  type ChartEdge,
  type ChartLayout,
  type ChartLine,
  type ChartNode,
  type ChartPlaces,
  chartOf,
  rowsOf,
} from '../../charts/chart-model.ts'
import { overviewOf } from '../../charts/chart-overview.ts'

/** Texts are set in a fixed-width face, so that their widths are known where nothing can be measured: px per character. */
const CHAR_PX = { title: 7.9, line: 6.7 }
const TITLE_PX = 30
const SIDE_PX = 12
/** Room beside a title for the number of scenarios. */
const COUNT_PX = 34
/** The window for which it is judged which direction shows a chart larger, in px. */
const WINDOW = { width: 760, height: 580 }
/** A chart that has to be scaled down to fit in that window gets an overview. */
const READABLE = 0.5

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
}
/** An overview stands closer together. */
const CLOSE = {
  ...OPTIONS,
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '8',
}

type Options = Readonly<Record<string, string>>

/**
 * Places the statechart of a machine, downwards or to the right, whichever shows it larger: the same machine always alike. One
 * that is too large to be read at a glance has an overview besides.
 * @throws Error when elkjs, a development dependency, is not installed
 */
export async function layoutChart(machine: AnyStateMachine): Promise<ChartLayout> {
  const chart = chartOf(machine)
  const elk = await loadElk()
  const whole = await placedBest(elk, chart, OPTIONS)
  return scaleOf(whole) >= READABLE ? whole : { ...whole, overview: await placedBest(elk, overviewOf(chart), CLOSE) }
}

async function placedBest(elk: Elk, chart: Chart, options: Options): Promise<ChartPlaces> {
  const down = await placedChart(elk, chart, { ...options, 'elk.direction': 'DOWN' })
  const right = await placedChart(elk, chart, { ...options, 'elk.direction': 'RIGHT' })
  return scaleOf(right) > scaleOf(down) ? right : down
}

function scaleOf({ width, height }: ChartPlaces): number {
  return Math.min(WINDOW.width / width, WINDOW.height / height, 1)
}

async function placedChart(elk: Elk, { root, edges }: Chart, options: Options): Promise<ChartPlaces> {
  const placed = await elk.layout({
    id: '/elk',
    layoutOptions: options,
    children: [elkNode(root, options)],
    edges: edges.map(elkEdge),
  })
  const nodes = new Map(withDescendants(root).map((node) => [node.id, node]))
  const byEdge = new Map(edges.map((edge) => [edge.id, edge]))
  return {
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    nodes: (placed.children ?? []).flatMap(elkDescendants).flatMap((box) => {
      const node = nodes.get(box.id)
      if (!node) return []
      const { children: _, ...facts } = node
      return [{ ...facts, box: boxOf(box) }]
    }),
    edges: (placed.edges ?? []).flatMap((edge) => {
      const facts = byEdge.get(edge.id)
      return facts ? [placedEdge(facts, edge)] : []
    }),
  }
}

interface Elk {
  layout(graph: ElkNode): Promise<ElkNode>
}

async function loadElk(): Promise<Elk> {
  try {
    const { default: made } = (await import('elkjs/lib/elk.bundled.js')) as unknown as { default: new () => Elk }
    return new made()
  } catch (cause) {
    throw new Error(say('scenario.elk_missing'), { cause })
  }
}

function elkNode(node: ChartNode, options: Options): ElkNode {
  const inner = node.children.map((child) => elkNode(child, options))
  const size = sizeOf(node)
  if (inner.length === 0) return { id: node.id, ...size }
  return {
    id: node.id,
    children: inner,
    layoutOptions: {
      ...options,
      'elk.padding': `[top=${size.height + 6},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width},${size.height + 30})`,
    },
  }
}

function elkEdge({ id, from, to, lines }: ChartEdge): ElkExtendedEdge {
  const labels = lines.length > 0 ? [{ id: `${id}-label`, text: id, ...linesSize(lines) }] : []
  return { id, sources: [from], targets: [to], labels }
}

function sizeOf({ kind, title, lines }: ChartNode): { readonly width: number; readonly height: number } {
  if (kind === 'initial') return { width: 12, height: 12 }
  const inner = linesSize(lines)
  const count = kind === 'folded' ? COUNT_PX : 0
  const width = Math.max(title.length * CHAR_PX.title + count, inner.width) + 2 * SIDE_PX
  return { width: Math.ceil(width), height: TITLE_PX + (lines.length > 0 ? inner.height + 8 : 0) }
}

function linesSize(lines: readonly ChartLine[]): { readonly width: number; readonly height: number } {
  const lengths = lines.flatMap(({ text, detail = '' }) => [text.length, detail.length])
  const longest = Math.min(CHART_TEXT.maxChars, Math.max(0, ...lengths))
  return { width: Math.ceil(longest * CHAR_PX.line) + 6, height: rowsOf(lines) * CHART_TEXT.rowPx }
}

function placedEdge(facts: ChartEdge, { sections = [], labels = [] }: ElkExtendedEdge): ChartLayout['edges'][number] {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
  const [label] = labels
  return {
    ...facts,
    points: points.map(({ x, y }) => ({ x: tenth(x), y: tenth(y) })),
    ...(label ? { label: boxOf(label) } : {}),
  }
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Record<'x' | 'y' | 'width' | 'height', number>>) {
  return { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) }
}

function tenth(px: number): number {
  return Math.round(px * 10) / 10
}

function withDescendants(node: ChartNode): readonly ChartNode[] {
  return [node, ...node.children.flatMap(withDescendants)]
}

function elkDescendants(node: ElkNode): readonly ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(elkDescendants)]
}
