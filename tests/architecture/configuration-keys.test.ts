import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { configurationKeys, unreadOf } from '#cli/brand/reads/unread-keys.ts'
import { keysWithoutTest } from './exercised-keys.ts'

let keys: Awaited<ReturnType<typeof configurationKeys>>
beforeAll(async () => {
  keys = await configurationKeys()
}, 600_000)

test('OPS-26: a key of the configuration has an effect', () => {
  expect(unreadOf(keys).map(({ file, pointer }) => `${file}${pointer}`)).toEqual([])
})

test('a key of the configuration is named by a test, except for those of the list, which only grows shorter', () => {
  const known = JSON.parse(readFileSync(new URL('untested-keys.json', import.meta.url), 'utf8')) as string[]
  expect([...keysWithoutTest(keys)].sort()).toEqual(known)
})
