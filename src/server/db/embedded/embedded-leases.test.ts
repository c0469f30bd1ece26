import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { EmbeddedError } from './embedded-error.ts'
import { createLeases } from './embedded-leases.ts'

const IDLE_MS = 30_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** An engine that notes what it is sent and fails on `bad`. */
function setUp() {
  const sent: string[] = []
  async function run(sql: string) {
    sent.push(sql)
    if (sql === 'bad') throw new EmbeddedError({ message: 'bad', code: '42601' })
  }
  const engine: EmbeddedEngine = {
    query: async (sql) => {
      await run(sql)
      return { rows: [], affectedRows: 0 }
    },
    exec: run,
    close: async () => undefined,
    ended: new Promise(() => undefined),
  }
  return { sent, leases: createLeases(engine, IDLE_MS) }
}

test('nobody comes between the statements of a transaction, and turns are taken in order', async () => {
  const { sent, leases } = setUp()
  const first = await leases.lease()
  const plain = leases.query('plain', [])
  const second = leases.lease()
  await first.query('one', [])
  await first.query('two', [])
  await first.end('commit')
  await plain
  await (await second).end('rollback')
  expect(sent).toEqual(['begin', 'one', 'two', 'commit', 'plain', 'begin', 'rollback'])
})

test('a failed transaction cannot be committed, even when its error was swallowed', async () => {
  const { sent, leases } = setUp()
  const lease = await leases.lease()
  await expect(lease.query('bad', [])).rejects.toThrow('bad')
  await expect(lease.end('commit')).rejects.toMatchObject({ code: '25P02' })
  expect(sent).toEqual(['begin', 'bad', 'rollback'])
})

test('going back to a savepoint heals a failed transaction', async () => {
  const { sent, leases } = setUp()
  const lease = await leases.lease()
  await expect(lease.query('bad', [])).rejects.toThrow('bad')
  await lease.query('rollback to "a"', [])
  await lease.end('commit')
  expect(sent.at(-1)).toBe('commit')
})

test('a transaction that falls silent is rolled back, and the next has its turn', async () => {
  const { sent, leases } = setUp()
  const silent = await leases.lease()
  const next = leases.query('next', [])
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  await silent.query('alive', [])
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  expect(sent).toEqual(['begin', 'alive'])
  await vi.advanceTimersByTimeAsync(1)
  await next
  expect(sent).toEqual(['begin', 'alive', 'rollback', 'next'])
  await expect(silent.query('late', [])).rejects.toMatchObject({ code: '25P01' })
  await expect(silent.end('commit')).rejects.toMatchObject({ code: '25P01' })
  await silent.end('rollback')
})
