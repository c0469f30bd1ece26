import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const TRIGGER = { depositNumber: 0, minimumDepositMinor: 0, code: '' } as const
const DEPOSIT: Campaign = {
  ...{ ...CAMPAIGN, lifeMs: 30 * DAY_MS },
  trigger: { ...TRIGGER, on: 'deposit', every: 'day' },
  reward: { fixedMinor: 0, percentE4: 5000, maximumMinor: 5000 },
}
const SEGMENT: Campaign = {
  ...CAMPAIGN,
  trigger: { ...TRIGGER, on: 'segment', every: 'week' },
  audience: { maximumDeposits: 100 },
}
const DAILY: Campaign = { ...{ ...CAMPAIGN, type: 'daily' }, trigger: { ...TRIGGER, on: 'day' } }
const MONTHLY: Campaign = { ...SEGMENT, trigger: { ...SEGMENT.trigger, every: 'month' } }

await describeOnQuickestEngine('bonuses that can be had again', (database) => {
  /** A player of a brand in Berlin, at a moment. */
  async function scene(brandId: string, campaign: Campaign, at: string) {
    const found = createTestPromo(database().db, brandId, { again: campaign })
    const { casino, promo, player } = found
    casino.wait(Date.parse(at) - casino.now().getTime())
    const id = await casino.newPlayer(0)
    return {
      ...{ ...found, id, wait: casino.wait },
      take: () => promo.claim(brandId, player(id), 'again'),
      states: async () => (await promo.awards(brandId, id)).map(({ state }) => state),
      /** What the offer says that the player has of it; null where it can be had. */
      own: async () => (await promo.offers(brandId, { accountId: id, country: 'de' }))[0]?.award?.state ?? null,
    }
  }

  test('PROMO-15: a bonus on the deposit of the day is had once a day, and its promise ends with the day', async () => {
    const { take, own, states, deposit, promo, brandId, id, wait } = await scene(
      're-day',
      DEPOSIT,
      '2028-06-05T10:00:00Z',
    )
    await take()
    await expect(take()).rejects.toMatchObject({ code: 'promo.had_before' })
    await deposit(id, 1, 1000)
    expect(await promo.fundClaims(brandId)).toBe(1)
    await expect(take()).rejects.toMatchObject({ code: 'promo.had_before' })
    expect(await own()).toBe('active')

    wait(DAY_MS)
    expect(await own()).toBeNull()
    await take()
    expect(await own()).toBe('claimed')
    // Past midnight in Berlin a deposit is one of the next day.
    wait(12 * HOUR_MS + 1)
    await deposit(id, 2, 1000)
    expect(await promo.fundClaims(brandId)).toBe(0)
    expect(await promo.expire(brandId)).toBe(1)
    expect(await states()).toEqual(['active', 'expired'])
    await take()
    await deposit(id, 3, 1000)
    await promo.fundClaims(brandId)
    expect(await states()).toEqual(['queued', 'active', 'expired'])
  })

  test('PROMO-15: a bonus for a segment is had once a week from Monday on, however many ask at once', async () => {
    const { take, own, wait, purse, id } = await scene('re-week', SEGMENT, '2028-06-11T21:59:00Z')
    const tries = await Promise.allSettled(Array.from({ length: 10 }, take))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    expect(await own()).toBe('active')
    // Monday has begun in Berlin, not yet by UTC.
    wait(120_000)
    expect(await own()).toBeNull()
    await take()
    wait(6 * DAY_MS)
    await expect(take()).rejects.toMatchObject({ code: 'promo.had_before' })
  })

  test('a bonus of a month is had once in it', async () => {
    const { take, wait } = await scene('re-month', MONTHLY, '2028-01-31T12:00:00Z')
    await take()
    wait(DAY_MS)
    await take()
    wait(28 * DAY_MS - HOUR_MS)
    await expect(take()).rejects.toMatchObject({ code: 'promo.had_before' })
  })

  test.each([
    ['23', '2028-03-26', '2028-03-25T23:30:00Z'],
    ['25', '2028-10-29', '2028-10-28T22:30:00Z'],
  ])('type 11: a day of %s hours, %s, gives one bonus', async (hours, day, at) => {
    const { take, wait } = await scene(`re-clocks-${hours}`, DAILY, at)
    await take()
    wait((Number(hours) - 1) * HOUR_MS)
    await expect(take(), day).rejects.toMatchObject({ code: 'promo.had_before' })
    wait(HOUR_MS)
    await take()
  })

  test('a licence of one bonus in all does not give the same one a second time', async () => {
    const { take, wait, sections } = await scene('re-once', SEGMENT, '2028-06-05T10:00:00Z')
    Object.assign(sections, { licence: { pack: 'se' } })
    await take()
    wait(7 * DAY_MS)
    await expect(take()).rejects.toMatchObject({ code: 'promo.once_only' })
  })
})
