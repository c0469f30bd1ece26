import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALLOWED, edgesOf, faultOf, faults, placeOf, ROOT, sourceFiles } from '#tools/house/import-graph.ts'

test('the house keeps its directions', () => {
  const house = faults()
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of house.edges) {
    const [source, target] = [placeOf(from).room, placeOf(to).room]
    if (source !== target) graph.set(source, (graph.get(source) ?? new Set()).add(target))
  }
  for (const [room, targets] of graph) console.log(`${room} → ${[...targets].sort().join(', ')}`)
  expect(house.files).toBeGreaterThan(50)
  expect(house.edges.length).toBeGreaterThan(100)
  expect(house.faults).toEqual([])
})

test.each([
  ['an upward import', 'machines/forms/x.rules.ts', "import { Button } from '#renderers/site/Button.tsx'"],
  ['a type import', 'schemas/x.ts', "import type { Order } from '#machines/site/routes/routes.ts'"],
  ['a dynamic import', 'src/client/app/x.ts', "const m = await import('#server/environment.ts')"],
  ['a re-export', 'src/server/site/x.ts', "export { useApp } from '../../client/page/app-context.ts'"],
  ['an import in a type', 'renderers/site/x.ts', "type X = import('#calls/call.ts').Call"],
  [
    'a feature that imports a feature',
    'src/server/account/x.ts',
    "import { a } from '#server/delivery/delivery.service.ts'",
  ],
  ['a feature that imports the roof', 'src/client/feed/x.ts', "import { a } from '../app/routes.tsx'"],
  ['the floor above a feature', 'src/client/page/x.ts', "import type { A } from '../feed/favorites.ts'"],
  ['the ground above a feature', 'machines/site/x.ts', "import { a } from '#machines/betting/coupon.rules.ts'"],
])('a planted violation is found: %s', (_name, file, text) => {
  expect(edgesOf(file, text).flatMap((edge) => faultOf(edge) ?? [])).toHaveLength(1)
})

test('allowed imports are no violation', () => {
  const text = "import type { Site } from '#schemas'\nimport { a } from '#machines/site/routes/routes.ts'"
  expect(edgesOf('src/server/site/x.ts', text).flatMap((edge) => faultOf(edge) ?? [])).toEqual([])
})

test('machines touch nothing outside: no clock, randomness, network or page', () => {
  const forbidden = /\b(?:Date\.now|new Date\(\)|Math\.random|fetch\(|crypto\.|document\.|window\.|process\.)/
  const offenders = sourceFiles()
    .filter((file) => /^(?:machines|stage\/(?!viewer|drivers|commands))/.test(file))
    .filter((file) => forbidden.test(codeOf(readFileSync(join(ROOT, file), 'utf8'))))
  expect(offenders).toEqual([])
  expect(forbidden.test(codeOf('const now = Date.now() // when'))).toBe(true)
})

test('no brand is named outside of brands/', () => {
  const rooms = ['schemas', 'machines', 'renderers', 'src/calls', 'src/client', 'src/server', 'src/cli']
  const brands = readdirSync(join(ROOT, 'brands')).filter((name) => name !== '_base')
  expect(brands.length).toBeGreaterThanOrEqual(3)
  const named = new RegExp(`\\b(?:${brands.join('|')})\\b`, 'i')
  const offenders = rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('generated'))
      .filter((file) => named.test(codeOf(readFileSync(join(ROOT, room, file), 'utf8'))))
      .map((file) => `${room}/${file}`),
  )
  expect(offenders).toEqual([])
})

test('every room of the graph exists', () => {
  for (const room of Object.keys(ALLOWED)) expect(readdirSync(join(ROOT, room)).length).toBeGreaterThan(0)
})

/** Source text without its comments. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:])\/\/.*$/gm, '$1')
}
