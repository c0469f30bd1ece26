import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

/** 10.00 for sport that are staked once, from the bonus first. */
const ONCE: Campaign = {
  ...{ ...CAMPAIGN, type: 'sport' },
  wagering: { ...CAMPAIGN.wagering, timesE2: 100, fundOrder: 'bonus_first', productsPpm: { sport: 1_000_000 } },
}
const LONG: Campaign = {
  ...ONCE,
  trigger: { ...ONCE.trigger, code: 'TWO' },
  wagering: { ...ONCE.wagering, timesE2: 5000 },
}
const SLOTS = { ...CAMPAIGN.wagering, fundOrder: 'bonus_first' as const }

await describeOnQuickestEngine('bets that are settled again after the end of their bonus', (database) => {
  async function scene(brandId: string, terms: Partial<Campaign['wagering']> = {}, minor = 0) {
    const first = { ...ONCE, wagering: { ...ONCE.wagering, ...terms } }
    const found = await bonusBettor(database().db, brandId, minor, first)
    const { promo, player, sections, id, awardId, purse, betting, settle, end } = found
    Object.assign(sections.promo.campaigns, { two: LONG })
    return {
      ...found,
      next: () => promo.redeem(brandId, player, 'TWO'),
      refuse: () => promo.refuse(brandId, { accountId: id, awardId }),
      /** Settles a game, and says what the player has and owes. */
      ends: async (...result: Parameters<typeof end>) => {
        end(...result)
        await settle()
        const { state, owed_minor: owed } = await found.award()
        return { ...(await purse()), state, owed, errors: betting.errors.length }
      },
    }
  }
  const CLEAN = { breaks: 0, errors: 0 }

  test('a win that became money is taken from the player’s own money, never from the bonus that they have by now', async () => {
    const { bet, ends, next } = await scene('bc-lost')
    await bet(1, 1000)
    expect(await ends(1, 1, 0)).toEqual({ cash: 2000, bonus: 0, state: 'converted', owed: 0, ...CLEAN })
    await next()
    expect(await ends(1, 0, 1)).toEqual({ cash: 0, bonus: 1000, state: 'converted', owed: 0, ...CLEAN })
    expect(await ends(1, 1, 0)).toEqual({ cash: 2000, bonus: 1000, state: 'converted', owed: 0, ...CLEAN })
    expect(await ends(1)).toEqual({ cash: 1000, bonus: 1000, state: 'converted', owed: 0, ...CLEAN })
  })

  test('what the player has spent of it is owed, and repaid when the bet is won after all', async () => {
    const { bet, ends, next } = await scene('bc-owed')
    await bet(1, 1000)
    await ends(1, 1, 0)
    await bet(2, 1500)
    await next()
    expect(await ends(1, 0, 1)).toEqual({ cash: 0, bonus: 1000, state: 'converted', owed: 1500, ...CLEAN })
    expect(await ends(1, 1, 0)).toEqual({ cash: 500, bonus: 1000, state: 'converted', owed: 0, ...CLEAN })
  })

  test('a cap takes off first what it had left out', async () => {
    const { bet, ends, next } = await scene('bc-cap', { capTimesE2: 150 })
    await bet(1, 1000)
    expect(await ends(1, 1, 0)).toMatchObject({ cash: 1500, bonus: 0, state: 'converted' })
    await next()
    expect(await ends(1)).toEqual({ cash: 1000, bonus: 1000, state: 'converted', owed: 0, ...CLEAN })
    expect(await ends(1, 1, 0)).toEqual({ cash: 1500, bonus: 1000, state: 'converted', owed: 0, ...CLEAN })
  })

  test.each(['refused', 'expired'])(
    'a bet of a bonus that is %s pays and takes from the house alone',
    async (state) => {
      const { bet, ends, next, refuse, betting, promo, settle } = await scene(`bc-${state}`, { timesE2: 5000 })
      await bet(1, 400)
      await bet(2, 400)
      await ends(1, 1, 0)
      betting.wait(state === 'expired' ? ONCE.lifeMs : 1)
      if (state === 'expired') await promo.expire(`bc-${state}`)
      else await refuse()
      await next()
      const after = { cash: 0, bonus: 1000, state, owed: 0, ...CLEAN }
      expect(await ends(1, 0, 1)).toEqual(after)
      expect(await ends(1, 1, 0)).toEqual(after)
      expect(await ends(2, 1, 0)).toEqual(after)
      expect(await ends(2)).toEqual(after)
      await settle()
    },
  )

  test('a bonus that was used up continues with a bet that is won after all, unless another one is played through', async () => {
    const { bet, ends } = await scene('bc-again', { timesE2: 500 })
    await bet(1, 1000)
    expect(await ends(1, 0, 1)).toMatchObject({ cash: 0, bonus: 0, state: 'spent' })
    expect(await ends(1, 1, 0)).toEqual({ cash: 0, bonus: 2000, state: 'active', owed: 0, ...CLEAN })
    expect(await ends(1, 0, 1)).toEqual({ cash: 0, bonus: 0, state: 'spent', owed: 0, ...CLEAN })
    const other = await scene('bc-again-2', { timesE2: 500 })
    await other.bet(1, 1000)
    await other.ends(1, 0, 1)
    await other.next()
    const still = { cash: 0, bonus: 1000, state: 'spent', owed: 0, ...CLEAN }
    expect(await other.ends(1, 1, 0)).toEqual(still)
    expect(await other.ends(1, 0, 1)).toEqual(still)
  })

  test('while it is played through, what it lacks for a correction is owed', async () => {
    const { bet, ends } = await scene('bc-active', { timesE2: 5000 })
    await bet(1, 1000)
    await ends(1, 1, 0)
    await bet(2, 1800)
    expect(await ends(1, 0, 1)).toEqual({ cash: 0, bonus: 0, state: 'active', owed: 1800, ...CLEAN })
    expect(await ends(2, 1, 0)).toEqual({ cash: 0, bonus: 1800, state: 'active', owed: 0, ...CLEAN })
  })

  test('a live bet that is decided after the end of its bonus belongs to that one', async () => {
    const { betting, bet, ends, next, refuse, stakes, promo, id } = await scene('bc-live', { timesE2: 5000 })
    const { betting: terms } = betting.sections
    betting.sections.betting = { ...terms, liveBetDelayMs: 5000, liveBetDelayMsBySport: {} }
    const live = await bet(1, 600, { isLive: true })
    expect(live).toMatchObject({ kind: 'pending' })
    betting.wait(1)
    await refuse()
    const two = await next()
    betting.wait(5000)
    await betting.betting.resolveDueBets('bc-live')
    expect(await ends(1, 1, 0)).toEqual({ cash: 0, bonus: 1000, state: 'refused', owed: 0, ...CLEAN })
    expect(await stakes()).toEqual([])
    expect((await promo.award('bc-live', id, two)).stakes).toEqual([])
  })

  test('a bet that is cashed out after the end of its bonus pays where that one has gone', async () => {
    const sell = async (brandId: string, terms: Partial<Campaign['wagering']>) => {
      const found = await scene(brandId, terms)
      const { betting, bet, ends, next, id, purse, refuse } = found
      await bet(1, 500)
      await bet(2, 500)
      await ends(1, 0, 1)
      if (terms.timesE2 === 5000) await refuse()
      await next()
      const bettor = { brandId, accountId: id }
      const { bets } = await betting.betting.readHistory(bettor, {})
      const open = bets.find(({ status }) => status === 1)
      const asked = await betting.betting.quoteCashOut(bettor, { betId: open?.betId ?? 0 })
      if (asked.kind !== 'quoted') throw new Error(`no quote: ${JSON.stringify(asked)}`)
      const saleGuid = betting.newGuid()
      await betting.betting.sellBet(bettor, { quoteId: asked.quote.quoteId, saleGuid })
      return { ...(await purse()), sold: asked.quote.payoutMinor }
    }
    const house = await sell('bc-sold-1', { timesE2: 5000 })
    expect(house).toMatchObject({ cash: 0, bonus: 1000, breaks: 0 })
    expect(house.sold).toBeGreaterThan(0)
    const own = await sell('bc-sold-2', { timesE2: 50 })
    expect(own).toMatchObject({ cash: own.sold, bonus: 1000, breaks: 0 })
  })
})

