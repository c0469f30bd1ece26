import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import fc from 'fast-check'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BudgetStore, createMemoryBudgetStore } from './budget-store.ts'
import { type OpenBudgetStore, openRedisBudgetStore } from './redis-budget-store.ts'

const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'
const START_MS = Date.parse('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000
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
/** A key that no other run counts under. */
const freshKey = () => `test ${randomUUID()}`

/** What every store of budgets does. The clock is the caller's; windows are long enough that no key expires meanwhile. */
function conforms(store: () => BudgetStore): void {
  const budget = { attempts: 3, windowMs: HOUR_MS }

  test('SEC-6: takes as many as the limit and says how long the next one waits', async () => {
    const key = freshKey()
    for (const offset of [0, 10, 20]) expect(await store().take(key, budget, START_MS + offset)).toBe(0)
    expect(await store().take(key, budget, START_MS + 30)).toBe(HOUR_MS - 30)
    expect(await store().take(key, budget, START_MS + HOUR_MS - 1)).toBe(1)
    expect(await store().take(key, budget, START_MS + HOUR_MS)).toBe(0)
    expect(await store().take(key, budget, START_MS + HOUR_MS)).toBe(10)
  })

  test('attempts at the same moment are counted one by one', async () => {
    const key = freshKey()
    const waits = await Promise.all(Array.from({ length: 10 }, () => store().take(key, budget, START_MS)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(waits.filter((wait) => wait === HOUR_MS)).toHaveLength(7)
  })

  test('tells how many attempts are left, and counts none by that', async () => {
    const key = freshKey()
    for (const [offset, left] of [
      [0, 3],
      [10, 2],
      [20, 1],
    ] as const) {
      expect(await store().left(key, budget, START_MS + offset)).toBe(left)
      await store().take(key, budget, START_MS + offset)
    }
    expect(await store().left(key, budget, START_MS + 30)).toBe(0)
    expect(await store().left(key, { ...budget, attempts: 2 }, START_MS + 30)).toBe(0)
    expect(await store().left(key, budget, START_MS + HOUR_MS - 1)).toBe(0)
    expect(await store().left(key, budget, START_MS + HOUR_MS)).toBe(1)
  })

  test('keys do not share their counts', async () => {
    const [one, other] = [freshKey(), freshKey()]
    for (let n = 0; n < 3; n++) await store().take(one, budget, START_MS)
    expect(await store().take(other, budget, START_MS)).toBe(0)
  })

  test('the latest attempt can be taken back, and one that was never made as well', async () => {
    const key = freshKey()
    await store().giveBack(key)
    for (const offset of [0, 10, 20]) await store().take(key, budget, START_MS + offset)
    await store().giveBack(key)
    expect(await store().take(key, budget, START_MS + 40)).toBe(0)
    expect(await store().take(key, budget, START_MS + HOUR_MS)).toBe(0)
    expect(await store().take(key, budget, START_MS + HOUR_MS)).toBe(10)
  })

  test('a limit that changes holds at once for what is counted already', async () => {
    const key = freshKey()
    const take = (attempts: number, windowMs: number, afterMs: number) =>
      store().take(key, { attempts, windowMs }, START_MS + afterMs)
    for (const afterMs of [0, 10, 20, 30]) expect(await take(4, HOUR_MS, afterMs)).toBe(0)
    expect(await take(2, HOUR_MS, 40)).toBe(HOUR_MS - 20)
    expect(await take(2, HOUR_MS, HOUR_MS + 20)).toBe(0)
    expect(await take(4, HOUR_MS, HOUR_MS + 20)).toBe(0)
    expect(await take(4, 2 * HOUR_MS, HOUR_MS + 25)).toBe(0)
    expect(await take(1, 1000, HOUR_MS + 1025)).toBe(0)
  })

  test('SEC-6: never more than the limit in any window, and a wait is always long enough', async () => {
    const windowMs = 50_000
    const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (waits, limit) => {
        const key = freshKey()
        const granted: number[] = []
        let nowMs = START_MS
        for (const step of waits) {
          nowMs += step
          const waitMs = await store().take(key, { attempts: limit, windowMs }, nowMs)
          if (waitMs === 0) granted.push(nowMs)
          else expect(await store().take(key, { attempts: limit, windowMs }, nowMs + waitMs - 1)).toBe(1)
        }
        for (const time of granted) {
          const inWindow = granted.filter((other) => other <= time && other > time - windowMs)
          expect(inWindow.length).toBeLessThanOrEqual(limit)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('gives the same answers as the memory store, whatever is asked', async () => {
    const actions = fc.array(fc.record({ step: fc.nat(40_000), isGivenBack: fc.boolean() }), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(actions, fc.integer({ min: 1, max: 4 }), async (list, limit) => {
        const [key, model] = [freshKey(), createMemoryBudgetStore()]
        let nowMs = START_MS
        for (const { step, isGivenBack } of list) {
          nowMs += step
          const asked = [key, { attempts: limit, windowMs: 50_000 }, nowMs] as const
          expect(await store().take(...asked)).toBe(await model.take(...asked))
          if (isGivenBack) await Promise.all([store().giveBack(key), model.giveBack(key)])
        }
      }),
      { numRuns: 60 },
    )
  })
}

describe('the memory store', () => conforms(createMemoryStoreOnce()))

function createMemoryStoreOnce(): () => BudgetStore {
  const store = createMemoryBudgetStore()
  return () => store
}

test.skipIf(hasRedis || !isRequired)('a Redis server answers', () => {
  throw new Error(`no Redis server answers at ${REDIS_URL.replace(/\/\/.*@/, '//')}`)
})

describe.skipIf(!hasRedis)('the Redis store', () => {
  let open: OpenBudgetStore
  beforeAll(async () => {
    open = await openRedisBudgetStore({ url: REDIS_URL, log: quiet, timeoutMs: 5000 })
    expect(open.isShared()).toBe(true)
  })
  afterAll(() => open.close())
  conforms(() => open.store)

  test('SEC-6: two processes share one budget', async () => {
    const other = await openRedisBudgetStore({ url: REDIS_URL, log: quiet, timeoutMs: 5000 })
    const [key, budget] = [freshKey(), { attempts: 5, windowMs: HOUR_MS }]
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? open : other).store.take(key, budget, START_MS + n)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
    await other.close()
  })

  test('keys begin with livery:budget:, do not reveal who is counted, and expire with their window', async () => {
    const client = await createClient({ url: REDIS_URL }).connect()
    const subject = `player@mail.example ${freshKey()}`
    const key = `livery:budget:${createHash('sha256').update(subject).digest('base64url')}`
    await open.store.take(subject, { attempts: 5, windowMs: 300 }, START_MS)
    expect(await client.pTTL(key)).toBeGreaterThan(0)
    expect(await client.pTTL(key)).toBeLessThanOrEqual(300)
    await vi.waitFor(async () => expect(await client.exists(key)).toBe(0), { timeout: 3000 })
    await client.close()
  })
})

/** A way to Redis that can be cut, silenced and mended. */
async function startPassage() {
  const sockets = new Set<Socket>()
  let isSilent = false
  const { hostname, port: redisPort } = new URL(REDIS_URL)
  const server = createServer((near) => {
    const far = dial(Number(redisPort || 6379), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [near, far].forEach((end) => void end.destroy()))
    }
    near.on('data', (bytes) => isSilent || far.write(bytes))
    far.on('data', (bytes) => isSilent || near.write(bytes))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const passage = new URL(REDIS_URL)
  passage.host = `127.0.0.1:${port}`
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  const silence = (silent: boolean) => {
    isSilent = silent
  }
  return { url: passage.href, cut, mend: () => listen(port), silence }
}

describe.skipIf(!hasRedis)('when Redis is lost', () => {
  test('players are counted in memory, the log says so once, and counting goes back to Redis', async () => {
    const passage = await startPassage()
    const log = { info: vi.fn(), warn: vi.fn() }
    const open = await openRedisBudgetStore({ url: passage.url, log, timeoutMs: 5000 })
    const [key, budget] = [freshKey(), { attempts: 2, windowMs: HOUR_MS }]
    expect(open.isShared()).toBe(true)
    for (let n = 0; n < 2; n++) expect(await open.store.take(key, budget, START_MS)).toBe(0)

    await passage.cut()
    await vi.waitFor(() => expect(open.isShared()).toBe(false))
    expect(log.warn).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 2; n++) expect(await open.store.take(key, budget, START_MS)).toBe(0)
    expect(await open.store.take(key, budget, START_MS)).toBe(HOUR_MS)
    await open.store.giveBack(key)
    expect(await open.store.take(key, budget, START_MS)).toBe(0)
    expect(log.warn).toHaveBeenCalledTimes(1)

    await passage.mend()
    await vi.waitFor(() => expect(open.isShared()).toBe(true), { timeout: 10_000 })
    expect(await open.store.take(key, budget, START_MS)).toBe(HOUR_MS)
    expect(log.info).toHaveBeenCalledTimes(1)
    await open.close()
    await passage.cut()
  })

  test('a Redis that is connected and silent costs a player no more than the time it is given', async () => {
    const passage = await startPassage()
    const log = { info: vi.fn(), warn: vi.fn() }
    const open = await openRedisBudgetStore({ url: passage.url, log, timeoutMs: 150 })
    await vi.waitFor(() => expect(open.isShared()).toBe(true), { timeout: 5000 })
    passage.silence(true)
    const startedMs = performance.now()
    expect(await open.store.take(freshKey(), { attempts: 1, windowMs: HOUR_MS }, START_MS)).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(2000)
    const nextMs = performance.now()
    for (let n = 0; n < 20; n++) await open.store.take(freshKey(), { attempts: 1, windowMs: HOUR_MS }, START_MS)
    expect(performance.now() - nextMs).toBeLessThan(150)
    expect(open.isShared()).toBe(false)
    expect(log.warn).toHaveBeenCalledTimes(1)
    await open.close()
    await passage.cut()
  })
})

test('a server starts without Redis and counts in memory', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const log = { info: vi.fn(), warn: vi.fn() }
  const open = await openRedisBudgetStore({ url: `redis://127.0.0.1:${port}`, log, timeoutMs: 200 })
  const [key, budget] = [freshKey(), { attempts: 1, windowMs: HOUR_MS }]
  expect(await open.store.take(key, budget, START_MS)).toBe(0)
  expect(await open.store.take(key, budget, START_MS)).toBe(HOUR_MS)
  expect(log.warn).toHaveBeenCalledTimes(1)
  expect(open.isShared()).toBe(false)
  await open.close()
})
