import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

/** The first deposit once more, 50.00 at most, staked once at slots. */
const DOUBLED: Campaign = {
  ...CAMPAIGN,
  trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 0, code: '' },
  reward: { fixedMinor: 0, percentE4: 10_000, maximumMinor: 5000 },
  wagering: { ...CAMPAIGN.wagering, timesE2: 100, fundOrder: 'bonus_first' },
}
const PLAYED = { ...DOUBLED.wagering, timesE2: 0, productsPpm: {} }

await describeOnQuickestEngine('bonuses of deposits that are charged back', (database) => {
  async function scene(brandId: string, campaign: Campaign = DOUBLED) {
    const second: Campaign = { ...DOUBLED, trigger: { ...DOUBLED.trigger, depositNumber: 2 } }
    const found = createTestPromo(database().db, brandId, { one: campaign, second, ten: CAMPAIGN })
    const { casino, promo, player, deposit, purse, award } = found
    const id = await casino.newPlayer(0)
    await promo.claim(brandId, player(id), 'one')
    await deposit(id, 1, 3000)
    await promo.fundClaims(brandId)
    const sessionId = await casino.session(id)
    return {
      ...{ ...found, id },
      /** A round whose name is its stake. */
      round: async (stake: number, won: number) => {
        const round = { sessionId, roundId: `r${stake}`, gameId: 'book' }
        await casino.apply({ ...round, actionId: `b${stake}`, kind: 'bet', amountMinor: stake } as never)
        await casino.apply({ ...round, actionId: `w${stake}`, kind: 'win', amountMinor: won, endsRound: true } as never)
      },
      chargeBack: async () => {
        const disputed = { state: 'disputed' } as const
        await casino.door.transaction((tx) =>
          tx.update('payment', disputed).where('account_id', '=', id).where('deposit_number', '=', 1).execute(),
        )
        const count = await promo.takeBackCharged(brandId)
        const { state, owed_minor: owed, charged_back_minor: back } = await award(id)
        return { count, ...(await purse(id)), state, owed, back, breaks: (await casino.breaks()).length }
      },
    }
  }
  const TAKEN = { count: 1, state: 'cancelled', breaks: 0 }

  test('a bonus that is played through is taken back, once', async () => {
    const { chargeBack, purse, id } = await scene('cb-active')
    expect(await purse(id)).toEqual({ cash: 0, bonus: 3000 })
    expect(await chargeBack()).toEqual({ ...TAKEN, cash: 0, bonus: 0, owed: 0, back: 0 })
    expect(await chargeBack()).toMatchObject({ count: 0, state: 'cancelled' })
  })

  test('what has become money is taken from it; what the player has spent is owed and comes off their next bonus', async () => {
    const { chargeBack, round, purse, id, promo, player, deposit, brandId, award } = await scene('cb-money')
    await round(3000, 4000)
    expect(await purse(id)).toEqual({ cash: 4000, bonus: 0 })
    await round(2500, 0)
    expect(await chargeBack()).toEqual({ ...TAKEN, cash: 0, bonus: 0, owed: 2500, back: 4000 })
    await promo.claim(brandId, player(id), 'second')
    await deposit(id, 2, 3000)
    await promo.fundClaims(brandId)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 500 })
    expect((await promo.awards(brandId, id)).map(({ owed_minor: owed }) => owed)).toEqual([0, 0])
    expect(await award(id)).toMatchObject({ granted_minor: 500, state: 'active' })
  })

  test('one that waits for its turn is taken off the queue, and its budget is free again', async () => {
    const { promo, brandId, casino, player, deposit, award } = await scene('cb-none')
    const id = await casino.newPlayer(0)
    await promo.redeem(brandId, player(id), 'TEN')
    await promo.claim(brandId, player(id), 'one')
    await deposit(id, 1, 3000)
    await promo.fundClaims(brandId)
    const budget = () =>
      casino.door.transaction((tx) =>
        tx.select('promo_budget').select('charged_minor').where('campaign_id', '=', 'one').executeTakeFirst(),
      )
    expect(await budget()).toEqual({ charged_minor: 6000 })
    await casino.door.transaction((tx) =>
      tx.update('payment', { state: 'disputed' }).where('account_id', '=', id).execute(),
    )
    expect(await promo.takeBackCharged(brandId)).toBe(1)
    expect(await budget()).toEqual({ charged_minor: 3000 })
    const states = (await promo.awards(brandId, id)).map(({ campaign_id, state }) => [campaign_id, state])
    expect(Object.fromEntries(states)).toEqual({ ten: 'active', one: 'cancelled' })
    expect((await award(id)).campaign_id).toBe('ten')
    expect(await casino.breaks()).toEqual([])
  })

  test('a free bet that was not used goes back to the house', async () => {
    const { chargeBack } = await scene('cb-free', {
      ...{ ...DOUBLED, wagering: PLAYED },
      reward: { kind: 'freebet', fixedMinor: 500, percentE4: 0, maximumMinor: 500, isStakeReturned: false },
    })
    expect(await chargeBack()).toEqual({ ...TAKEN, cash: 0, bonus: 0, owed: 0, back: 0 })
  })

  test('a bonus that was used up leaves nothing to be taken, and one that no deposit has brought stays', async () => {
    const { chargeBack, round, promo, brandId, player, id } = await scene('cb-spent', {
      ...DOUBLED,
      wagering: { ...DOUBLED.wagering, timesE2: 500 },
    })
    await round(3000, 0)
    await promo.redeem(brandId, player(id), 'TEN')
    expect(await chargeBack()).toMatchObject({ count: 1, cash: 0, bonus: 1000, owed: 0, breaks: 0 })
  })
})
