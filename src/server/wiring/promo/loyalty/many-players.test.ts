import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createLoyalty } from '#server/promo/loyalty/loyalty.service.ts'
import { createTestLoyalty } from './loyalty.test-support.ts'

/** More than are asked for at once. */
const PLAYERS = 230

await describeOnQuickestEngine('loyalty of many players', (database) => {
  test('one pass counts all who are due, and one that cannot be counted keeps no other', async () => {
    const { casino, ports, loyalty, wait, brandId } = createTestLoyalty(database().db, 'many-loyal')
    await loyalty.keep(brandId)
    wait(3_600_000)
    const ids = await casino.door.transaction(async (tx) => {
      const row = { registered_by: 'fast_reg', state: 'active', created_at: casino.now(), activated_at: casino.now() }
      const made = await tx.insert('account', Array(PLAYERS).fill(row)).returning('account_id as id').execute()
      return made.map(({ id }) => id)
    })
    const counted = new Set<number>()
    let isBroken = true
    const many = createLoyalty({
      ...ports,
      playersDue: async () => ids.filter((id) => !counted.has(id)),
      sourcesDue: async (_tx, id) => {
        if (isBroken && id === ids[0]) throw new Error('this one cannot be counted')
        counted.add(id)
        const of = { source: 'casino', sourceId: id, mark: 'one', product: 'slots', gameId: 'book' } as const
        const at = casino.now()
        return [{ ...of, currency: 'EUR', stakeMinor: 1000, lossMinor: 1000, stakedAt: at, overAt: at }]
      },
    })
    await many.keep(brandId)
    expect(counted.size).toBe(199)
    isBroken = false
    await many.keep(brandId)
    expect(counted.size).toBe(PLAYERS)
    const stakes = await casino.door.transaction((tx) => tx.select('loyalty_stake').select('source_id').execute())
    expect(stakes).toHaveLength(PLAYERS)
  })
})
