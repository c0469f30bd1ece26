import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { betOn, seen } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { freebetCode } from './freebet-funding.ts'
import { CAMPAIGN } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

const HOUR_MS = 3_600_000

type Bets = NonNullable<Campaign['trigger']['bets']>

/** A campaign on bets that gives a free bet. */
function campaignOn(bets: Partial<Bets>, reward: Partial<Campaign['reward']>, type: Campaign['type']): Campaign {
  const task = { count: 1, stakedMinor: 0, minimumStakeMinor: 100, minimumOddsE3: 1500, minimumLegs: 1 }
  return {
    ...{ ...CAMPAIGN, type, lifeMs: HOUR_MS },
    trigger: {
      ...{ on: 'bets', depositNumber: 0, minimumDepositMinor: 0, code: '' },
      bets: { ...task, rule: 'first_lost', ...bets },
    },
    reward: { kind: 'freebet', fixedMinor: 0, percentE4: 10_000, maximumMinor: 2000, ...reward },
    wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
  }
}
const FIRST_LOST = campaignOn({}, {}, 'lost_first_bet')
const RISK_FREE = campaignOn({ rule: 'risk_free' }, {}, 'risk_free')
const CASHBACK = campaignOn({ rule: 'net_loss', count: 3 }, { percentE4: 2000 }, 'first_bets_cashback')
const STAKED = campaignOn(
  { rule: 'staked', stakedMinor: 3000 },
  { percentE4: 0, fixedMinor: 500, maximumMinor: 500 },
  'sport_betting',
)

