import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const MATCH: Campaign = {
  ...CAMPAIGN,
  trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000, code: '' },
  reward: { fixedMinor: 0, percentE4: 10_000, maximumMinor: 5000 },
}

await describeOnQuickestEngine('who gets a bonus', (database) => {
  const open = (brandId: string, campaigns: Readonly<Record<string, Campaign>>) =>
    createTestPromo(database().db, brandId, campaigns)

  test('a code says what it gives before it is used, in whatever letters it is typed', async () => {
    const { promo, player, brandId, casino, purse } = open('c-check', { ten: CAMPAIGN })
    const id = await casino.newPlayer()
    for (const typed of ['TEN', ' t-e-n ', 'ТЕN', 'ｔｅｎ'])
      expect(await promo.check(brandId, player(id), typed)).toMatchObject({ id: 'ten' })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    expect(await promo.codes(brandId, id)).toEqual([])
    await promo.redeem(brandId, player(id), 'ten')
    await expect(promo.check(brandId, player(id), 'ten')).rejects.toMatchObject({ code: 'promo.had_before' })
  })

  test('a code that is over, of another country, of a time to come or of another brand says what it can', async () => {
    const { promo, player, brandId, casino } = open('c-over', {
      ended: { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, code: 'ENDED' }, endsAt: '2020-01-01T00:00:00Z' },
      stopped: { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, code: 'STOPPED' }, isOffered: false },
      abroad: { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, code: 'ABROAD' }, countries: ['fr'] },
      soon: { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, code: 'SOON' }, startsAt: '2090-01-01T00:00:00Z' },
    })
    const id = await casino.newPlayer()
    const answers = {
      ...{ ENDED: 'promo.code_over', STOPPED: 'promo.code_over', ABROAD: 'promo.code_not_here' },
      ...{ SOON: 'promo.code_unknown', OTHERBRAND: 'promo.code_unknown', '€': 'promo.code_unknown' },
    }
    for (const [typed, code] of Object.entries(answers)) {
      await expect(promo.check(brandId, player(id), typed)).rejects.toMatchObject({ code })
      await expect(promo.redeem(brandId, player(id), typed)).rejects.toMatchObject({ code })
    }
    expect((await promo.codes(brandId, id)).map(({ refusal }) => refusal)).toHaveLength(12)
  })

  test('codes cannot be found by guessing: after twenty that nobody knows the player waits', async () => {
    const { promo, player, brandId, casino } = open('c-guess', { ten: CAMPAIGN })
    const id = await casino.newPlayer()
    for (let guess = 0; guess < 20; guess += 1)
      await expect(promo.check(brandId, player(id), `GUESS${guess}`)).rejects.toMatchObject({
        code: 'promo.code_unknown',
      })
    await expect(promo.redeem(brandId, player(id), 'TEN')).rejects.toMatchObject({
      code: 'rate.limited',
      params: { seconds: 3600 },
    })
  })

  test('a promise that was given up can be made a second time, a bonus that was given cannot', async () => {
    const { promo, player, brandId, casino } = open('c-promise', { match: MATCH, ten: CAMPAIGN })
    const id = await casino.newPlayer()
    const awardId = await promo.claim(brandId, player(id), 'match')
    await promo.refuse(brandId, { accountId: id, awardId })
    expect(await promo.claim(brandId, player(id), 'match')).toBe(awardId)
    const given = await promo.redeem(brandId, player(id), 'TEN')
    await promo.refuse(brandId, { accountId: id, awardId: given })
    await expect(promo.redeem(brandId, player(id), 'TEN')).rejects.toMatchObject({ code: 'promo.had_before' })
  })

  test('a brand that offers no bonuses, or may not, gives none', async () => {
    const { promo, player, brandId, casino, sections } = open('c-none', { match: MATCH, ten: CAMPAIGN })
    const id = await casino.newPlayer()
    const visitor = { accountId: id, country: 'de' }
    expect(await promo.offers(brandId, visitor)).toHaveLength(1)
    Object.assign(sections, { licence: { pack: 'br' } })
    expect(await promo.offers(brandId, visitor)).toEqual([])
    await expect(promo.redeem(brandId, player(id), 'TEN')).rejects.toMatchObject({ code: 'promo.code_unknown' })
    Object.assign(sections, { licence: { pack: 'neutral' }, boolean: { isBonusAllowed: false } })
    expect(await promo.offers(brandId, visitor)).toEqual([])
    await expect(promo.claim(brandId, player(id), 'match')).rejects.toMatchObject({ code: 'promo.campaign_unknown' })
  })

  test('under a licence that allows one bonus a player gets no other, and the young get none', async () => {
    const { promo, player, brandId, casino, sections } = open('c-once', { match: MATCH, ten: CAMPAIGN })
    Object.assign(sections, { licence: { pack: 'se' } })
    const id = await casino.newPlayer()
    await promo.claim(brandId, player(id), 'match')
    await expect(promo.redeem(brandId, player(id), 'TEN')).rejects.toMatchObject({ code: 'promo.once_only' })
    Object.assign(sections, { licence: { pack: 'nl' } })
    const other = await casino.newPlayer()
    await expect(promo.redeem(brandId, player(other), 'TEN')).rejects.toMatchObject({ code: 'promo.too_young' })
  })

  test('the bonus that a new player has chosen is promised with the account, and what cannot be had is left out', async () => {
    const { promo, brandId, casino } = open('c-welcome', { match: MATCH, ten: CAMPAIGN })
    const registered = async (bonusId: string) => {
      const accountId = await casino.newPlayer()
      const player = { accountId, currency: 'EUR', country: 'de', bonusId, wantsDepositBonus: bonusId === '' }
      await casino.door.transaction((tx) => promo.registered(tx, player))
      return (await promo.awards(brandId, accountId)).map(({ campaign_id, state }) => [campaign_id, state])
    }
    expect(await registered('match')).toEqual([['match', 'claimed']])
    expect(await registered('ten')).toEqual([])
    expect(await registered('nothing')).toEqual([])
    expect(await registered('')).toEqual([['match', 'claimed']])
  })
})
