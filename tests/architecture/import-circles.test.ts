import { expect, test } from 'vitest'
import { circlesOf, edgesOf, faults } from '#tools/house/import-graph.ts'

test('no files import one another in a circle, by value or by type', () => {
  const circles = circlesOf(faults().edges)
  expect(circles.map((circle) => circle.join(' ↔ '))).toEqual([])
})

test('a planted circle is found, also when a type closes it; what is loaded later closes none', () => {
  const text = (target: string) => `import type { A } from './${target}.ts'\nexport const x = 1`
  const graph = [['a', text('b')] as const, ['b', text('c')] as const, ['c', text('b')] as const]
  const edges = graph.flatMap(([name, code]) => edgesOf(`machines/site/${name}.ts`, code))
  expect(circlesOf(edges)).toEqual([['machines/site/b.ts', 'machines/site/c.ts']])
  const lazy = edgesOf('machines/site/c.ts', "const b = () => import('./b.ts')")
  expect(circlesOf([...edges.slice(0, 2), ...lazy])).toEqual([])
})
