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

test('a key of the configuration is named by a test', () => {
  expect(keysWithoutTest(keys)).toEqual([])
})
