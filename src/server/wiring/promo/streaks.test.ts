import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const STREAK: Campaign = {
  ...{ ...CAMPAIGN, type: 'daily' },
  trigger: { on: 'day', depositNumber: 0, minimumDepositMinor: 0, code: '', streakDays: 3 },
}

await describeOnQuickestEngine('bonuses for days in a row', (database) => {
  async function scene(brandId: string) {
    const found = createTestPromo(database().db, brandId, { streak: STREAK })
    const id = await found.casino.newPlayer(0)
    const { promo, player } = found
    const come = () => promo.claim(brandId, player(id), 'streak')
    const now = async () => {
      const [award] = await promo.awards(brandId, id)
      return { state: award?.state, streak: award?.streak, given: award?.granted_minor }
    }
    return { ...found, id, come, now, wait: (ms: number) => found.casino.wait(ms) }
  }

  test('PROMO-15: type 11: the last of the days in a row gives the bonus, each day counts once, and the next day begins again', async () => {
    const { come, now, wait, purse, id } = await scene('st-three')
    await come()
    expect(await now()).toEqual({ state: 'claimed', streak: { days: 1, of: 3, isTodayDone: true }, given: 0 })
    await expect(come()).rejects.toMatchObject({ code: 'promo.streak_today' })
    wait(DAY_MS)
    expect(await now()).toMatchObject({ streak: { days: 1, isTodayDone: false } })
    await come()
    wait(DAY_MS)
    await come()
    expect(await now()).toMatchObject({ state: 'active', given: 1000 })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    await expect(come()).rejects.toMatchObject({ code: 'promo.streak_today' })
    wait(DAY_MS)
    await come()
    expect(await now()).toMatchObject({ state: 'claimed', streak: { days: 1 } })
  })

  test('a day that is left out begins again, and a promise of which nobody thinks any more ends', async () => {
    const { come, now, wait, promo } = await scene('st-gap')
    await come()
    wait(DAY_MS)
    await come()
    wait(2 * DAY_MS)
    expect(await now()).toMatchObject({ streak: { days: 0, isTodayDone: false } })
    await come()
    expect(await now()).toMatchObject({ state: 'claimed', streak: { days: 1 } })
    wait(3 * DAY_MS)
    await promo.expire('st-gap')
    expect(await now()).toMatchObject({ state: 'expired', given: 0 })
    await come()
    expect(await now()).toMatchObject({ state: 'claimed', streak: { days: 1 } })
  })

  test('a deposit does not stand for the days that are left', async () => {
    const { come, now, promo } = await scene('st-deposit')
    await come()
    await promo.fundClaims('st-deposit')
    expect(await now()).toMatchObject({ state: 'claimed', given: 0 })
  })
})
