import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveBonuses } from '#server/promo/promo-proof.ts'
import { freebetCode } from './freebet-funding.ts'
import { CAMPAIGN } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

const HOUR_MS = 3_600_000
/** A free bet of 10.00 whose winnings are staked once, on sport, from the bonus first. */
const WINS: Campaign = {
  ...CAMPAIGN,
  type: 'freebet',
  reward: { ...CAMPAIGN.reward, kind: 'freebet', winnings: 'bonus' },
  wagering: {
    ...{ ...CAMPAIGN.wagering, timesE2: 100, fundOrder: 'bonus_first' as const },
    ...{ productsPpm: { sport: 1_000_000 }, minimumOddsE3: 1000, maximumStakeMinor: 0 },
  },
  lifeMs: HOUR_MS,
}
const OTHER: Campaign = {
  ...WINS,
  reward: CAMPAIGN.reward,
  trigger: { ...CAMPAIGN.trigger, code: 'TWO' },
  wagering: { ...WINS.wagering, timesE2: 5000 },
}

/** What is left to say of a deposit by card. */
const DEPOSIT = {
  ...{ direction: 'deposit' as const, method_id: 'card', provider_id: 'simulated', currency: 'EUR', exponent: 2 },
  ...{ amount_minor: 3000, fee_minor: 0, arrived_minor: 3000, rules: '[]', fields: '{}', reference: null },
  ...{ redirect_url: null, reason: null, note: null, approvals_needed: 0, country: 'de', language: 'en', origin: '' },
  ...{ ask_at: null, review_report: null, review_from: null },
  ...{ created_at: new Date('2026-03-01T12:00:00Z'), expires_at: new Date('2026-03-02T12:00:00Z') },
} as const

