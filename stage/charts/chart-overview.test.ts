import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { coverageItems } from '../coverage/coverage-items.ts'
import { type ChartNode, chartOf } from './chart-model.ts'
import { overviewOf } from './chart-overview.ts'

function withDescendants(node: ChartNode): readonly ChartNode[] {
  return [node, ...node.children.flatMap(withDescendants)]
}

describe.each(Object.entries(scenarioMachines))('the overview of %s', (_name, { machine }) => {
  const { root, edges } = overviewOf(chartOf(machine))
  const nodes = withDescendants(root)
  const { states, transitions } = coverageItems(machine)

  test('QA-12: shows every state as a box or as a line of one, and loses no transition', () => {
    const shown = nodes.flatMap(({ state, lines }) => [state, ...lines.flatMap((line) => line.state ?? [])])
    expect(shown).toEqual(expect.arrayContaining([...states.keys()]))
    const keys = [...nodes, ...edges].flatMap(({ lines, hidden = [] }) => [
      ...lines.flatMap(({ transition }) => transition ?? []),
      ...hidden,
    ])
    expect(new Set(keys)).toEqual(new Set(transitions.keys()))
  })

  test('QA-12: has one arrow between two boxes that exist, with at most two triggers by name', () => {
    const ids = new Set(nodes.map(({ id }) => id))
    for (const { from, to, lines } of edges) {
      expect([from, ids.has(from), to, ids.has(to)]).toEqual([from, true, to, true])
      expect(lines.filter(({ transition }) => transition !== undefined).length).toBeLessThanOrEqual(2)
    }
    expect(new Set(edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(edges.length)
  })
})

test('QA-12: states that stand within another are its lines, and arrows to them end at it', () => {
  const contract = scenarioMachines['forms/form']
  if (!contract) throw new Error('no machine forms/form')
  const whole = chartOf(contract.machine)
  const { root, edges } = overviewOf(whole)
  const editing = withDescendants(root).find(({ id }) => id === 'form.editing')
  expect(editing).toMatchObject({ kind: 'folded', children: [] })
  expect(editing?.lines.map(({ state }) => state)).toContain('form.editing.ready')
  expect(edges.some(({ from, to }) => from === 'form.loading' && to === 'form.editing')).toBe(true)
  expect(withDescendants(root).length).toBeLessThan(withDescendants(whole.root).length / 2)
})
