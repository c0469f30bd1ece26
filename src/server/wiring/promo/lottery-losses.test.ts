import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { baseSection } from '#server/site/base-section.ts'
import { createTestLottery } from './lottery-play.test-support.ts'
import { createTestLoyalty, DAY } from './loyalty/loyalty.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

/** A tenth of what tickets and slots lose in a day comes back as a free bet. */
const BACK: Campaign = {
  ...{ ...CAMPAIGN, lifeMs: DAY },
  trigger: {
    ...{ on: 'losses', depositNumber: 0, minimumDepositMinor: 0, code: '' },
    losses: { products: ['lottery', 'slots'], games: [], excludedGames: [], minimumLossMinor: 0 },
  },
  reward: { kind: 'freebet', fixedMinor: 0, percentE4: 1000, maximumMinor: 5000 },
  wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
}

await describeOnQuickestEngine('losses at lotteries', (database) => {
  async function scene(brandId: string, campaign: Campaign = BACK) {
    const found = createTestPromo(database().db, brandId, { back: campaign })
    const { casino, promo, player } = found
    const id = await casino.newPlayer(100_000)
    await promo.claim(brandId, player(id), 'back')
    const lottery = createTestLottery(casino.door, casino.now)
    return {
      ...{ ...found, id },
      buy: (price: number) => lottery.buy(id, price),
      settle: (ticket: number, won: number, isRefund = false) => lottery.settle(id, ticket, won, isRefund),
      after: async (ms: number) => {
        casino.wait(ms)
        await promo.countBets(brandId)
        const { award_id, state, granted_minor: given } = await found.award(id)
        const { award, stakes } = await promo.award(brandId, id, award_id)
        return { state, given, net: award.netLossMinor, counts: stakes.map(({ counted, reason }) => [counted, reason]) }
      },
    }
  }

  test('tickets count with rounds: what they have cost, wins taken off; refunds count nothing, and each says why', async () => {
    const { buy, settle, after, casino, id } = await scene('ll-net')
    const sessionId = await casino.session(id)
    await casino.apply({ sessionId, roundId: 'r', actionId: 'b', kind: 'bet', amountMinor: 2000 })
    await casino.apply({ sessionId, roundId: 'r', actionId: 'w', kind: 'win', amountMinor: 0, endsRound: true })
    casino.wait(1)
    await settle(await buy(3000), 0)
    casino.wait(1)
    await settle(await buy(1000), 1500)
    casino.wait(1)
    await settle(await buy(4000), 4000, true)
    expect(await after(1)).toEqual({
      ...{ state: 'claimed', given: 0, net: 4500 },
      counts: [
        ['0/1', 'promo.counts_not_void'],
        ['-500/1', 'promo.counts_round_win'],
        ['3000/1', 'promo.counts_round_loss'],
        ['2000/1', 'promo.counts_round_loss'],
      ],
    })
    expect(await after(DAY)).toMatchObject({ state: 'ready', given: 450 })
    expect(await casino.breaks()).toEqual([])
  })

  test('a ticket that waits for its draw is waited for, and one that is bought later counts nothing', async () => {
    const { buy, settle, after } = await scene('ll-open')
    const ticket = await buy(3000)
    expect(await after(DAY)).toMatchObject({ state: 'claimed', given: 0 })
    await settle(await buy(5000), 0)
    await settle(ticket, 0)
    expect(await after(60_000)).toMatchObject({ state: 'ready', given: 300 })
  })

  test('where lotteries are not among the kinds, their tickets count nothing', async () => {
    const losses = { products: ['slots' as const], games: [], excludedGames: [], minimumLossMinor: 0 }
    const { buy, settle, after } = await scene('ll-not', { ...BACK, trigger: { ...BACK.trigger, losses } })
    await settle(await buy(3000), 0)
    expect(await after(1)).toMatchObject({ net: 0, counts: [] })
    expect(await after(DAY)).toMatchObject({ state: 'spent', given: 0 })
  })

  test('PROMO-22: cashback and experience count tickets once, unless the programme leaves lotteries out', async () => {
    const of = async (brandId: string, excludedProducts: readonly 'lottery'[]) => {
      const { casino, keep, set, view, wait, cash } = createTestLoyalty(database().db, brandId)
      const { loyalty } = baseSection('promo')
      set({ loyalty: { ...loyalty, excludedProducts: [...excludedProducts], mostOfStakesE4: 10_000 } })
      const id = await casino.newPlayer(100_000)
      await keep()
      wait(1000)
      const lottery = createTestLottery(casino.door, casino.now)
      await lottery.settle(id, await lottery.buy(id, 20_000), 0)
      await lottery.settle(id, await lottery.buy(id, 4765), 1000)
      await lottery.buy(id, 1000)
      await keep()
      await keep()
      const { periods, standing } = await view(id)
      const before = (await cash(id)) ?? 0
      wait(7 * DAY)
      await keep()
      return {
        losses: periods.map(({ loss_minor }) => loss_minor),
        xp: standing.xp,
        paid: ((await cash(id)) ?? 0) - before,
      }
    }
    // 5 % of 237.65 is 11.88.
    expect(await of('ll-cashback', [])).toEqual({ losses: [23_765], xp: 247, paid: 1188 })
    expect(await of('ll-left-out', ['lottery'])).toMatchObject({ xp: 0, paid: 0 })
  })
})
