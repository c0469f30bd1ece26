import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { baseSection } from '#server/site/base-section.ts'
import { CAMPAIGN } from '../promo.test-support.ts'
import { createTestLoyalty, DAY } from './loyalty.test-support.ts'

const { loyaltyPoints: POINTS } = baseSection('promo')
const GIFT: Campaign = {
  ...CAMPAIGN,
  trigger: { ...CAMPAIGN.trigger, on: 'desk', code: '' },
  reward: { fixedMinor: 500, percentE4: 0, maximumMinor: 500 },
}
const ITEM = { order: 10, campaign: 'gift', points: 50, stock: 0, icon: 'gift', isOffered: true } as const

await describeOnQuickestEngine('points', (database) => {
  /** A player with money, in a brand whose shop has a bonus of 5.00 for 50 points. */
  async function scene(brandId: string, minor = 1_000_000) {
    const brand = createTestLoyalty(database().db, brandId, { gift: GIFT })
    brand.set({ loyaltyShop: { gift: ITEM } })
    await brand.keep()
    brand.wait(60_000)
    const id = await brand.casino.newPlayer(minor)
    const points = () => brand.loyalty.points(brand.member(id))
    const order = (guid: string = crypto.randomUUID(), of = id) =>
      brand.loyalty.order(brand.shopper(of), { guid, itemId: 'gift', points: 50 })
    return { ...brand, id, points, order }
  }

  test('PROMO-21: a stake of 12.50 earns 12 points, the half with the next one, and they are in the books', async () => {
    const { id, round, points, lots, breaksOfBooks } = await scene('pt-earn')
    await round(id, 1250, 0)
    expect(await points()).toMatchObject({ points: 12 })
    await round(id, 50, 0)
    expect(await points()).toMatchObject({ points: 13 })
    expect(await lots(id)).toEqual({ left: [13], moves: 13, books: 13, owed: 0 })
    expect(await breaksOfBooks()).toEqual([])
  })

  test('PROMO-21: points of an open bet are pending; they come once it is settled, and a void one brings none', async () => {
    const { id, bet, settle, points, betting } = await scene('pt-pending')
    await bet(id, 1, 2000)
    expect(await points()).toMatchObject({ points: 0, pending: 20 })
    betting.end(1, 0, 1)
    await settle()
    expect(await points()).toMatchObject({ points: 20, pending: 0 })
    await bet(id, 2, 3000)
    betting.end(2)
    await settle()
    expect(await points()).toMatchObject({ points: 20, pending: 0 })
  })

  test('PROMO-21: an order spends the oldest points, gives its bonus at once, and is made once under its name', async () => {
    const { id, round, points, order, lots, wait, promo, brandId, breaksOfBooks } = await scene('pt-order')
    await round(id, 3000, 0)
    wait(DAY)
    await round(id, 4000, 0)
    const guid = crypto.randomUUID()
    const [first, again] = [await order(guid), await order(guid)]
    expect(first).toMatchObject({ points: 20, orders: [{ itemId: 'gift', points: 50, state: 'ordered' }] })
    expect(again).toEqual(first)
    expect(await lots(id)).toEqual({ left: [0, 20], moves: 20, books: 20, owed: 0 })
    expect(await promo.awards(brandId, id)).toMatchObject([{ state: 'active', granted_minor: 500 }])
    await expect(order()).rejects.toMatchObject({ code: 'loyalty.points_short' })
    expect((await points()).orders).toHaveLength(1)
    expect(await breaksOfBooks()).toEqual([])
  })

  test('PROMO-21: points expire by lots, are not spent then, and the first to be earned are the first to go', async () => {
    const { id, set, round, points, order, lots, wait, keep } = await scene('pt-expire')
    set({ loyaltyPoints: { ...POINTS, lifeDays: 10 } })
    await round(id, 3000, 0)
    wait(5 * DAY)
    await round(id, 4000, 0)
    expect((await points()).expiring).toMatchObject({ points: 30, at: new Date('2026-03-12T00:00:00Z') })
    wait(6 * DAY)
    await expect(order()).rejects.toMatchObject({ code: 'loyalty.points_short' })
    await keep()
    expect(await lots(id)).toEqual({ left: [0, 40], moves: 40, books: 40, owed: 0 })
  })

  test('PROMO-21: a bet that is taken back takes its points; what was spent is owed by the next ones', async () => {
    const { id, bet, settle, points, betting, order, round, lots, breaksOfBooks } = await scene('pt-claw')
    await bet(id, 1, 6000)
    betting.end(1, 0, 1)
    await settle()
    await order()
    expect(await points()).toMatchObject({ points: 10, owed: 0 })
    betting.end(1)
    await settle()
    expect(await points()).toMatchObject({ points: 0, owed: 50 })
    await round(id, 7000, 0)
    expect(await points()).toMatchObject({ points: 20, owed: 0 })
    betting.end(1, 0, 1)
    await settle()
    expect(await points()).toMatchObject({ points: 80, owed: 0 })
    expect(await lots(id)).toMatchObject({ moves: 80, books: 80 })
    expect(await breaksOfBooks()).toEqual([])
  })

  test('an order that has not begun is given back to the lots that it came from, with its stock and budget', async () => {
    const { id, set, round, wait, order, lots, points, loyalty, member } = await scene('pt-return')
    set({ loyaltyShop: { gift: { ...ITEM, stock: 2 } } })
    await round(id, 7000, 0)
    wait(DAY)
    await round(id, 8000, 0)
    await order()
    const { orders } = await order()
    expect(orders).toMatchObject([{ state: 'waiting' }, { state: 'ordered' }])
    expect(await lots(id)).toMatchObject({ left: [0, 50] })
    await expect(order()).rejects.toMatchObject({ code: 'loyalty.out_of_stock' })
    const [waiting, begun] = orders
    await loyalty.returnOrder(member(id), waiting?.orderId ?? 0)
    expect(await lots(id)).toEqual({ left: [20, 80], moves: 100, books: 100, owed: 0 })
    expect((await points()).orders).toMatchObject([{ state: 'returned' }, { state: 'ordered' }])
    await loyalty.returnOrder(member(id), waiting?.orderId ?? 0)
    expect(await points()).toMatchObject({ points: 100 })
    await expect(loyalty.returnOrder(member(id), begun?.orderId ?? 0)).rejects.toMatchObject({
      code: 'loyalty.order_final',
    })
    await expect(loyalty.returnOrder(member(id), 1)).rejects.toMatchObject({ code: 'loyalty.order_unknown' })
    expect(await order()).toMatchObject({ points: 50 })
  })

  test('of 100 orders of the last item at once, one is made', async () => {
    const { casino, set, round, order, transfers, breaksOfBooks } = await scene('pt-last')
    set({ loyaltyShop: { gift: { ...ITEM, stock: 1 } } })
    const players: number[] = []
    for (let each = 0; each < 100; each++) {
      const player = await casino.newPlayer(5000)
      await round(player, 5000, 0)
      players.push(player)
    }
    const outcomes = await Promise.allSettled(players.map((player) => order(crypto.randomUUID(), player)))
    const made = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(made).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'loyalty.out_of_stock' })
    expect(await transfers('points-spent')).toBe(1)
    expect(await breaksOfBooks()).toEqual([])
  }, 120_000)

  test('a player who may not play orders nothing, and a price that has changed is not taken', async () => {
    const { id, round, refuse, order, set, points } = await scene('pt-blocked')
    await round(id, 9000, 0)
    refuse({ reason: 'protection.time_out' })
    await expect(order()).rejects.toMatchObject({ code: 'protection.time_out' })
    refuse(null)
    set({ loyaltyShop: { gift: { ...ITEM, points: 60 } } })
    await expect(order()).rejects.toMatchObject({ code: 'loyalty.price_changed' })
    set({ loyaltyShop: {} })
    await expect(order()).rejects.toMatchObject({ code: 'loyalty.item_unknown' })
    expect(await points()).toMatchObject({ points: 90, orders: [] })
  })

  test('no points come of play during a break', async () => {
    const { id, round, takeBreak, wait, points } = await scene('pt-break')
    await round(id, 1000, 0)
    wait(1000)
    takeBreak(id, DAY)
    await round(id, 1000, 0)
    expect(await points()).toMatchObject({ points: 10 })
  })

  test('whatever happens in whatever order, the lots sum to the books, and no expired lot is spent', async () => {
    let brands = 0
    const step = fc.oneof(
      fc.record({ do: fc.constant('bet' as const), points: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ do: fc.constant('void' as const), which: fc.nat({ max: 5 }) }),
      fc.record({ do: fc.constant('again' as const), which: fc.nat({ max: 5 }) }),
      fc.record({ do: fc.constant('order' as const) }),
      fc.record({ do: fc.constant('return' as const) }),
      fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 2 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const at = await scene(`pt-any-${++brands}-${crypto.randomUUID().slice(0, 8)}`)
        at.set({ loyaltyPoints: { ...POINTS, lifeDays: 3 } })
        let games = 0
        for (const one of steps) {
          if (one.do === 'wait') at.wait(one.days * DAY)
          if (one.do === 'bet') {
            await at.bet(at.id, ++games, one.points * 100)
            at.betting.end(games, 0, 1)
          }
          if (one.do === 'void' && one.which < games) at.betting.end(one.which + 1)
          if (one.do === 'again' && one.which < games) at.betting.end(one.which + 1, 0, 1)
          await at.settle()
          if (one.do === 'order') await at.order().catch(refused)
          const [last] = (await at.points()).orders
          if (one.do === 'return' && last) await at.loyalty.returnOrder(at.member(at.id), last.orderId).catch(refused)
          const { left, moves, books } = await at.lots(at.id)
          const sum = left.reduce((total, each) => total + each, 0)
          expect([moves, books]).toEqual([sum, sum])
          expect(await at.spentOfExpired(at.id)).toBe(0)
        }
        expect(await at.breaksOfBooks()).toEqual([])
      }),
      { numRuns: 12 },
    )
  }, 240_000)
})

function refused(error: unknown): void {
  expect(String((error as { code?: string }).code)).toMatch(/^loyalty\./)
}
