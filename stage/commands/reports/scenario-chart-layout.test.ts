import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ChartBox } from '../../charts/chart-model.ts'
import { layoutChart } from './scenario-chart-layout.ts'

const NAMES = ['shell/dropdown', 'account/sign-in', 'registration/registration', 'forms/form']

describe.each(NAMES)('the layout of %s', (name) => {
  const machine = scenarioMachines[name]?.machine
  if (!machine) throw new Error(`no machine ${name}`)

  test('QA-12: states stand within those around them, and beside each other', async () => {
    const { nodes, width, height } = await layoutChart(machine)
    const own = (state: string) => nodes.filter((node) => node.state === state)
    expect(nodes.length).toBeGreaterThan(4)
    for (const node of nodes) {
      expect(isWithin(node.box, { x: 0, y: 0, width, height })).toBe(true)
      const above = node.state.split('.').slice(0, -1).join('.')
      const around = own(above).find(({ kind }) => ['machine', 'compound', 'parallel'].includes(kind))
      if (node.state !== '') expect([node.id, around && isWithin(node.box, around.box)]).toEqual([node.id, true])
      const beside = nodes.filter((other) => other !== node && isBeside(other.id, node.id))
      expect([node.id, beside.filter(({ box }) => isOverlapping(box, node.box)).map(({ id }) => id)]).toEqual([
        node.id,
        [],
      ])
    }
  })

  test('QA-12: arrows begin and end at their boxes, and the same machine is placed alike', async () => {
    const layout = await layoutChart(machine)
    const boxes = new Map(layout.nodes.map(({ id, box }) => [id, box]))
    for (const { from, to, points } of layout.edges) {
      expect([from, isOnBorder(points[0], boxes.get(from))]).toEqual([from, true])
      expect([to, isOnBorder(points.at(-1), boxes.get(to))]).toEqual([to, true])
    }
    expect(await layoutChart(machine)).toEqual(layout)
  })
})

/** Whether two boxes have the same parent; the machine's own has none. */
function isBeside(one: string, other: string): boolean {
  return one !== '/' && other !== '/' && parentOf(one) === parentOf(other)
}

function parentOf(id: string): string {
  if (id.startsWith('//')) return ''
  const [state = '', pseudo] = id.split('/')
  return pseudo === undefined ? state.split('.').slice(0, -1).join('.') : state
}

function isWithin(inner: ChartBox, outer: ChartBox): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

function isOverlapping(one: ChartBox, other: ChartBox): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

const CLOSE_PX = 1

function isOnBorder(point: { readonly x: number; readonly y: number } | undefined, box: ChartBox | undefined): boolean {
  if (!point || !box) return false
  const isInside = isWithin(
    { ...point, width: 0, height: 0 },
    { x: box.x - CLOSE_PX, y: box.y - CLOSE_PX, width: box.width + 2 * CLOSE_PX, height: box.height + 2 * CLOSE_PX },
  )
  const distances = [point.x - box.x, box.x + box.width - point.x, point.y - box.y, box.y + box.height - point.y]
  return isInside && Math.min(...distances.map(Math.abs)) <= CLOSE_PX
}