await describeOnQuickestEngine('bonuses for bets', (database) => {
  async function scene(brandId: string, campaign: Campaign) {
    const found = await bonusBettor(database().db, brandId, 10_000, campaign)
    const { betting, id } = found
    return {
      ...found,
      /** Where the award stands, what it has given, what is owed, and whether the books are sound. */
      now: async () => {
        const { state, granted_minor, owed_minor } = await found.award()
        const { breaks } = await found.purse()
        return { state, given: granted_minor, owed: owed_minor, freebet: await found.held('freebet'), breaks }
      },
      counts: async () => (await found.stakes()).map(({ counted, reason }) => [counted, reason]),
      /** A bet on the home teams of several games. */
      several: async (games: readonly number[], summ: number, changes: object = {}) => {
        for (const game of games) betting.price(game, '2.00')
        const payload = betOn(
          games.map((game) => seen(game, '2.00')),
          { summ, groupsSumms: [summ], ...changes },
        )
        const bettor = { brandId, accountId: id }
        return betting.betting.placeBet(bettor, { betGuid: betting.newGuid(), payload, currency: 'EUR' })
      },
    }
  }
  const ready = (given: number) => ({ state: 'ready', given, owed: 0, freebet: given, breaks: 0 })
  const waits = { state: 'claimed', given: 0, owed: 0, freebet: 0, breaks: 0 }

  test('type 5: the first lost bet comes back as a free bet, up to the most; void and won bets do not, and a second loss does not', async () => {
    const { bet, end, settle, now, counts } = await scene('bt-first', FIRST_LOST)
    for (const game of [1, 2, 3, 4]) await bet(game, game === 3 ? 3000 : 1000)
    end(1)
    end(2, 1, 0)
    await settle()
    expect(await now()).toEqual(waits)
    end(3, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(2000))
    end(4, 0, 1)
    await settle()
    await settle()
    expect(await now()).toEqual(ready(2000))
    expect(await counts()).toEqual([
      ['1000/1', 'promo.counts_loss'],
      ['3000/1', 'promo.counts_loss'],
      ['0/1', 'promo.counts_no_loss'],
      ['0/1', 'promo.counts_not_void'],
    ])
  })

  test('type 5: a loss that is put right takes the unused free bet back, and the next loss gives another', async () => {
    const { bet, end, settle, now } = await scene('bt-right', FIRST_LOST)
    await bet(1, 1000)
    await bet(2, 700)
    end(1, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(1000))
    end(1, 1, 0)
    await settle()
    expect(await now()).toEqual(waits)
    end(2, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(700))
  })

  test('a used bonus that is not earned any more is owed, and a correction of the correction clears it', async () => {
    const { bet, end, settle, now, awardId } = await scene('bt-owed', FIRST_LOST)
    await bet(1, 1000)
    end(1, 0, 1)
    await settle()
    expect(await bet(2, 1000, { promo: freebetCode(awardId) })).toMatchObject({ kind: 'accepted' })
    end(1, 1, 0)
    await settle()
    expect(await now()).toEqual({ state: 'staked', given: 1000, owed: 1000, freebet: 0, breaks: 0 })
    end(1, 0, 1)
    await settle()
    expect(await now()).toMatchObject({ state: 'staked', given: 1000, owed: 0 })
  })

  test('PROMO-19: a used bonus whose bet is worth more for a while, and then what was given, is not owed', async () => {
    const { bet, end, settle, now, awardId } = await scene('bt-surplus', CASHBACK)
    for (const game of [1, 2, 3]) await bet(game, 1000)
    end(1, 0, 1)
    end(2, 0, 1)
    end(3, 1, 0)
    await settle()
    const { given } = await now()
    expect(await bet(5, given, { promo: freebetCode(awardId) })).toMatchObject({ kind: 'accepted' })
    end(3, 0, 1)
    await settle()
    expect(await now()).toMatchObject({ state: 'staked', given, owed: 0 })
    end(3, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'staked', given, owed: 0, breaks: 0 })
    end(2, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'staked', given, owed: given, breaks: 0 })
  })

  test('what is owed makes the next bonus for bets less', async () => {
    const { bet, end, settle, awardId, promo, player, sections, held, purse, betting } = await scene(
      'bt-debt',
      FIRST_LOST,
    )
    await bet(1, 600)
    end(1, 0, 1)
    await settle()
    await bet(2, 600, { promo: freebetCode(awardId) })
    end(1, 1, 0)
    await settle()
    Object.assign(sections.promo.campaigns, { risk: RISK_FREE })
    betting.wait(HOUR_MS)
    const next = await promo.claim('bt-debt', player, 'risk')
    await bet(3, 1000)
    end(3, 0, 1)
    await settle()
    const [newest, former] = await Promise.all(
      [next, awardId].map(async (id) => (await promo.award('bt-debt', player.accountId, id)).award),
    )
    expect(newest).toMatchObject({ state: 'ready', granted_minor: 400 })
    expect(former).toMatchObject({ owed_minor: 0 })
    expect([await held('freebet'), (await purse()).breaks]).toEqual([400, 0])
  })

  test('type 14: of a part-lost system the player gets back what it has lost, up to the most', async () => {
    const { several, end, settle, now } = await scene('bt-system', RISK_FREE)
    await several([1, 2, 3], 3000, { betType: 'system', sizes: [2] })
    end(1, 1, 0)
    end(2, 0, 1)
    end(3, 1, 0)
    await settle()
    // One of three lines of 10.00 pays 40.00: nothing was lost.
    expect(await now()).toMatchObject({ state: 'spent', given: 0 })
    end(3)
    await settle()
    // That line pays 20.00 with a void outcome, so that 10.00 were lost.
    expect(await now()).toEqual(ready(1000))
  })

  test('type 7: a share of what the first three have lost comes once all are settled, and a late correction takes it back', async () => {
    const { bet, end, settle, now } = await scene('bt-three', CASHBACK)
    for (const game of [1, 2, 3, 4]) await bet(game, 1000)
    end(3, 0, 1)
    end(4, 0, 1)
    end(1, 0, 1)
    await settle()
    expect(await now()).toEqual(waits)
    end(2, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(600))
    end(2, 1, 0)
    await settle()
    expect(await now()).toEqual(ready(200))
    end(1, 1, 0)
    await settle()
    expect(await now()).toMatchObject({ state: 'spent', given: 0, freebet: 0, breaks: 0 })
    end(1, 0, 1)
    end(2, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(600))
  })

  test('type 16: qualifying stakes settle in any order, each counts once, and a void one takes the unused bonus back', async () => {
    const { bet, several, end, settle, now, counts, promo } = await scene('bt-staked', STAKED)
    await bet(1, 1000)
    await bet(2, 1000, { odds: '1.40' })
    await bet(3, 50)
    await several([4, 5], 1000)
    await bet(6, 1000)
    for (const game of [6, 5, 4, 3, 2]) end(game, 0, 1)
    await settle()
    expect(await now()).toEqual(waits)
    end(1, 1, 0)
    await settle()
    expect(await now()).toEqual(ready(500))
    await Promise.all(Array.from({ length: 8 }, () => promo.countBets('bt-staked')))
    expect(await now()).toEqual(ready(500))
    expect((await counts()).map(([, reason]) => reason)).toEqual([
      ...['promo.counts_whole', 'promo.counts_whole', 'promo.counts_not_stake', 'promo.counts_not_odds'],
      'promo.counts_whole',
    ])
    end(6)
    await settle()
    expect(await now()).toEqual(waits)
    await bet(7, 1000)
    end(7, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(500))
  })

  test('a bet that waits for its result keeps the promise, one of a free bet does not count, and no promise is exchanged', async () => {
    const { bet, end, settle, now, promo, betting, awardId } = await scene('bt-late', RISK_FREE)
    await bet(1, 1000)
    await settle()
    betting.wait(2 * HOUR_MS)
    await promo.expire('bt-late')
    expect(await now()).toEqual(waits)
    end(1, 0, 1)
    await settle()
    expect(await now()).toEqual(ready(1000))
    await bet(2, 1000, { promo: freebetCode(awardId) })
    end(2, 0, 1)
    await settle()
    expect(await now()).toMatchObject({ state: 'spent', given: 1000, owed: 0 })

    const other = await scene('bt-swap', RISK_FREE)
    await other.bet(1, 1000)
    await other.settle()
    await other.promo.refuse('bt-swap', { accountId: other.id, awardId: other.awardId })
    await expect(other.promo.claim('bt-swap', other.player, 'ten')).rejects.toMatchObject({ code: 'promo.had_before' })
  })

  test('a promise without any bet ends with its time, and later bets give nothing', async () => {
    const { promo, betting, now, bet, end, settle } = await scene('bt-none', FIRST_LOST)
    betting.wait(2 * HOUR_MS)
    await promo.countBets('bt-none')
    await promo.expire('bt-none')
    expect(await now()).toMatchObject({ state: 'expired', given: 0 })
    await bet(1, 1000)
    end(1, 0, 1)
    await settle()
    expect(await now()).toMatchObject({ state: 'expired', given: 0 })
  })

  test('whatever the order of results and corrections, the bonus is the one of the last results', async () => {
    const { bet, end, settle, now } = await scene('bt-any', CASHBACK)
    for (const game of [1, 2, 3]) await bet(game, 1000)
    const step = fc.record({ game: fc.integer({ min: 1, max: 3 }), result: fc.constantFrom('win', 'lose', 'void') })
    const runs = fc.sample(fc.array(step, { minLength: 1, maxLength: 3 }), { numRuns: 12, seed: 7 })
    const results = new Map<number, string>()
    for (const steps of [[1, 2, 3].map((game) => ({ game, result: 'lose' })), ...runs]) {
      for (const { game, result } of steps) {
        results.set(game, result)
        if (result === 'void') end(game)
        else end(game, result === 'win' ? 1 : 0, result === 'win' ? 0 : 1)
      }
      await settle()
      const all = [...results.values()]
      const loss = all.filter((one) => one === 'lose').length - all.filter((one) => one === 'win').length
      const given = all.includes('void') ? 0 : Math.max(0, loss * 200)
      expect(await now(), JSON.stringify([...results])).toMatchObject({ given, owed: 0, freebet: given, breaks: 0 })
    }
  })
})
