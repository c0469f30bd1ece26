import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTotoScene, GIFT_MINOR } from '#server/lotteries/toto/toto.test-support.ts'
import { createCasinoFunding } from './casino-funding.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const HOUR_MS = 3_600_000
const POOL = {
  ...{ events: 3, categories: [3, 2].map((hits) => ({ hits, sharePpm: 400_000 })), unitMinor: 100, mostLines: 27 },
  ...{ cancelAtVoids: 2, jackpotPpmByVoids: [1_000_000, 500_000] },
}
const HOME = { home: 1, away: 0 }
/** 1.00 that is staked once, at lotteries, before the player's own money. */
const ONCE: Campaign = {
  ...CAMPAIGN,
  reward: { fixedMinor: 100, percentE4: 0, maximumMinor: 100 },
  wagering: { ...CAMPAIGN.wagering, timesE2: 100, fundOrder: 'bonus_first', productsPpm: { lottery: 1_000_000 } },
}
const NEXT: Campaign = { ...ONCE, trigger: { ...ONCE.trigger, code: 'TWO' } }

await describeOnQuickestEngine('tickets of a bonus whose draw is put right', (database) => {
  /** Two players buy, the first of them from a bonus that is over when the third result is put right, while the next bonus is there. */
  async function corrected(brandId: string, terms: Partial<Campaign['wagering']>, isRefused: boolean) {
    const ten = { ...ONCE, wagering: { ...ONCE.wagering, ...terms } }
    const { promo, player, casino } = createTestPromo(database().db, brandId, { ten, two: NEXT })
    const at = createTotoScene(database().db, brandId, { pools: { football: POOL } })
    Object.assign(at.ports, { funding: createCasinoFunding({ productOf: async () => 'lottery', source: 'lottery' }) })
    const games = at.addGames(3)
    await at.toto.work(brandId)
    const drawId = (await at.toto.draws(brandId, {})).draws[0]?.drawId ?? 0
    const [winner, other] = [await at.newPlayer(), await at.newPlayer()]
    const id = winner.accountId
    const awardId = await promo.redeem(brandId, player(id), 'TEN')
    const buy = (whose: typeof winner, last: number) =>
      at.toto.buy(whose, { guid: at.newGuid(), drawId, marks: [[0], [0], [last]], unitsPerLine: 1 })
    await buy(winner, 0)
    await buy(other, 1)
    at.wait(3 * HOUR_MS)
    await at.toto.work(brandId)
    for (const game of games) at.end(game, HOME)
    await at.toto.work(brandId)
    if (isRefused) await promo.refuse(brandId, { accountId: id, awardId })
    await promo.redeem(brandId, player(id), 'TWO')
    const purse = async () =>
      at.door.transaction(async (tx) => {
        const rows = await tx.call('bet_accounts', id, 'EUR', [], at.now())
        const held = (kind: string) => Number(rows.find((row) => row.kind === kind)?.balance_minor ?? 0)
        return { cash: held('cash') - GIFT_MINOR, bonus: held('bonus'), owed: held('receivable') }
      })
    const before = await purse()
    at.end(games[2] ?? 0, { home: 0, away: 0 })
    await at.toto.work(brandId)
    const { award } = await promo.award(brandId, id, awardId)
    return { before, after: await purse(), state: award.state, breaks: await casino.breaks() }
  }

  test('a prize that became the player’s money is taken from it, and the next bonus is left alone', async () => {
    expect(await corrected('tc-converted', {}, false)).toEqual({
      ...{ before: { cash: 108, bonus: 100, owed: 0 }, after: { cash: 36, bonus: 100, owed: 0 } },
      ...{ state: 'converted', breaks: [] },
    })
  })

  test('a prize of a bonus that was given up is taken from the house', async () => {
    expect(await corrected('tc-refused', { timesE2: 500 }, true)).toEqual({
      ...{ before: { cash: 0, bonus: 100, owed: 0 }, after: { cash: 0, bonus: 100, owed: 0 } },
      ...{ state: 'refused', breaks: [] },
    })
  })
})
