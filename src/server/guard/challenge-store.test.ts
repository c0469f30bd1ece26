import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChallengeStore, createMemoryChallengeStore } from './challenge-store.ts'
import { type OpenChallengeStore, openRedisChallengeStore } from './redis-challenge-store.ts'

const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'
const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const quiet = { info: () => undefined, warn: () => undefined }

async function answers(): Promise<boolean> {
  const client = createClient({ url: REDIS_URL, socket: { connectTimeout: 2000, reconnectStrategy: false } })
  client.on('error', () => undefined)
  return client.connect().then(
    async () => {
      await client.close()
      return true
    },
    () => false,
  )
}
const hasRedis = await answers()

/** What every store of challenges does. */
function conforms(store: () => ChallengeStore): void {
  test('a record is handed out once, then it is spent', async () => {
    const name = randomUUID()
    await store().put(name, '{"kind":"work"}', 60_000, NOW_MS)
    expect(await store().spend(name, NOW_MS)).toEqual({ kind: 'fresh', record: '{"kind":"work"}' })
    expect(await store().spend(name, NOW_MS)).toEqual({ kind: 'spent' })
    expect(await store().spend(randomUUID(), NOW_MS)).toEqual({ kind: 'unknown' })
  })

  test('of 200 askers at the same moment one gets it', async () => {
    const name = randomUUID()
    await store().put(name, 'r', 60_000, NOW_MS)
    const found = await Promise.all(Array.from({ length: 200 }, () => store().spend(name, NOW_MS)))
    expect(found.filter(({ kind }) => kind === 'fresh')).toHaveLength(1)
    expect(found.filter(({ kind }) => kind === 'spent')).toHaveLength(199)
  })

  test('a foreign token is claimed once', async () => {
    const name = randomUUID()
    const claims = await Promise.all(Array.from({ length: 50 }, () => store().claim(name, 60_000, NOW_MS)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })
}

describe('the memory store', () => {
  let store = createMemoryChallengeStore()
  conforms(() => store)

  test('forgets what is too old, and the oldest when it is full', async () => {
    store = createMemoryChallengeStore(2)
    await store.put('late', 'r', 1000, NOW_MS)
    expect(await store.spend('late', NOW_MS + 1000)).toEqual({ kind: 'unknown' })
    expect(await store.claim('late', 1000, NOW_MS + 1000)).toBe(true)
    for (const name of ['a', 'b', 'c']) await store.put(name, name, 60_000, NOW_MS + 1000)
    expect(await store.spend('a', NOW_MS + 1000)).toEqual({ kind: 'unknown' })
    expect(await store.spend('c', NOW_MS + 1000)).toEqual({ kind: 'fresh', record: 'c' })
  })
})

describe.skipIf(!hasRedis && !isRequired)('the Redis store', () => {
  let one: OpenChallengeStore
  let other: OpenChallengeStore
  beforeAll(async () => {
    one = await openRedisChallengeStore({ url: REDIS_URL, log: quiet })
    other = await openRedisChallengeStore({ url: REDIS_URL, log: quiet })
  })
  afterAll(() => Promise.all([one?.close(), other?.close()]))
  conforms(() => one.store)

  test('SEC-6: a challenge of one process is answered to another, once', async () => {
    const name = randomUUID()
    await one.store.put(name, 'r', 60_000, NOW_MS)
    const found = await Promise.all([one.store.spend(name, NOW_MS), other.store.spend(name, NOW_MS)])
    expect(found.map(({ kind }) => kind).sort()).toEqual(['fresh', 'spent'])
  })
})

test('without Redis a process keeps its own challenges', async () => {
  const { store, close } = await openRedisChallengeStore({ url: 'redis://127.0.0.1:1', log: quiet, timeoutMs: 50 })
  await store.put('n', 'r', 60_000, NOW_MS)
  expect(await store.spend('n', NOW_MS)).toEqual({ kind: 'fresh', record: 'r' })
  expect(await store.spend('n', NOW_MS)).toEqual({ kind: 'spent' })
  expect(await store.claim('t', 1000, NOW_MS)).toBe(true)
  await close()
})
