import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import type { TableView } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTableKeepers } from './table-keepers.ts'
import { createTestTables } from './tables.test-support.ts'

await describeOnQuickestEngine('keepers of tables', (database) => {
  /** A process: its keepers, and timers that are turned with the clock of the test. */
  function processOf(of: Awaited<ReturnType<typeof createTestTables>>, owner: string) {
    const timers = new SimulatedClock()
    const warn = vi.fn()
    const keepers = createTableKeepers({ tables: of.tables, owner, log: { error: warn, warn }, timers })
    const seen: TableView[] = []
    return {
      ...{ keepers, seen, warn, timers },
      watch: () => keepers.watch(of.brandId, 'crash', (text) => void seen.push(JSON.parse(text))),
      last: () => seen.at(-1),
    }
  }
  async function until(isTrue: () => boolean, turn: () => void = () => {}): Promise<void> {
    for (let tries = 0; tries < 400 && !isTrue(); tries++) {
      turn()
      await delay(8)
    }
    expect(isTrue()).toBe(true)
  }

  test('who watches sees a table at once, and each phase of its rounds as it comes', async () => {
    const of = await createTestTables(database().db, 'keeper-one')
    const one = processOf(of, 'one')
    const turn = () => {
      of.wait(250)
      one.timers.increment(250)
    }
    const leave = one.watch()
    await until(() => one.last()?.phase === 'betting')
    const first = one.last()?.roundId ?? 0
    await until(() => one.last()?.phase === 'betting' && one.last()?.roundId !== first, turn)
    const phases = one.seen.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1])
    expect(phases.join(' ')).toMatch(/^(?:opening )?betting (?:running )?result betting/)
    expect(one.warn).not.toHaveBeenCalled()
    leave()
    await until(() => one.keepers.running() === 0, turn)
    const before = one.seen.length
    of.wait(60_000)
    one.timers.increment(60_000)
    await delay(50)
    expect(one.seen).toHaveLength(before)
    one.keepers.stop()
  })

  test('a bet is seen by all who watch, in this process at once and in another soon', async () => {
    const of = await createTestTables(database().db, 'keeper-two')
    const [one, two] = [processOf(of, 'one'), processOf(of, 'two')]
    one.watch()
    await until(() => one.last()?.phase === 'betting')
    two.watch()
    await until(() => two.last()?.phase === 'betting')
    const { bet } = await of.sit()
    await bet([{ on: 'first', amountMinor: 300 }])
    one.keepers.changed(of.brandId, 'crash')
    await until(() => one.last()?.betCount === 1)
    expect(one.last()?.bets[0]?.name).toMatch(/^[A-Z]•••\d$/)
    expect(JSON.stringify(one.last())).not.toContain('session')
    await until(
      () => two.last()?.betCount === 1,
      () => two.timers.increment(100),
    )
    one.keepers.stop()
    two.keepers.stop()
  })

  test('when the process that runs a table dies, another plays the round to its end', async () => {
    const of = await createTestTables(database().db, 'keeper-dead')
    const [one, two] = [processOf(of, 'one'), processOf(of, 'two')]
    one.watch()
    await until(() => one.last()?.phase === 'betting')
    two.watch()
    await until(() => two.last()?.phase === 'betting')
    const { bet, seat } = await of.sit()
    await bet([{ on: 'first', amountMinor: 300, targetE2: 101 }])
    one.keepers.stop()
    await until(
      () => two.last()?.phase === 'result',
      () => {
        of.wait(250)
        two.timers.increment(250)
      },
    )
    let state: string | undefined
    for (let tries = 0; tries < 100 && state !== 'closed'; tries++) {
      two.timers.increment(250)
      await delay(8)
      state = (await seat()).seat?.state
    }
    expect(state).toBe('closed')
    two.keepers.stop()
  })

  test('a step that fails is logged, and the table continues', async () => {
    const of = await createTestTables(database().db, 'keeper-fail')
    const one = processOf(of, 'one')
    const { sections } = of.ports
    Object.assign(of.ports, { sections: async () => Promise.reject(new Error('no configuration')) })
    one.watch()
    await until(() => one.warn.mock.calls.length > 0)
    Object.assign(of.ports, { sections })
    await until(
      () => one.last()?.phase === 'betting',
      () => one.timers.increment(300),
    )
    one.keepers.stop()
  })
})
