import { expect, test } from 'vitest'
import { isBrandChange } from '#schemas/generated/validators/studio.js'
import { sha256 } from '../brand-contents.ts'
import { loggedChanges } from './logged-changes.rules.ts'

const hash = (text: string) => `sha256:${sha256(new TextEncoder().encode(text))}`
const read = (text: string) => JSON.parse(text) as unknown[]

test('short values are logged as they are, a long one by its hash, and what is not there not at all', () => {
  const changes = [
    { path: 'config/coupon.json', pointer: '/maximumBets', before: '30', after: '40' },
    { path: 'config/coupon.json', pointer: '/gone', before: 'true' },
    { path: 'pages/en/rules.md', pointer: '', before: 'old', after: 'n'.repeat(201) },
  ]
  const logged = read(loggedChanges(changes))
  expect(logged).toEqual([...changes.slice(0, 2), { ...changes[2], after: hash('n'.repeat(201)) }])
  for (const change of logged) expect(isBrandChange(change)).toBe(true)
})

test('a file in which more than a hundred values changed is one change, and another set of values has another hash', () => {
  const many = (end: string) =>
    Array.from({ length: 101 }, (_, at) => ({
      path: 'locales/en/site.json',
      pointer: `/${at}`,
      before: '"a"',
      after: end,
    }))
  const [logged, ...others] = read(loggedChanges(many('"b"')))
  expect(others).toEqual([])
  expect(logged).toMatchObject({ path: 'locales/en/site.json', pointer: '' })
  expect(isBrandChange(logged)).toBe(true)
  expect(loggedChanges(many('"c"'))).not.toBe(loggedChanges(many('"b"')))
})
