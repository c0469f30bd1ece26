import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cataloguePieces } from './catalogue-pieces.ts'

async function pieces(...chunks: string[]) {
  const found: { line: number; value: unknown }[] = []
  for await (const { line, text } of cataloguePieces(chunks)) found.push({ line, value: JSON.parse(text) })
  return found
}

test('games on lines of their own and games of an array are cut alike, with the line on which each begins', async () => {
  const lines = [
    { line: 1, value: { a: 1 } },
    { line: 3, value: { b: [1, 2] } },
  ]
  expect(await pieces('{"a":1}\n\n{"b":[1,2]}')).toEqual(lines)
  expect(await pieces('\uFEFF[{"a":1},\n\n{"b":\n[1,2]}]\n')).toEqual(lines)
  expect(await pieces('', ' \n')).toEqual([])
  expect(await pieces('[]')).toEqual([])
})

test('brackets, commas and quotes in texts cut nothing, and what is no object is a piece of its own', async () => {
  const value = { name: 'a],[{"\\', more: [{}] }
  expect(await pieces(JSON.stringify([value, 7, 'x,y', value]))).toEqual(
    [value, 7, 'x,y', value].map((value) => ({ line: 1, value })),
  )
})

test('wherever a file is cut, its games are the same', async () => {
  const json = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(json, fc.boolean(), fc.array(fc.nat(400), { maxLength: 5 }), async (games, isArray, cuts) => {
      const text = isArray ? JSON.stringify(games, null, 1) : games.map((game) => `${JSON.stringify(game)}\n`).join('')
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort(
        (one, other) => one - other,
      )
      const chunks = places.slice(1).map((to, at) => text.slice(places[at], to))
      const found = await pieces(...chunks)
      expect(found.map(({ value }) => JSON.stringify(value))).toEqual(games.map((game) => JSON.stringify(game)))
    }),
    { numRuns: 200 },
  )
})
