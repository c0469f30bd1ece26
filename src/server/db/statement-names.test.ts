import { expect, test } from 'vitest'
import { createStatementNames } from './statement-names.ts'

const met = (names: ReturnType<typeof createStatementNames>, text: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(text)).at(-1)

test('a statement has a name once it was met a few times, always the same, and no other has it', () => {
  const names = createStatementNames()
  expect(met(names, 'select 1', 5)).toBeUndefined()
  const name = met(names, 'select 1', 1)
  expect(name).toMatch(/^livery_/)
  expect(met(names, 'select 1', 3)).toBe(name)
  expect(met(names, 'select 2', 6)).not.toBe(name)
})

test('only so many names are given, and others than before once all are renewed', () => {
  const names = createStatementNames(2)
  const given = [met(names, 'a', 6), met(names, 'b', 6)]
  expect(met(names, 'c', 20)).toBeUndefined()
  names.renew()
  const again = [met(names, 'a', 6), met(names, 'c', 6)]
  expect(new Set([...given, ...again]).size).toBe(4)
})
