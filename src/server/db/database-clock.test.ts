import { type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'
import { describeOnQuickestEngine } from './engines.test-support.ts'
import type { Database } from './tables/tables.ts'

const MINUTE_MS = 60_000
/** A question may take a while on a busy machine: by as much the answer may be off. */
const OFF_BY_MS = 2000

await describeOnQuickestEngine('the time of the database', (database) => {
  const timeOf = async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database().db)
    return rows[0]?.now.getTime() ?? 0
  }

  test.each([5 * MINUTE_MS, -7 * MINUTE_MS, 0])('holds on a machine whose clock is %i ms off', async (offMs) => {
    const warnings: unknown[] = []
    const log = { warn: (details: object) => void warnings.push(details) }
    const clock = createDatabaseClock({ db: database().db, log, machineMs: () => Date.now() + offMs })
    await clock.measure()
    await clock.measure()
    clock.stop()
    const before = await timeOf()
    const shown = clock.now().getTime()
    const after = await timeOf()
    expect(shown).toBeGreaterThan(before - OFF_BY_MS)
    expect(shown).toBeLessThan(after + OFF_BY_MS)
    expect(warnings).toHaveLength(offMs === 0 ? 0 : 1)
  })

  test('holds on a machine whose clock is set while it runs', async () => {
    const clock = createDatabaseClock({ db: database().db, log: { warn: () => undefined } })
    await clock.measure()
    const [wasAt, shownBefore] = [Date.now(), clock.now().getTime()]
    const machine = vi.spyOn(Date, 'now').mockImplementation(() => wasAt + 7 * MINUTE_MS)
    const shown = clock.now().getTime()
    machine.mockRestore()
    clock.stop()
    expect(shown - shownBefore).toBeGreaterThanOrEqual(0)
    expect(shown - shownBefore).toBeLessThan(OFF_BY_MS)
  })

  test('follows a clock that is put right', async () => {
    let offMs = 5 * MINUTE_MS
    const clock = createDatabaseClock({
      ...{ db: database().db, log: { warn: () => undefined } },
      machineMs: () => Date.now() + offMs,
      everyMs: 20,
    })
    await clock.measure()
    offMs = 0
    const isRight = () => Math.abs(clock.now().getTime() - Date.now()) < OFF_BY_MS
    expect(isRight()).toBe(false)
    await expect.poll(isRight, { timeout: 5000 }).toBe(true)
    clock.stop()
  })

  test('keeps what it knows while the database does not answer', async () => {
    let isLost = false
    const getExecutor = () => {
      if (isLost) throw new Error('lost')
      return database().db.getExecutor()
    }
    const clock = createDatabaseClock({
      ...{ db: { getExecutor } as unknown as Kysely<Database>, log: { warn: () => undefined } },
      machineMs: () => Date.now() + 5 * MINUTE_MS,
    })
    await clock.measure()
    isLost = true
    await clock.measure()
    clock.stop()
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(OFF_BY_MS)
  })
})
