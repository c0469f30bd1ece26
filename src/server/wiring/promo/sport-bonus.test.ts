import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { betOn, seen } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

const SPORT: Campaign = {
  ...CAMPAIGN,
  type: 'sport',
  wagering: { ...CAMPAIGN.wagering, timesE2: 300, minimumOddsE3: 1500, productsPpm: { sport: 1_000_000 } },
}

await describeOnQuickestEngine('bonuses for sport', (database) => {
  const scene = (brandId: string, minor: number, wagering: Partial<Campaign['wagering']> = {}) =>
    bonusBettor(database().db, brandId, minor, { ...SPORT, wagering: { ...SPORT.wagering, ...wagering } })

  test('PROMO-17: a bet is paid from cash as long as it lasts, then from the bonus, and its win goes where the stake came from', async () => {
    const { bet, settle, end, purse } = await scene('sp-order', 600)
    expect(await bet(1, 500)).toMatchObject({ kind: 'accepted' })
    expect(await purse()).toEqual({ cash: 100, bonus: 1000, breaks: 0 })
    expect(await bet(2, 400)).toMatchObject({ kind: 'accepted' })
    expect(await purse()).toEqual({ cash: 100, bonus: 600, breaks: 0 })
    expect(await bet(3, 700)).toMatchObject({ kind: 'rejected', reason: 'balance.too_low' })
    end(1, 1, 0)
    end(2, 1, 0)
    await settle()
    expect(await purse()).toEqual({ cash: 1100, bonus: 1400, breaks: 0 })
  })

  test('settled bets count, void ones and those below the least odds do not', async () => {
    const { bet, settle, end, award, stakes } = await scene('sp-counts', 10_000)
    await bet(1, 500)
    await bet(2, 600, { odds: '1.49' })
    await bet(3, 700)
    end(1, 0, 1)
    end(2, 1, 0)
    end(3)
    await settle()
    expect(await award()).toMatchObject({ counted: '500/1', target_minor: 3000, state: 'active' })
    expect((await stakes()).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['promo.counts_whole', 'promo.counts_not_odds', 'promo.counts_not_void']),
    )
  })

  test('a bet that is settled again is counted again', async () => {
    const { bet, settle, end, award } = await scene('sp-again', 10_000)
    await bet(1, 500)
    end(1, 0, 1)
    await settle()
    expect((await award()).counted).toBe('500/1')
    end(1)
    await settle()
    expect((await award()).counted).toBe('0/1')
  })

  test('both sides of a market count nothing', async () => {
    const { bet, settle, end, award, betting } = await scene('sp-opposite', 10_000)
    await bet(1, 500)
    betting.price(11, '2.00', { gameId: 1, marketId: 1, outcomeTypeId: 3 })
    const payload = betOn([seen(11, '2.00', { gameId: 1, marketId: 1, typeId: 3 })], { summ: 500, groupsSumms: [500] })
    const bettor = { brandId: 'sp-opposite', accountId: (await award()).account_id }
    const other = await betting.betting.placeBet(bettor, { betGuid: betting.newGuid(), payload, currency: 'EUR' })
    expect(other).toMatchObject({ kind: 'accepted' })
    end(1, 0, 1)
    await settle()
    expect((await award()).counted).toBe('0/1')
  })

  test('a bonus that is played through is the player’s, with the payout of a bet that is settled later', async () => {
    const { bet, settle, end, purse, award } = await scene('sp-late', 3000, { timesE2: 200 })
    expect(await bet(1, 3000)).toMatchObject({ kind: 'accepted' })
    expect(await bet(2, 1000)).toMatchObject({ kind: 'accepted' })
    expect(await purse()).toEqual({ cash: 0, bonus: 0, breaks: 0 })
    end(1, 1, 0)
    await settle()
    expect(await award()).toMatchObject({ state: 'converted' })
    expect(await purse()).toEqual({ cash: 6000, bonus: 0, breaks: 0 })
    end(2, 1, 0)
    await settle()
    expect(await purse()).toEqual({ cash: 8000, bonus: 0, breaks: 0 })
    await settle()
    expect(await purse()).toEqual({ cash: 8000, bonus: 0, breaks: 0 })
  })

  test('a bonus with a bet on its way is not spent, and one that was given up gets nothing of it', async () => {
    const { bet, settle, end, purse, award, promo, id, awardId } = await scene('sp-refused', 0)
    await bet(1, 1000)
    await settle()
    expect(await award()).toMatchObject({ state: 'active' })
    await promo.refuse('sp-refused', { accountId: id, awardId })
    end(1, 1, 0)
    await settle()
    expect(await purse()).toEqual({ cash: 0, bonus: 0, breaks: 0 })
  })

  test('a bet that nobody had looked at before its bonus ended leaves nothing in the account of the bonus', async () => {
    const { betting, bet, settle, end, purse, promo, id, awardId } = await scene('sp-unseen', 0)
    await bet(1, 1000)
    betting.wait(1)
    await promo.refuse('sp-unseen', { accountId: id, awardId })
    end(1, 1, 0)
    await settle()
    expect(await purse()).toEqual({ cash: 0, bonus: 0, breaks: 0 })
  })

  test('a stake above the terms is refused at the bet', async () => {
    const { bet } = await scene('sp-most', 5000, { maximumStakeMinor: 500 })
    expect(await bet(1, 501)).toMatchObject({ kind: 'rejected', reason: 'promo.stake_too_high' })
    expect(await bet(1, 500)).toMatchObject({ kind: 'accepted' })
  })
})
