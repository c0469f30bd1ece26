import { expect, test } from 'vitest'
import { CASINO_PROVIDERS } from './casino-providers.ts'

const tables = Object.values(CASINO_PROVIDERS)

test('TABLE-9: each kind of casino games has a table of providers, and no id is in two of them', () => {
  expect(Object.keys(CASINO_PROVIDERS)).toEqual(['slots', 'live', 'instant', 'virtual', 'table'])
  const ids = tables.flatMap((table) => [...table.keys()])
  expect(new Set(ids).size).toBe(ids.length)
  for (const table of tables) {
    const [first = 0] = table.keys()
    expect([...table.keys()]).toEqual([...table].map((_, place) => first + place))
    expect([...table.keys()].every((id) => Math.floor(id / 1000) === Math.floor(first / 1000))).toBe(true)
  }
})

test('TABLE-9: a provider has a name of its own, and an id keeps its provider', () => {
  const names = tables.flatMap((table) => [...table.values()])
  expect(names.filter((name) => !/^\S.*\S$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const known = {
    1001: 'Novomatic',
    1009: 'Pragmatic Play',
    2001: 'Evolution',
    3001: 'Spribe',
    4001: 'Golden Race',
    5010: 'Urgent Games',
  }
  const found = Object.fromEntries(
    Object.keys(known).map((id) => [id, tables.find((t) => t.has(Number(id)))?.get(Number(id))]),
  )
  expect(found).toEqual(known)
})
