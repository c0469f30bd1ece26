import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN } from '../promo.test-support.ts'
import { bonusBettor } from '../sport-bonus.test-support.ts'
import { createTestLoyalty, DAY } from './loyalty.test-support.ts'

const REWARD: Campaign['reward'] = {
  ...{ kind: 'points', points: { points: 60, worthMinor: 30 }, fixedMinor: 0, percentE4: 0, maximumMinor: 0 },
}
const POINTS: Campaign = {
  ...{ ...CAMPAIGN, reward: REWARD, lifeMs: 10 * DAY, budgetMinor: 60 },
  wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
}
const GIFT: Campaign = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, on: 'desk', code: '' } }
const ITEM = { order: 10, campaign: 'gift', points: 50, stock: 0, icon: 'gift', isOffered: true } as const

await describeOnQuickestEngine('points as a bonus', (database) => {
  async function scene(brandId: string) {
    const brand = createTestLoyalty(database().db, brandId, { points: POINTS, gift: GIFT })
    brand.set({ loyaltyShop: { gift: ITEM } })
    await brand.keep()
    brand.wait(60_000)
    const { promo, loyalty, shopper } = brand
    const redeem = (id: number) => promo.redeem(brandId, brand.promoPlayer(id), 'ten')
    const order = (id: number) => loyalty.order(shopper(id), { guid: crypto.randomUUID(), itemId: 'gift', points: 50 })
    const points = (id: number) => loyalty.points(brand.member(id))
    return { ...brand, redeem, order, points, breaks: brand.breaksOfBooks }
  }

  test('PROMO-15, PROMO-21: points for a code are there at once, in the books, and buy in the shop', async () => {
    const { redeem, order, lots, promo, casino, brandId, transfers, breaks } = await scene('pa-code')
    const id = await casino.newPlayer()
    await redeem(id)
    expect(await promo.awards(brandId, id)).toMatchObject([
      { state: 'converted', granted_minor: 30, charged_minor: 30, paid_minor: 0 },
    ])
    expect(await lots(id)).toEqual({ left: [60], moves: 60, books: 60, owed: 0 })
    expect(await transfers('points-granted')).toBe(1)
    await expect(redeem(id)).rejects.toMatchObject({ code: 'promo.had_before' })
    expect(await order(id)).toMatchObject({ points: 10, orders: [{ state: 'ordered' }] })
    expect(await breaks()).toEqual([])
  })

  test('PROMO-15: the budget is charged what they are worth, and never passed by many at once', async () => {
    const { redeem, casino, promo, brandId, breaks } = await scene('pa-budget')
    const players = [await casino.newPlayer(), await casino.newPlayer(), await casino.newPlayer()]
    const outcomes = await Promise.allSettled(players.map(redeem))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'promo.budget_spent' },
    })
    const given = await Promise.all(players.map((id) => promo.awards(brandId, id)))
    expect(given.flat()).toHaveLength(2)
    expect(await breaks()).toEqual([])
  })

  test('PROMO-21: they expire when their time is over, beside those of a day', async () => {
    const { redeem, round, points, casino, wait, keep, lots, breaks } = await scene('pa-expire')
    const id = await casino.newPlayer(10_000)
    await round(id, 1000, 0)
    await redeem(id)
    expect(await points(id)).toMatchObject({ points: 70 })
    wait(10 * DAY)
    await keep()
    expect(await points(id)).toMatchObject({ points: 10 })
    expect(await lots(id)).toMatchObject({ moves: 10, books: 10 })
    expect(await breaks()).toEqual([])
  })

  test('PROMO-21: without a programme of loyalty nobody is given points', async () => {
    const { redeem, sections, casino } = await scene('pa-off')
    Object.assign(sections.promo, { isLoyaltyOffered: false })
    await expect(redeem(await casino.newPlayer())).rejects.toMatchObject({ code: 'promo.code_over' })
  })

  test('PROMO-15, PROMO-21: points for bets are taken back once the bets are void, and come back; what was spent is owed', async () => {
    const bets = { rule: 'staked', count: 1, stakedMinor: 3000, minimumStakeMinor: 100, minimumOddsE3: 1500 } as const
    const staked: Campaign = {
      ...{ ...POINTS, type: 'sport_betting' },
      trigger: { ...CAMPAIGN.trigger, on: 'bets', code: '', bets: { ...bets, minimumLegs: 1 } },
    }
    const { bet, end, settle, award, purse, held, pointsOf } = await bonusBettor(
      database().db,
      'pa-claw',
      10_000,
      staked,
    )
    await bet(1, 3000)
    end(1, 0, 1)
    await settle()
    expect(await award()).toMatchObject({ state: 'converted', granted_minor: 30, charged_minor: 30 })
    expect(await pointsOf()).toEqual({ left: 60, books: 60, owed: 0 })
    // Void after all.
    end(1)
    await settle()
    expect(await award()).toMatchObject({ state: 'claimed', granted_minor: 0, charged_minor: 0 })
    expect(await pointsOf()).toEqual({ left: 0, books: 0, owed: 0 })
    end(1, 0, 1)
    await settle()
    expect(await award()).toMatchObject({ state: 'converted', granted_minor: 30, charged_minor: 30 })
    expect(await pointsOf()).toEqual({ left: 60, books: 60, owed: 0 })
    expect((await purse()).breaks).toBe(0)
    expect(await held('freebet')).toBe(0)
  })
})