await describeOnQuickestEngine('wins at games that are taken back after the end of their bonus', (database) => {
  async function scene(brandId: string, terms: Partial<Campaign['wagering']>) {
    const two: Campaign = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, code: 'TWO' } }
    const ten: Campaign = { ...CAMPAIGN, wagering: { ...SLOTS, ...terms } }
    const found = createTestPromo(database().db, brandId, { ten, two })
    const { casino, promo, player, purse } = found
    const id = await casino.newPlayer(0)
    const awardId = await promo.redeem(brandId, player(id), 'TEN')
    const sessionId = await casino.session(id)
    const apply = (actionId: string, more: object) =>
      casino.apply({ sessionId, roundId: 'r', actionId, ...more } as never, { undoesWins: true })
    await apply('b', { kind: 'bet', amountMinor: 1000 })
    await apply('w', { kind: 'win', amountMinor: 3000, endsRound: true })
    return {
      ...{ ...found, id, awardId },
      spend: async () => {
        const { cash } = await purse(id)
        await casino.apply({ sessionId, roundId: 'o', actionId: 'o', kind: 'bet', amountMinor: cash - 200 } as never)
      },
      next: () => promo.redeem(brandId, player(id), 'TWO'),
      takeBack: async () => {
        const { verdict } = await apply('u', { kind: 'rollback', reference: 'w' })
        const one = (await promo.award(brandId, id, awardId)).award
        return { ...(await purse(id)), verdict, state: one.state, owed: one.owed_minor, breaks: await casino.breaks() }
      },
    }
  }

  test('from the player’s own money where the bonus became that, and the rest is owed', async () => {
    const { takeBack, next, spend } = await scene('bt-converted', { timesE2: 100 })
    await spend()
    await next()
    const after = { cash: 0, bonus: 1000, verdict: 'applied', state: 'converted', owed: 2800, breaks: [] }
    expect(await takeBack()).toEqual(after)
  })

  test('from the house where the player has given the bonus up', async () => {
    const { promo, brandId, id, awardId, takeBack, next } = await scene('bt-refused', { timesE2: 5000 })
    await promo.refuse(brandId, { accountId: id, awardId })
    await next()
    const after = { cash: 0, bonus: 1000, verdict: 'applied', state: 'refused', owed: 0, breaks: [] }
    expect(await takeBack()).toEqual(after)
  })
})
