import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { betOn, seen } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { freebetCode } from './freebet-funding.ts'
import { CAMPAIGN } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

const HOUR_MS = 3_600_000
const FREEBET: Campaign = {
  ...CAMPAIGN,
  type: 'freebet',
  reward: { ...CAMPAIGN.reward, kind: 'freebet' },
  wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
  lifeMs: HOUR_MS,
}

await describeOnQuickestEngine('free bets', (database) => {
  /** A player with 5.00 of their own and a free bet of 10.00. */
  async function scene(brandId: string, reward: Partial<Campaign['reward']> = {}) {
    const found = await bonusBettor(database().db, brandId, 500, {
      ...FREEBET,
      reward: { ...FREEBET.reward, ...reward },
    })
    const code = freebetCode(found.awardId)
    return {
      ...{ ...found, code },
      /** A free bet on the home team of a game. */
      free: (game: number, odds = '3.50', summ = 1000) => found.bet(game, summ, { odds, promo: code }),
      all: async () => ({
        ...(await found.purse()),
        freebet: await found.held('freebet'),
        state: (await found.award()).state,
      }),
    }
  }

  test('one of 10.00 at 3.50 pays 25.00 to the player, or 35.00 where its terms return the stake', async () => {
    for (const [isStakeReturned, cash] of [
      [false, 3000],
      [true, 4000],
    ] as const) {
      const { free, end, settle, all } = await scene(`fb-win-${cash}`, { isStakeReturned })
      expect(await all()).toEqual({ cash: 500, bonus: 0, freebet: 1000, breaks: 0, state: 'ready' })
      expect(await free(1)).toMatchObject({ kind: 'accepted', possibleMinor: cash - 500 })
      expect(await all()).toMatchObject({ cash: 500, freebet: 0, state: 'staked' })
      end(1, 1, 0)
      await settle()
      expect(await all()).toEqual({ cash, bonus: 0, freebet: 0, breaks: 0, state: 'converted' })
    }
  })

  test('a lost one is used up, and pays again when its result is put right', async () => {
    const { free, end, settle, all, award } = await scene('fb-lost')
    await free(1)
    end(1, 0, 1)
    await settle()
    expect(await all()).toEqual({ cash: 500, bonus: 0, freebet: 0, breaks: 0, state: 'spent' })
    end(1, 1, 0)
    await settle()
    expect(await all()).toEqual({ cash: 3000, bonus: 0, freebet: 0, breaks: 0, state: 'converted' })
    expect((await award()).paid_minor).toBe(2500)
  })

  test('a void one can be used once more, and a void one whose time is over is taken back', async () => {
    const { free, end, settle, all, betting } = await scene('fb-void')
    await free(1)
    end(1)
    await settle()
    expect(await all()).toEqual({ cash: 500, bonus: 0, freebet: 1000, breaks: 0, state: 'ready' })
    expect(await free(2)).toMatchObject({ kind: 'accepted' })
    betting.wait(HOUR_MS)
    end(2)
    await settle()
    expect(await all()).toEqual({ cash: 500, bonus: 0, freebet: 0, breaks: 0, state: 'expired' })
  })

  test('a void bet whose free bet was staked again stays as it was when its result comes after all', async () => {
    const { free, end, settle, all, betting } = await scene('fb-again')
    await free(1)
    end(1)
    await settle()
    expect(await free(2)).toMatchObject({ kind: 'accepted' })
    end(1, 1, 0)
    await settle()
    expect(await all()).toEqual({ cash: 500, bonus: 0, freebet: 0, breaks: 0, state: 'staked' })
    expect(betting.errors).toHaveLength(1)
  })

  test.each(['over', 'staked again'])(
    'a void bet whose free bet is %s takes none of another bonus when its result comes after all',
    async (what) => {
      const { free, end, settle, all, betting, promo, player, sections } = await scene(`fb-other-${what.length}`)
      Object.assign(sections.promo.campaigns, { two: { ...FREEBET, trigger: { ...FREEBET.trigger, code: 'TWO' } } })
      await free(1)
      if (what === 'over') betting.wait(HOUR_MS)
      end(1)
      await settle()
      if (what === 'staked again') await free(2)
      const before = { ...(await all()), freebet: 0 }
      await promo.redeem(betting.door.brandId, player, 'TWO')
      end(1, 1, 0)
      await settle()
      expect(await all()).toEqual({ ...before, freebet: 1000, breaks: 0 })
      expect(betting.errors).toHaveLength(1)
    },
  )

  test('it is staked as a whole, once, and on one bet', async () => {
    const { free, bet, code, all, betting, id } = await scene('fb-refused')
    expect(await free(1, '3.50', 999)).toMatchObject({
      ...{ kind: 'rejected', reason: 'promo.freebet_whole' },
      params: { amount: '10.00', currency: 'EUR' },
    })
    expect(await bet(1, 1000, { promo: 'F1' })).toMatchObject({ kind: 'rejected', reason: 'bet.promo_unknown' })
    betting.price(2, '2.00')
    const payload = betOn([seen(1, '3.50'), seen(2, '2.00')], {
      betType: 'single',
      summ: 1000,
      groupsSumms: [500, 500],
    })
    const two = { betGuid: betting.newGuid(), payload: { ...payload, promo: code }, currency: 'EUR' }
    const bettor = { brandId: 'fb-refused', accountId: id }
    expect(await betting.betting.placeBet(bettor, two)).toMatchObject({ reason: 'promo.freebet_bet' })
    expect(await all()).toMatchObject({ freebet: 1000, state: 'ready' })
    expect(await free(1)).toMatchObject({ kind: 'accepted' })
    expect(await free(2, '2.00')).toMatchObject({ kind: 'rejected', reason: 'promo.freebet_staked' })
  })

  test('a hundred bets at once that name it are one', async () => {
    const { free, all } = await scene('fb-parallel')
    const answers = await Promise.all(Array.from({ length: 100 }, (_, game) => free(game + 1)))
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(1)
    expect(await all()).toMatchObject({ cash: 500, freebet: 0, breaks: 0 })
  })

  test('a bet that was refused gives it back at once', async () => {
    const { free, end, all } = await scene('fb-over')
    end(1, 1, 0)
    expect(await free(1)).toMatchObject({ kind: 'rejected', reason: 'bet.market_closed' })
    expect(await free(2)).toMatchObject({ kind: 'accepted' })
    expect(await all()).toMatchObject({ cash: 500, freebet: 0, breaks: 0 })
  })

  test('the code that has brought it names it too, however it is written; once its time is over, nothing does', async () => {
    const { bet, betting, promo } = await scene('fb-code')
    betting.wait(HOUR_MS)
    expect(await bet(1, 1000, { promo: ' ten ' })).toMatchObject({ kind: 'rejected', reason: 'bet.promo_unknown' })
    await promo.expire('fb-code')
    const other = await scene('fb-typed')
    expect(await other.bet(1, 1000, { promo: ' ten ' })).toMatchObject({ kind: 'accepted' })
  })

  test('it can be given up until it is staked, and its bet is neither bought back nor insured', async () => {
    const { free, promo, id, awardId, all, betting } = await scene('fb-given-up')
    const answer = await free(1)
    await expect(promo.refuse('fb-given-up', { accountId: id, awardId })).rejects.toMatchObject({
      code: 'promo.freebet_staked',
    })
    const bettor = { brandId: 'fb-given-up', accountId: id }
    const betId = answer.kind === 'accepted' ? answer.betId : 0
    expect(await betting.betting.quoteCashOut(bettor, { betId })).toMatchObject({ reason: 'cash_out.type_not_offered' })
    expect(await betting.betting.quoteInsurance(bettor, { betId })).toMatchObject({
      reason: 'insurance.type_not_offered',
    })
    const other = await scene('fb-gone')
    await other.promo.refuse('fb-gone', { accountId: other.id, awardId: other.awardId })
    expect(await other.all()).toEqual({ cash: 500, bonus: 0, freebet: 0, breaks: 0, state: 'refused' })
    expect(await all()).toMatchObject({ state: 'staked' })
  })
})
