import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const DAY_MS = 86_400_000

const BACK: Campaign = {
  ...CAMPAIGN,
  trigger: { on: 'segment', depositNumber: 0, minimumDepositMinor: 0, code: '' },
  audience: { idleDays: 30, maximumDeposits: 0 },
}
const DESK: Campaign = {
  ...{ ...CAMPAIGN, type: 'tactical', countries: ['at'] },
  trigger: { on: 'desk', depositNumber: 0, minimumDepositMinor: 0, code: '' },
}

await describeOnQuickestEngine('who can have a bonus', (database) => {
  async function scene(brandId: string) {
    const found = createTestPromo(database().db, brandId, { back: BACK, desk: DESK, code: CAMPAIGN })
    const id = await found.casino.newPlayer(0)
    const offered = async (accountId: number | null) =>
      (await found.promo.offers(brandId, { accountId, country: 'de' })).map((offer) => offer.id)
    return { ...found, id, offered, wait: (ms: number) => found.casino.wait(ms) }
  }

  test('PROMO-15: a campaign for a segment is offered to its audience alone, and given to nobody else', async () => {
    const { promo, player, id, offered, wait } = await scene('au-back')
    expect([await offered(id), await offered(null)]).toEqual([[], []])
    await expect(promo.claim('au-back', player(id), 'back')).rejects.toMatchObject({ code: 'promo.campaign_unknown' })
    wait(31 * DAY_MS)
    expect([await offered(id), await offered(null)]).toEqual([['back'], []])
    await promo.claim('au-back', player(id), 'back')
    expect(await offered(id)).toEqual(['back'])
  })

  test('a player who wants no bonuses is offered and given none, by no code and at no desk, and keeps what they have', async () => {
    const { promo, player, id, offered, casino, purse, wait } = await scene('au-none')
    await promo.redeem('au-none', player(id), 'TEN')
    const setting = { account_id: id, setting_id: 'bonus_offers', setting_value: 'off', changed_at: new Date() }
    await casino.door.transaction((tx) => tx.insert('player_setting', setting).execute())
    wait(31 * DAY_MS)
    expect(await offered(id)).toEqual([])
    await expect(promo.claim('au-none', player(id), 'back')).rejects.toMatchObject({ code: 'promo.opted_out' })
    const grant = { player: { ...player(id), country: 'at' }, campaignId: 'desk', reference: 'one' }
    await expect(promo.grant('au-none', grant)).rejects.toMatchObject({ code: 'promo.opted_out' })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
  })

  test('PROMO-15: a grant at the desk goes to players of the countries of its campaign', async () => {
    const { promo, player, id } = await scene('au-desk')
    const grant = { player: player(id), campaignId: 'desk', reference: 'one' }
    await expect(promo.grant('au-desk', grant)).rejects.toMatchObject({ code: 'promo.code_not_here' })
    await promo.grant('au-desk', { ...grant, player: { ...player(id), country: 'at' } })
  })
})
