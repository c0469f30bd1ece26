import { expect, test } from 'vitest'
import { unreadKeys } from '#cli/brand/reads/unread-keys.ts'

test('OPS-26: a key of the configuration has an effect', { timeout: 600_000 }, async () => {
  const unread = (await unreadKeys()).map(({ file, pointer }) => `${file}${pointer}`)
  expect(unread).toEqual([])
})
