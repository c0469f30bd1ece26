import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'
import { tokenCode } from './token-funding.ts'

const DAY_MS = 86_400_000
const BET = { minimumStakeMinor: 100, minimumOddsE3: 1500, minimumLegs: 1 }

/** A campaign that gives something for a bet, once a day. */
function campaignOf(type: Campaign['type'], reward: Partial<Campaign['reward']>): Campaign {
  return {
    ...{ ...CAMPAIGN, type, lifeMs: DAY_MS },
    trigger: { on: 'day', depositNumber: 0, minimumDepositMinor: 0, code: '' },
    reward: { fixedMinor: 0, percentE4: 0, maximumMinor: 1000, bet: BET, ...reward },
    wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {}, maximumStakeMinor: 0 },
  }
}
const DOUBLE = campaignOf('double', { kind: 'double', fixedMinor: 1000 })
const POWER = campaignOf('boost', { kind: 'powerbet', percentE4: 1000, maximumMinor: 5000 })
const COVER = campaignOf('insurance', { kind: 'insurance', percentE4: 5000, premiumMinor: 80 })

await describeOnQuickestEngine('bonuses that are put on a bet', (database) => {
  async function scene(brandId: string, campaign: Campaign) {
    const found = await bonusBettor(database().db, brandId, 10_000, campaign)
    return {
      ...found,
      code: tokenCode(found.awardId),
      now: async () => {
        const { state, paid_minor: paid, owed_minor: owed } = await found.award()
        return { state, paid, owed, ...(await found.purse()) }
      },
      reasons: async () => (await found.stakes()).map(({ reason }) => reason),
    }
  }

  test('PROMO-19: type 4: the chosen bet pays its winnings once more, up to the most, and a correction moves the difference', async () => {
    const { bet, end, settle, now, code, reasons } = await scene('tk-double', DOUBLE)
    expect(await bet(1, 400, { promo: code })).toMatchObject({ kind: 'accepted' })
    expect(await now()).toMatchObject({ state: 'staked', cash: 9600 })
    end(1, 1, 0)
    await settle()
    expect(await now()).toEqual({ state: 'converted', paid: 800, owed: 0, cash: 11_200, bonus: 0, breaks: 0 })
    await settle()
    expect(await now()).toMatchObject({ cash: 11_200 })
    end(1, 0, 1)
    await settle()
    expect(await now()).toEqual({ state: 'spent', paid: 0, owed: 0, cash: 9600, bonus: 0, breaks: 0 })
    expect(await reasons()).toEqual(['promo.token_nothing'])
    end(1, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'converted', paid: 800, cash: 11_200, breaks: 0 })
  })

  test('type 4: no more than the most is paid', async () => {
    const { bet, end, settle, now, code } = await scene('tk-cap', DOUBLE)
    await bet(1, 3000, { promo: code })
    end(1, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'converted', paid: 1000, cash: 14_000, breaks: 0 })
  })

  test('type 4: a void bet gives it back, to be put on another one, and then the first bet moves nothing', async () => {
    const { bet, end, settle, now, code, reasons } = await scene('tk-void', DOUBLE)
    await bet(1, 400, { promo: code })
    end(1)
    await settle()
    expect(await now()).toMatchObject({ state: 'ready', paid: 0, cash: 10_000 })
    await bet(2, 400, { promo: code })
    end(1, 1, 0)
    end(2, 0, 1)
    await settle()
    expect(await now()).toMatchObject({ state: 'spent', paid: 0, cash: 10_000, breaks: 0 })
    expect(await reasons()).toEqual(['promo.token_nothing', 'promo.token_paid'])
  })

  test('BET-14: a power bet is named by the bet itself, and adds its share of the net win', async () => {
    const { bet, end, settle, now } = await scene('tk-power', POWER)
    expect(await bet(1, 1000, { odds: '12.34', isPowerBet: true })).toMatchObject({ kind: 'accepted' })
    end(1, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'converted', paid: 1134, cash: 9000 + 12_340 + 1134, breaks: 0 })
  })

  test('a power bet that nobody has, or that its player has used, is refused', async () => {
    const { bet } = await scene('tk-none', DOUBLE)
    expect(await bet(1, 1000, { isPowerBet: true })).toMatchObject({ kind: 'rejected', reason: 'bet.promo_unknown' })
    const other = await scene('tk-used', POWER)
    await other.bet(1, 1000, { isPowerBet: true })
    expect(await other.bet(2, 1000, { isPowerBet: true })).toMatchObject({
      ...{ kind: 'rejected', reason: 'promo.token_staked' },
    })
  })

  test('it can be put on a bet of the least stake and odds alone', async () => {
    const { bet, code, now } = await scene('tk-bounds', DOUBLE)
    const refused = { kind: 'rejected', reason: 'promo.token_bet' }
    expect(await bet(1, 90, { promo: code })).toMatchObject(refused)
    expect(await bet(1, 500, { promo: code, odds: '1.49' })).toMatchObject(refused)
    expect(await now()).toMatchObject({ state: 'ready', cash: 10_000 })
  })

  test('type 8: the premium is paid when it is taken, and half of the lost stake comes back', async () => {
    const { bet, end, settle, now, code } = await scene('tk-cover', COVER)
    expect(await now()).toMatchObject({ state: 'ready', cash: 9920 })
    await bet(1, 800, { promo: code })
    end(1, 0, 1)
    await settle()
    expect(await now()).toEqual({ state: 'converted', paid: 400, owed: 0, cash: 9520, bonus: 0, breaks: 0 })
  })

  test('type 8: a won bet pays nothing more, and the premium stays with the house', async () => {
    const { bet, end, settle, now, code, reasons } = await scene('tk-won', COVER)
    await bet(1, 800, { promo: code })
    end(1, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'spent', paid: 0, cash: 9920 + 800, breaks: 0 })
    expect(await reasons()).toEqual(['promo.counts_no_loss'])
  })

  test('type 8: what was never used gives its premium back: given up, or over', async () => {
    const { promo, id, awardId, now } = await scene('tk-refuse', COVER)
    await promo.refuse('tk-refuse', { accountId: id, awardId })
    expect(await now()).toMatchObject({ state: 'refused', cash: 10_000, breaks: 0 })
    const other = await scene('tk-late', COVER)
    other.betting.wait(2 * DAY_MS)
    await other.promo.expire('tk-late')
    expect(await other.now()).toMatchObject({ state: 'expired', cash: 10_000, breaks: 0 })
  })

  test('type 8: nobody takes a cover without the money for it', async () => {
    const dear = { ...COVER, reward: { ...COVER.reward, premiumMinor: 10_001, maximumMinor: 20_000 } }
    await expect(scene('tk-poor', dear)).rejects.toMatchObject({ code: 'balance.too_low' })
  })

  test('a bet on the other side, and one that was sold, get nothing', async () => {
    const { bet, end, settle, now, code, betting, id, reasons } = await scene('tk-both', COVER)
    await bet(1, 800, { promo: code })
    betting.price(500_001, '2.00', { gameId: 1, marketId: 1, outcomeTypeId: 3 })
    const { betOn, seen } = await import('#server/betting/betting.test-support.ts')
    const payload = betOn([seen(500_001, '2.00', { gameId: 1, marketId: 1, typeId: 3 })], {
      ...{ summ: 800, groupsSumms: [800] },
    })
    const request = { betGuid: betting.newGuid(), payload, currency: 'EUR' }
    await betting.betting.placeBet({ brandId: 'tk-both', accountId: id }, request)
    end(1, 0, 1)
    await settle()
    expect(await now()).toMatchObject({ state: 'spent', paid: 0, breaks: 0 })
    expect(await reasons()).toEqual(['promo.counts_not_opposite'])
  })

  test('what was paid and spent before a correction comes is owed', async () => {
    const { bet, end, settle, now, code } = await scene('tk-owed', DOUBLE)
    await bet(1, 500, { promo: code })
    end(1, 1, 0)
    await settle()
    await bet(2, 10_400)
    end(1, 0, 1)
    await settle()
    expect(await now()).toEqual({ state: 'spent', paid: 900, owed: 900, cash: 0, bonus: 0, breaks: 0 })
    end(1, 1, 0)
    await settle()
    expect(await now()).toEqual({ state: 'converted', paid: 1000, owed: 0, cash: 1100, bonus: 0, breaks: 0 })
  })
})
