import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOSSES = { products: ['slots'], games: [], excludedGames: [], minimumLossMinor: 500 } as const
/** A tenth of what slots take within a day comes back as a free bet, 5.00 at most. */
const CASHBACK: Campaign = {
  ...{ ...CAMPAIGN, lifeMs: DAY_MS },
  trigger: {
    ...{ on: 'losses', depositNumber: 0, minimumDepositMinor: 0, code: '' },
    losses: { ...LOSSES, products: ['slots'], games: [], excludedGames: [] },
  },
  reward: { kind: 'freebet', fixedMinor: 0, percentE4: 1000, maximumMinor: 500 },
  wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
}

await describeOnQuickestEngine('bonuses for losses at games', (database) => {
  /** A player who has taken the bonus and plays. */
  async function scene(brandId: string, campaign: Campaign = CASHBACK, others: Record<string, Campaign> = {}) {
    const found = createTestPromo(database().db, brandId, { back: campaign, ...others })
    const { casino, promo, player } = found
    const id = await casino.newPlayer(100_000)
    const take = () => promo.claim(brandId, player(id), 'back')
    let names = 0
    let sessionId = await casino.session(id)
    const apply = (name: string, kind: 'bet' | 'win' | 'rollback', more: object) =>
      casino.apply({ sessionId, actionId: `${kind}-${name}`, kind, ...more } as never, { switchesGames: true })
    return {
      ...{ ...found, id, take },
      signIn: async () => {
        sessionId = await casino.session(id)
      },
      begin: (name: string, stake: number, gameId = 'book') =>
        apply(name, 'bet', { roundId: name, gameId, amountMinor: stake }),
      end: (name: string, won: number, gameId = 'book') =>
        apply(name, 'win', { roundId: name, gameId, amountMinor: won, endsRound: true }),
      takeBack: (name: string) => apply(name, 'rollback', { reference: `bet-${name}` }),
      round: async (stake: number, won: number, gameId = 'book') => {
        const name = `r${++names}`
        await apply(name, 'bet', { roundId: name, gameId, amountMinor: stake })
        await apply(name, 'win', { roundId: name, gameId, amountMinor: won, endsRound: true })
        return name
      },
      /** Lets time pass, and the server look. */
      wait: async (ms: number) => {
        casino.wait(ms)
        await promo.countBets(brandId)
        await promo.expire(brandId)
      },
      now: async () => {
        const { state, granted_minor: given, owed_minor: owed } = await found.award(id)
        return { state, given, owed, breaks: (await found.casino.breaks()).length }
      },
      explained: async () => {
        const { award_id } = await found.award(id)
        const { award, stakes } = await promo.award(brandId, id, award_id)
        return { net: award.netLossMinor, counts: stakes.map(({ counted, reason }) => [counted, reason]) }
      },
    }
  }

  test('PROMO-19, PROMO-23: a share of what slots have taken in a day, wins taken off, by the games that count; each round says why', async () => {
    const { take, round, now, wait, explained } = await scene('cl-net')
    await round(9000, 0)
    await wait(1000)
    await take()
    await round(3000, 0)
    await round(1000, 2500)
    await round(2000, 0, 'table')
    expect(await explained()).toEqual({
      net: 1500,
      counts: [
        ['0/1', 'promo.counts_not_product'],
        ['-1500/1', 'promo.counts_round_win'],
        ['3000/1', 'promo.counts_round_loss'],
      ],
    })
    await wait(HOUR_MS)
    expect(await now()).toEqual({ state: 'claimed', given: 0, owed: 0, breaks: 0 })
    await wait(DAY_MS)
    expect(await now()).toEqual({ state: 'ready', given: 150, owed: 0, breaks: 0 })
    // What is played after its time changes nothing.
    await round(5000, 0)
    await wait(HOUR_MS)
    expect(await now()).toEqual({ state: 'ready', given: 150, owed: 0, breaks: 0 })
  })

  test('PROMO-22: a profit, and a loss below the least one, bring nothing', async () => {
    const won = await scene('cl-won')
    await won.take()
    await won.round(1000, 0)
    await won.round(1000, 5000)
    await won.wait(DAY_MS)
    expect(await won.now()).toEqual({ state: 'spent', given: 0, owed: 0, breaks: 0 })
    const small = await scene('cl-small')
    await small.take()
    await small.round(499, 0)
    await small.wait(DAY_MS)
    expect(await small.now()).toEqual({ state: 'spent', given: 0, owed: 0, breaks: 0 })
  })

  test('PROMO-18: a round that is taken back later makes the bonus smaller, and of a used one the difference is owed', async () => {
    const { take, round, now, wait, takeBack, promo, brandId, id } = await scene('cl-back')
    await take()
    const first = await round(2000, 0)
    const second = await round(1500, 0)
    await wait(DAY_MS)
    expect(await now()).toEqual({ state: 'ready', given: 350, owed: 0, breaks: 0 })
    await takeBack(first)
    await wait(HOUR_MS)
    expect(await now()).toEqual({ state: 'ready', given: 150, owed: 0, breaks: 0 })
    await takeBack(second)
    await wait(HOUR_MS)
    expect(await now()).toEqual({ state: 'spent', given: 0, owed: 0, breaks: 0 })
    expect(await promo.awards(brandId, id)).toHaveLength(1)
  })

  test('a round that is open at the end is waited for, a week at most', async () => {
    const { take, begin, end, now, wait } = await scene('cl-open')
    await take()
    await begin('long', 2000)
    await wait(DAY_MS)
    expect((await now()).state).toBe('claimed')
    await end('long', 0)
    await wait(HOUR_MS)
    expect(await now()).toEqual({ state: 'ready', given: 200, owed: 0, breaks: 0 })
    const left = await scene('cl-left')
    await left.take()
    await left.round(1000, 0)
    await left.begin('long', 2000)
    await left.wait(7 * DAY_MS)
    expect((await left.now()).state).toBe('claimed')
    await left.wait(DAY_MS)
    expect(await left.now()).toEqual({ state: 'ready', given: 100, owed: 0, breaks: 0 })
    await left.end('long', 0)
    await left.wait(HOUR_MS)
    expect(await left.now()).toEqual({ state: 'ready', given: 300, owed: 0, breaks: 0 })
  })

  test('a player who may not play is given nothing until they may, and then what was lost in its time', async () => {
    const { take, round, now, wait, refuse } = await scene('cl-away')
    await take()
    await round(2000, 0)
    refuse({ reason: 'protection.excluded' })
    await wait(DAY_MS)
    await wait(3 * HOUR_MS)
    expect(await now()).toEqual({ state: 'claimed', given: 0, owed: 0, breaks: 0 })
    refuse(null)
    await round(5000, 0)
    await wait(HOUR_MS + 1)
    expect(await now()).toEqual({ state: 'ready', given: 200, owed: 0, breaks: 0 })
  })

  test('PROMO-18: what a bonus has paid of, and free rounds, count nothing', async () => {
    const ten: Campaign = { ...CAMPAIGN, wagering: { ...CAMPAIGN.wagering, fundOrder: 'bonus_first' } }
    const { take, round, promo, brandId, player, id } = await scene('cl-bonus', CASHBACK, { ten })
    await take()
    await promo.redeem(brandId, player(id), 'TEN')
    await round(600, 0)
    const { award_id } = (await promo.awards(brandId, id)).find(({ campaign_id }) => campaign_id === 'back') ?? {}
    const { award, stakes } = await promo.award(brandId, id, award_id ?? 0)
    expect(award.netLossMinor).toBe(0)
    expect(stakes.map(({ reason }) => reason)).toEqual(['promo.counts_not_own_round'])
  })

  test('PROMO-15: by the week it is had each week, and its time ends on Monday in the zone of the brand', async () => {
    const weekly: Campaign = { ...CASHBACK, lifeMs: 7 * DAY_MS, trigger: { ...CASHBACK.trigger, every: 'week' } }
    const { casino, signIn, take, round, promo, brandId, id, wait } = await scene('cl-week', weekly)
    casino.wait(Date.parse('2028-06-07T10:00:00Z') - casino.now().getTime())
    await signIn()
    await take()
    await round(2000, 0)
    await expect(take()).rejects.toMatchObject({ code: 'promo.had_before' })
    casino.wait(Date.parse('2028-06-11T22:30:00Z') - casino.now().getTime())
    await signIn()
    await wait(0)
    await round(4000, 0)
    await wait(1000)
    await take()
    await round(1000, 0)
    await wait(8 * DAY_MS)
    const given = (await promo.awards(brandId, id)).map(({ granted_minor, cause }) => [granted_minor, cause])
    expect(given.toSorted()).toEqual([
      [100, 'week/2028-06-12'],
      [200, 'week/2028-06-05'],
    ])
  })

  test('PROMO-15: whatever is won and lost, the bonus is the share of the loss, rounded down, and never more than the most', async () => {
    let runs = 0
    const rounds = fc.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 3000 })), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(rounds, async (played) => {
        const { take, round, now, wait } = await scene(`cl-any-${++runs}`)
        await take()
        for (const [stake, won] of played) await round(stake, won)
        await wait(DAY_MS)
        const net = played.reduce((sum, [stake, won]) => sum + stake - won, 0)
        const due = net >= 500 ? Math.min(500, Math.floor(net / 10)) : 0
        expect(await now()).toEqual({ state: due > 0 ? 'ready' : 'spent', given: due, owed: 0, breaks: 0 })
      }),
      { numRuns: 8 },
    )
  })
})