await describeOnQuickestEngine('free bets whose winnings have to be played through', (database) => {
  /** A player with 5.00 of their own and a free bet of 10.00, which is staked at 3.50 on the first game. */
  async function scene(
    brandId: string,
    wagering: Partial<Campaign['wagering']> = {},
    reward: Partial<Campaign['reward']> = {},
  ) {
    const found = await bonusBettor(database().db, brandId, 500, {
      ...{ ...WINS, wagering: { ...WINS.wagering, ...wagering }, reward: { ...WINS.reward, ...reward } },
    })
    const { promo, player, sections, id, awardId, betting, end, settle, bet } = found
    Object.assign(sections.promo.campaigns, { two: OTHER })
    const free = (game: number) => bet(game, 1000, { odds: '3.50', promo: freebetCode(awardId) })
    expect(await free(1)).toMatchObject({ kind: 'accepted', possibleMinor: reward.isStakeReturned ? 3500 : 2500 })
    const won = async () => (await promo.awards(brandId, id)).filter(({ of_award_id }) => of_award_id === awardId)
    const all = async () => ({
      ...(await found.purse()),
      ...{ freebet: await found.held('freebet'), state: (await found.award()).state },
      won: (await won()).map((one) => [one.state, one.granted_minor + one.changed_minor, one.owed_minor]),
    })
    return {
      ...{ ...found, free, won, all },
      /** Settles a game, and says where all of it stands. */
      ends: async (...result: Parameters<typeof end>) => {
        end(...result)
        await settle()
        expect(betting.errors).toEqual([])
        return all()
      },
      next: () => promo.redeem(brandId, player, 'TWO'),
      refuse: async () => promo.refuse(brandId, { accountId: id, awardId: (await won())[0]?.award_id ?? 0 }),
    }
  }

  test('25.00 that one of 10.00 has won at 3.50 are a bonus by its frozen terms, and money once they are staked', async () => {
    const { ends, bet, won, award, promo, id } = await scene('fw-won')
    expect(await ends(1, 1, 0)).toEqual({
      ...{ cash: 500, bonus: 2500, freebet: 0, breaks: 0, state: 'spent', won: [['active', 2500, 0]] },
    })
    const [bonus] = await won()
    expect(bonus).toMatchObject({ target_minor: 2500, terms_hash: (await award()).terms_hash, charged_minor: 0 })
    expect((await promo.award('fw-won', id, (await award()).award_id)).award.winnings).toMatchObject([
      { award_id: bonus?.award_id },
    ])
    expect(await bet(2, 2500)).toMatchObject({ kind: 'accepted' })
    expect(await ends(2, 1, 0)).toMatchObject({ cash: 5500, bonus: 0, breaks: 0, won: [['converted', 2500, 0]] })
  })

  test('the stake is part of the bonus where the terms return it, and a cap takes the rest when it becomes money', async () => {
    const { ends, bet, won } = await scene('fw-cap', { capTimesE2: 100 }, { isStakeReturned: true })
    expect(await ends(1, 1, 0)).toMatchObject({ cash: 500, bonus: 3500 })
    await bet(2, 3500)
    expect(await ends(2, 1, 0)).toMatchObject({ cash: 4000, bonus: 0, breaks: 0, won: [['converted', 3500, 0]] })
    expect((await won())[0]).toMatchObject({ paid_minor: 3500, removed_minor: 3500 })
  })

  test('a lost one is nothing, a void one can be staked once more, and what each bet has won is a bonus of its own', async () => {
    const lost = await scene('fw-lost')
    expect(await lost.ends(1, 0, 1)).toMatchObject({
      cash: 500,
      bonus: 0,
      freebet: 0,
      breaks: 0,
      state: 'spent',
      won: [],
    })
    const { ends, free } = await scene('fw-void')
    expect(await ends(1)).toMatchObject({ cash: 500, bonus: 0, freebet: 1000, breaks: 0, state: 'ready', won: [] })
    expect(await free(2)).toMatchObject({ kind: 'accepted' })
    expect(await ends(2, 1, 0)).toMatchObject({ bonus: 2500, freebet: 0, breaks: 0, won: [['active', 2500, 0]] })
  })

  test('it waits while another bonus is played through, and begins when that is over', async () => {
    const { ends, next, promo, id } = await scene('fw-queue')
    const other = await next()
    expect(await ends(1, 1, 0)).toMatchObject({ bonus: 1000, breaks: 0, won: [['queued', 2500, 0]] })
    expect(await ends(1, 0, 1)).toMatchObject({ bonus: 1000, breaks: 0, won: [['cancelled', 0, 0]] })
    expect(await ends(1, 1, 0)).toMatchObject({
      breaks: 0,
      won: [
        ['queued', 2500, 0],
        ['cancelled', 0, 0],
      ],
    })
    await promo.refuse('fw-queue', { accountId: id, awardId: other })
    expect(await ends(9)).toMatchObject({
      bonus: 2500,
      breaks: 0,
      won: [
        ['active', 2500, 0],
        ['cancelled', 0, 0],
      ],
    })
  })

  test('a bet that has not won after all takes the bonus back, a void one gives the free bet back, and a won one the bonus', async () => {
    const { ends } = await scene('fw-again')
    await ends(1, 1, 0)
    expect(await ends(1, 0, 1)).toMatchObject({
      cash: 500,
      bonus: 0,
      freebet: 0,
      breaks: 0,
      won: [['cancelled', 0, 0]],
    })
    expect(await ends(1)).toMatchObject({ cash: 500, bonus: 0, freebet: 1000, breaks: 0, state: 'ready' })
    expect(await ends(1, 1, 0)).toMatchObject({ cash: 500, bonus: 2500, freebet: 0, breaks: 0, state: 'spent' })
  })

  test('what became money is taken back as far as there is some, the rest is owed, and repaid when the bet has won after all', async () => {
    const { ends, bet } = await scene('fw-owed')
    await ends(1, 1, 0)
    await bet(2, 2500, { odds: '1.20' })
    expect(await ends(2, 1, 0)).toMatchObject({ cash: 3500, won: [['converted', 2500, 0]] })
    await bet(3, 2000)
    expect(await ends(3, 0, 1)).toMatchObject({ cash: 1500 })
    expect(await ends(1, 0, 1)).toMatchObject({ cash: 0, bonus: 0, breaks: 0, won: [['converted', 0, 1000]] })
    expect(await ends(1, 1, 0)).toMatchObject({ cash: 1500, bonus: 0, breaks: 0, won: [['converted', 2500, 0]] })
  })

  test('what was lost in play is neither owed nor given a second time, and what a stake of it brings later is the house’s', async () => {
    const lost = await scene('fw-spent', { timesE2: 500 })
    await lost.ends(1, 1, 0)
    await lost.bet(2, 2500)
    expect(await lost.ends(2, 0, 1)).toMatchObject({ cash: 500, bonus: 0, breaks: 0, won: [['spent', 2500, 0]] })
    expect(await lost.ends(1, 0, 1)).toMatchObject({ cash: 500, bonus: 0, breaks: 0, won: [['cancelled', 0, 0]] })
    expect(await lost.ends(1, 1, 0)).toMatchObject({ cash: 500, bonus: 0, breaks: 0, won: [['cancelled', 2500, 0]] })
    const open = await scene('fw-open')
    await open.ends(1, 1, 0)
    await open.bet(2, 2000)
    expect(await open.ends(1, 0, 1)).toMatchObject({ cash: 500, bonus: 0, breaks: 0, won: [['cancelled', 0, 0]] })
    expect(await open.ends(2, 1, 0)).toMatchObject({ cash: 500, bonus: 0, breaks: 0 })
    // The 5.00 that were taken back of it are given again; the 20.00 on the other bet were the house's gain.
    expect(await open.ends(1, 1, 0)).toMatchObject({
      bonus: 500,
      breaks: 0,
      won: [
        ['active', 500, 0],
        ['cancelled', 2000, 0],
      ],
    })
  })

  test('it is given up, and its time ends, as of any bonus', async () => {
    const given = await scene('fw-refused')
    await given.ends(1, 1, 0)
    await given.refuse()
    expect(await given.all()).toMatchObject({ cash: 500, bonus: 0, breaks: 0, won: [['refused', 2500, 0]] })
    expect(await given.ends(1)).toMatchObject({ bonus: 0, freebet: 1000, breaks: 0, state: 'ready' })
    const late = await scene('fw-expired')
    await late.ends(1, 1, 0)
    late.betting.wait(HOUR_MS)
    await late.promo.expire('fw-expired')
    expect(await late.all()).toMatchObject({ cash: 500, bonus: 0, breaks: 0, won: [['expired', 2500, 0]] })
  })

  test('a deposit that is charged back takes along what its free bet has won, also where that has become money', async () => {
    for (const [brandId, odds, after] of [
      ['fw-charged', null, { cash: 500, bonus: 0, won: [['cancelled', 2500, 0]] }],
      ['fw-charged-late', '1.20', { cash: 500, bonus: 0, won: [['cancelled', 2500, 0]] }],
    ] as const) {
      const { ends, bet, betting, id, promo, all, awardId } = await scene(brandId)
      const dispute = async (state: 'succeeded' | 'disputed') => {
        const awards = state === 'succeeded' ? [awardId] : (await promo.awards(brandId, id)).map((one) => one.award_id)
        await betting.door.transaction(async (tx) => {
          const { payment_id } = await tx
            .insert('payment', { ...DEPOSIT, account_id: id, guid: state, state, changed_at: betting.now() })
            .returning('payment_id')
            .executeTakeFirstOrThrow()
          await tx.update('promo_award', { payment_id }).where('award_id', 'in', awards).execute()
        })
      }
      await dispute('succeeded')
      await ends(1, 1, 0)
      expect((await promo.awards(brandId, id)).every(({ payment_id }) => payment_id !== null)).toBe(true)
      if (odds !== null) {
        await bet(2, 2500, { odds })
        expect(await ends(2, 1, 0)).toMatchObject({ cash: 3500, won: [['converted', 2500, 0]] })
      }
      await dispute('disputed')
      await promo.takeBackCharged(brandId)
      expect(await all()).toMatchObject({ ...after, breaks: 0, state: 'cancelled' })
    }
  })

  test('where it is given for bets, its winnings are no promise for bets of their own, and bets that are put right change the free bet alone', async () => {
    const bets = { rule: 'first_lost', count: 1, stakedMinor: 0, minimumStakeMinor: 100 } as const
    const found = await bonusBettor(database().db, 'fw-task', 2000, {
      ...{ ...WINS, type: 'lost_first_bet' },
      trigger: { ...WINS.trigger, on: 'bets', code: '', bets: { ...bets, minimumOddsE3: 1000, minimumLegs: 1 } },
      reward: { ...WINS.reward, fixedMinor: 0, percentE4: 10_000 },
    })
    const { bet, end, settle, purse, promo, id, awardId, betting } = found
    await bet(1, 1000)
    end(1, 0, 1)
    await settle()
    betting.wait(1000)
    expect(await bet(2, 1000, { odds: '3.50', promo: freebetCode(awardId) })).toMatchObject({ kind: 'accepted' })
    end(2, 1, 0)
    await settle()
    expect(await purse()).toEqual({ cash: 1000, bonus: 2500, breaks: 0 })
    betting.wait(1000)
    await bet(3, 500)
    end(3, 0, 1)
    await settle()
    const states = async () => (await promo.awards('fw-task', id)).map((one) => [one.state, one.granted_minor])
    expect(await states()).toEqual([
      ['active', 2500],
      ['spent', 1000],
    ])
    end(1, 1, 0)
    await settle()
    expect(await states()).toEqual([
      ['active', 2500],
      ['spent', 1000],
    ])
    expect((await found.award()).owed_minor).toBe(1000)
    expect((await purse()).breaks).toBe(0)
  })

  test('LEDGER-2: the proof finds bonuses that are not what the bet has paid, and a change that moved something else', async () => {
    const { ends, won, betting } = await scene('fw-proof')
    await ends(1, 1, 0)
    const [bonus] = await won()
    const kinds = (change: object) =>
      betting.door.transaction(async (tx) => {
        await tx
          .update('promo_award', change)
          .where('award_id', '=', bonus?.award_id ?? 0)
          .execute()
        return (await proveBonuses(tx)).breaks.map(({ kind }) => kind)
      })
    expect(await kinds({ changed_minor: -100 })).toEqual(['winnings-not-of-bet'])
    expect(await kinds({ changed_minor: 0, moved_minor: -100 })).toEqual(['winnings-not-of-bet'])
    expect(await kinds({ moved_minor: 0 })).toEqual([])
  })

  test('whatever is settled in whatever order, the books hold, and a bet that has not won in the end has left nothing', async () => {
    let names = 0
    const result = fc.constantFrom([1, 0], [0, 1], [])
    await fc.assert(
      fc.asyncProperty(fc.array(result, { maxLength: 5 }), fc.boolean(), async (results, plays) => {
        const { ends, bet, all } = await scene(`fw-any-${++names}`)
        await ends(1, 1, 0)
        if (plays) await bet(2, 500, { odds: '1.50' })
        for (const [home, away] of results)
          expect(await (home === undefined ? ends(1) : ends(1, home, away ?? 0))).toMatchObject({ breaks: 0 })
        if (plays) await ends(2, 0, 1)
        const { cash, bonus, won, breaks } = await all()
        const isWon = results.length === 0 || results.at(-1)?.[0] === 1
        expect(breaks).toBe(0)
        expect(won.every(([, , owed]) => owed === 0)).toBe(true)
        expect([cash, bonus]).toEqual([500, isWon ? 2500 - (plays ? 500 : 0) : 0])
      }),
      { numRuns: 8 },
    )
  })
})
