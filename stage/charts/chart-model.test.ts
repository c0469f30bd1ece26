import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { coverageItems } from '../coverage/coverage-items.ts'
import { type ChartNode, chartOf, rowsOf } from './chart-model.ts'

function withDescendants(node: ChartNode): readonly ChartNode[] {
  return [node, ...node.children.flatMap(withDescendants)]
}

describe.each(Object.entries(scenarioMachines))('the chart of %s', (_name, { machine }) => {
  const { root, edges } = chartOf(machine)
  const nodes = withDescendants(root)

  test('QA-12: has a box for every state and a line for every transition', () => {
    const { states, transitions } = coverageItems(machine)
    const lines = [...nodes, ...edges].flatMap((part) => part.lines)
    expect(nodes.map(({ state }) => state)).toEqual(expect.arrayContaining([...states.keys()]))
    expect(new Set(lines.flatMap(({ transition }) => transition ?? []))).toEqual(new Set(transitions.keys()))
  })

  test('QA-12: has arrows between boxes that exist and do not overlap', () => {
    const ids = new Map(nodes.map((node) => [node.id, node]))
    expect(ids.size).toBe(nodes.length)
    for (const { from, to } of edges) {
      const [start, end] = [ids.get(from), ids.get(to)]
      expect([from, Boolean(start), to, Boolean(end)]).toEqual([from, true, to, true])
      if (start && end) expect(withDescendants(start).includes(end) || withDescendants(end).includes(start)).toBe(false)
    }
  })
})

test('QA-12: a label says event, guard and actions; what leads around or within starts and ends at pseudo-states', () => {
  const machine = createMachine(
    {
      id: 'door',
      initial: 'closed',
      on: { 'door.broken': '.closed' },
      states: {
        closed: {
          on: {
            'door.pushed': [
              { guard: 'isUnlocked', target: 'open.wide', actions: ['creak', 'log'] },
              { actions: 'log' },
            ],
          },
        },
        open: {
          initial: 'ajar',
          on: { 'door.reset': { target: 'open', reenter: true } },
          states: { ajar: { on: { 'door.reopened': { target: '#door.open', reenter: true } } }, wide: {} },
        },
      },
    },
    { guards: { isUnlocked: () => true }, actions: { creak: () => undefined, log: () => undefined } },
  )
  const { root, edges } = chartOf(machine)
  const nodes = new Map(withDescendants(root).map((node) => [node.id, node]))
  const arrows = edges.map(({ from, to, lines }) => [from, to, lines.map(({ text, detail }) => [text, detail])])
  expect(arrows).toContainEqual(['closed', 'open.wide', [['door.pushed [isUnlocked]', '/ creak, log']]])
  expect(arrows).toContainEqual(['//any', 'closed', [['door.broken', undefined]]])
  expect(arrows).toContainEqual(['open.ajar', 'open/initial', [['door.reopened', undefined]]])
  expect(arrows).toContainEqual(['open/initial', 'open.ajar', []])
  expect(nodes.get('closed')?.lines).toMatchObject([{ text: 'door.pushed [else]', detail: '/ log' }])
  expect(nodes.get('open')?.lines).toMatchObject([{ text: '↻ door.reset' }])
  expect(rowsOf(nodes.get('closed')?.lines ?? [])).toBe(2)
})
