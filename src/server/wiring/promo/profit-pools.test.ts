import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { betOn, START, seen } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

const DAY_MS = 86_400_000
const BETS = {
  rule: 'pool',
  count: 1,
  stakedMinor: 0,
  minimumStakeMinor: 0,
  minimumOddsE3: 1000,
  minimumLegs: 1,
} as const

/** A pool that players share until `endsAt`. */
function poolOf(endsAt: Date, reward: Partial<Campaign['reward']>): Campaign {
  return {
    ...{ ...CAMPAIGN, type: 'distribution_of_profits', lifeMs: DAY_MS, endsAt: endsAt.toISOString() },
    trigger: { on: 'bets', depositNumber: 0, minimumDepositMinor: 0, code: '', bets: BETS },
    reward: { fixedMinor: 0, percentE4: 0, maximumMinor: 1_000_000, ...reward },
    wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {}, maximumStakeMinor: 0 },
  }
}

await describeOnQuickestEngine('distribution of profits', (database) => {
  async function scene(brandId: string, reward: Partial<Campaign['reward']>, players: number) {
    const campaign = poolOf(new Date(START.getTime() + 10 * DAY_MS), reward)
    const found = await bonusBettor(database().db, brandId, 100_000, campaign)
    const { betting, promo } = found
    const others: number[] = []
    for (let count = 1; count < players; count += 1) {
      const accountId = await betting.newPlayer(100_000)
      await promo.claim(brandId, { accountId, currency: 'EUR', country: 'de' }, 'ten')
      others.push(accountId)
    }
    const all = [found.id, ...others]
    return {
      ...found,
      betting,
      bet: async (place: number, game: number, summ: number) => {
        betting.price(game, '2.00')
        const payload = betOn([seen(game, '2.00')], { summ, groupsSumms: [summ] })
        const bettor = { brandId, accountId: all[place] ?? 0 }
        return betting.betting.placeBet(bettor, { betGuid: betting.newGuid(), payload, currency: 'EUR' })
      },
      shares: async () => {
        const rows = await Promise.all(all.map((accountId) => promo.awards(brandId, accountId)))
        return rows.map(([award]) => ({ state: award?.state, given: award?.granted_minor }))
      },
    }
  }

  test('PROMO-19: type 9: an amount is shared out by what was staked, to the last cent, once the campaign has ended', async () => {
    const { bet, end, settle, shares, betting, purse } = await scene('pl-eight', { fixedMinor: 10_001 }, 8)
    for (const [place, units] of [5, 5, 5, 5, 10, 20, 40, 10].entries()) await bet(place, place + 1, units * 100)
    for (let game = 1; game <= 8; game += 1) end(game, 0, 1)
    await settle()
    expect((await shares())[0]).toEqual({ state: 'claimed', given: 0 })
    betting.wait(11 * DAY_MS)
    await settle()
    await settle()
    expect((await shares()).map(({ given }) => given)).toEqual([500, 500, 500, 500, 1000, 2000, 4001, 1000])
    expect((await purse()).breaks).toBe(0)
  })

  test('type 9: a tenth of what the house has won; void bets and players without a stake get nothing', async () => {
    const { bet, end, settle, shares, betting } = await scene('pl-tenth', { percentE4: 1000 }, 3)
    await bet(0, 1, 3000)
    await bet(1, 2, 1000)
    await bet(1, 3, 9000)
    end(1, 0, 1)
    end(2, 0, 1)
    end(3)
    betting.wait(11 * DAY_MS)
    await settle()
    expect(await shares()).toEqual([
      { state: 'converted', given: 300 },
      { state: 'converted', given: 100 },
      { state: 'spent', given: 0 },
    ])
  })

  test('type 9: a pool waits for open bets, but not longer than a week, and no later result changes a share', async () => {
    const { bet, end, settle, shares, betting, purse } = await scene('pl-wait', { percentE4: 10_000 }, 2)
    await bet(0, 1, 1000)
    await bet(1, 2, 1000)
    end(1, 0, 1)
    betting.wait(11 * DAY_MS)
    await settle()
    expect((await shares())[0]).toMatchObject({ state: 'claimed' })
    betting.wait(7 * DAY_MS)
    await settle()
    expect(await shares()).toEqual([
      { state: 'converted', given: 1000 },
      { state: 'spent', given: 0 },
    ])
    end(1, 1, 0)
    end(2, 0, 1)
    await settle()
    expect((await shares()).map(({ given }) => given)).toEqual([1000, 0])
    expect((await purse()).breaks).toBe(0)
  })

  test('PROMO-23: type 9: while the campaign is on, a player sees the pool and their share of it by the bets that are settled', async () => {
    const { bet, end, settle, award, betting } = await scene('pl-now', { percentE4: 1000 }, 3)
    expect((await award()).pool).toEqual({ poolMinor: 0, stakedMinor: 0, shareMinor: 0 })
    await bet(0, 1, 3000)
    await bet(1, 2, 1000)
    await bet(2, 3, 5000)
    end(1, 0, 1)
    end(2, 0, 1)
    await settle()
    expect((await award()).pool).toEqual({ poolMinor: 400, stakedMinor: 3000, shareMinor: 300 })
    // What a player wins makes it smaller, and their stake counts toward their share.
    end(3, 1, 0)
    await settle()
    expect((await award()).pool).toEqual({ poolMinor: 0, stakedMinor: 3000, shareMinor: 0 })
    end(2)
    end(3, 0, 1)
    await settle()
    expect((await award()).pool).toEqual({ poolMinor: 800, stakedMinor: 3000, shareMinor: 300 })
    betting.wait(11 * DAY_MS)
    await settle()
    expect(await award()).toMatchObject({ state: 'converted', granted_minor: 300 })
    expect((await award()).pool).toBeUndefined()
  })

  test('a house that has lost shares nothing out', async () => {
    const { bet, end, settle, shares, betting } = await scene('pl-lost', { percentE4: 1000 }, 1)
    await bet(0, 1, 1000)
    end(1, 1, 0)
    betting.wait(11 * DAY_MS)
    await settle()
    expect(await shares()).toEqual([{ state: 'spent', given: 0 }])
  })
})
