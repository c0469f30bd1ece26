import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createLoyalty } from '#server/promo/loyalty/loyalty.service.ts'
import { baseSection } from '#server/site/base-section.ts'
import { CAMPAIGN } from '../promo.test-support.ts'
import { createTestLoyalty, DAY } from './loyalty.test-support.ts'

const { loyalty: RULES, loyaltyTiers: TIERS } = baseSection('promo')
/** The worked numbers are those of the share alone, without the bound by stakes. */
const UNBOUND = { loyalty: { ...RULES, mostOfStakesE4: 0 } }

await describeOnQuickestEngine('loyalty', (database) => {
  /** A player with money, in a brand where the programme has begun. */
  async function scene(brandId: string, minor = 100_000) {
    const brand = createTestLoyalty(database().db, brandId, { ten: CAMPAIGN })
    await brand.keep()
    brand.wait(60_000)
    const id = await brand.casino.newPlayer(minor)
    return {
      ...brand,
      id,
      nextWeek: () => {
        brand.wait(7 * DAY)
        return brand.keep()
      },
    }
  }

  test('PROMO-22: 850.00 staked and 237.65 lost in a week pay 11.88, shown before, once, and never more', async () => {
    const { id, set, round, view, keep, nextWeek, cash, transfers, breaksOfBooks, wait } = await scene('l-week')
    set(UNBOUND)
    await round(id, 85_000, 61_235)
    expect((await view(id)).periods).toMatchObject([{ stake_minor: 85_000, loss_minor: 23_765, state: 'open' }])
    const before = (await cash(id)) ?? 0
    await nextWeek()
    expect(await cash(id)).toBe(before + 1188)
    await Promise.all([keep(), keep()])
    wait(DAY)
    await keep()
    expect(await cash(id)).toBe(before + 1188)
    expect(await transfers('loyalty-cashback')).toBe(1)
    expect((await view(id)).periods).toMatchObject([{ state: 'paid', paid_minor: 1188, paid_currency: 'EUR' }])
    expect(await breaksOfBooks()).toEqual([])
  })

  test('a player is sent word of cashback that was paid, once, and of nothing when there was none', async () => {
    const { id, ports, set, round, nextWeek } = await scene('l-word')
    const words: object[] = []
    Object.assign(ports, { onPaid: async (_: unknown, paid: object) => words.push(paid) })
    set(UNBOUND)
    await round(id, 85_000, 61_235)
    await nextWeek()
    expect(words).toMatchObject([{ accountId: id, currency: 'EUR', amountMinor: 1188 }])
    await nextWeek()
    expect(words).toHaveLength(1)
  })

  test('several processes at once pay a period once', async () => {
    const { id, set, ports, round, nextWeek, keep, wait, brandId, transfers } = await scene('l-race')
    set(UNBOUND)
    await round(id, 85_000, 61_235)
    await keep()
    wait(7 * DAY)
    const others = ['two', 'three', 'four'].map((owner) => createLoyalty({ ...ports, owner }))
    await Promise.all([keep(), ...others.map((other) => other.keep(brandId))])
    expect(await transfers('loyalty-cashback')).toBe(1)
    await nextWeek()
    expect(await transfers('loyalty-cashback')).toBe(1)
  })

  test('another process has the brand for itself until its lease is over', async () => {
    const { ports, brandId, wait } = await scene('l-lease')
    const other = createLoyalty({ ...ports, owner: 'two' })
    expect(await other.keep(brandId)).toBe(false)
    wait(130_000)
    expect(await other.keep(brandId)).toBe(true)
  })

  test('PROMO-22: a profit pays nothing and lowers no other period; losses are not carried over', async () => {
    const { id, set, round, nextWeek, cash } = await scene('l-profit')
    set(UNBOUND)
    await round(id, 10_000, 50_000)
    await nextWeek()
    expect(await cash(id)).toBe(140_000)
    await round(id, 10_000, 0)
    await nextWeek()
    expect(await cash(id)).toBe(130_500)
    await nextWeek()
    expect(await cash(id)).toBe(130_500)
  })

  test('a period never pays back more than the share of its stakes, and nothing below the minimum', async () => {
    const { id, round, nextWeek, cash, view } = await scene('l-bounds')
    await round(id, 10_000, 0)
    await nextWeek()
    expect(await cash(id)).toBe(90_200)
    await round(id, 4_999, 0)
    await nextWeek()
    expect(await cash(id)).toBe(90_200 - 4_999)
    expect((await view(id)).periods[0]).toMatchObject({ state: 'nothing', paid_minor: 0 })
  })

  test('PROMO-21: experience grows by what is staked, and a new tier gives its own terms from the next period on', async () => {
    const { id, round, view, nextWeek } = await scene('l-tier')
    await round(id, 99_950, 99_950)
    expect((await view(id)).standing).toMatchObject({ tier: 'copper', xp: 999, missingXp: 1, next: 'bronze' })
    await round(id, 50, 50)
    const { standing, periods } = await view(id)
    expect(standing).toMatchObject({ tier: 'bronze', xp: 1000, next: 'silver', missingXp: 4000 })
    expect(periods).toMatchObject([{ tier: 'copper' }])
    await nextWeek()
    await round(id, 33_333, 33_333)
    const after = await view(id)
    expect(after.standing.xp).toBe(1499)
    expect(after.periods[0]).toMatchObject({ tier: 'bronze', terms: { ratioE4: 600 } })
  })

  test('the highest tier is paid of all stakes, won or lost', async () => {
    const { id, set, round, wait, keep, cash } = await scene('l-vip', 2_000_000)
    const all = Object.fromEntries(Object.keys(TIERS).map((tier, place) => [tier, { ...TIERS.copper, fromXp: place }]))
    set({ loyaltyTiers: { ...all, platinum: { ...TIERS.platinum, fromXp: 7, ratioE4: 15 } } as typeof TIERS })
    await round(id, 1000, 1000)
    wait(8 * DAY)
    await keep()
    await round(id, 1_250_000, 1_400_000)
    const before = (await cash(id)) ?? 0
    wait(2 * DAY)
    await keep()
    expect(await cash(id)).toBe(before + 1875)
  })

  test('what is paid from a bonus counts for nothing, and of a mixed stake the own part alone', async () => {
    const { id, set, round, view, promo, brandId } = await scene('l-bonus', 320)
    set(UNBOUND)
    await promo.redeem(brandId, { accountId: id, currency: 'EUR', country: 'de' }, 'TEN')
    await round(id, 500, 0)
    expect((await view(id)).periods).toMatchObject([{ stake_minor: 320, loss_minor: 320 }])
    await round(id, 500, 0)
    const { periods, standing } = await view(id)
    expect(periods).toMatchObject([{ stake_minor: 320, loss_minor: 320 }])
    expect(standing.xp).toBe(3)
  })

  test('kinds of play and games that are excluded count for nothing', async () => {
    const { id, set, round, view } = await scene('l-excluded')
    await round(id, 500, 0, 'table')
    set({ loyalty: { ...RULES, excludedGames: ['book'] } })
    await round(id, 500, 0)
    const { periods, standing } = await view(id)
    expect(periods).toEqual([])
    expect(standing.xp).toBe(0)
  })

  test('a bet counts once it is settled, and a void one not at all', async () => {
    const { id, bet, settle, view, betting } = await scene('l-sport')
    await bet(id, 1, 1000)
    expect((await view(id)).periods).toEqual([])
    betting.end(1, 0, 1)
    await settle()
    expect((await view(id)).periods).toMatchObject([{ stake_minor: 1000, loss_minor: 1000 }])
    await bet(id, 2, 500)
    betting.end(2)
    await settle()
    const { periods, standing } = await view(id)
    expect(periods).toMatchObject([{ stake_minor: 1000, loss_minor: 1000 }])
    expect(standing.xp).toBe(10)
  })

  test('a bet that is settled again after the payment is corrected: more at once, less from the next cashback', async () => {
    const { id, set, bet, settle, view, nextWeek, cash, betting, keep, breaksOfBooks } = await scene('l-again')
    set(UNBOUND)
    await bet(id, 1, 20_000)
    betting.end(1, 0, 1)
    await settle()
    await nextWeek()
    expect(await cash(id)).toBe(81_000)
    betting.end(1, 1, 0)
    await settle()
    await keep()
    expect(await cash(id)).toBe(121_000)
    expect((await view(id)).member.owed_minor).toBe(1000)
    await bet(id, 2, 50_000)
    betting.end(2, 0, 1)
    await settle()
    await nextWeek()
    expect(await cash(id)).toBe(71_000 + 2500 - 1000)
    expect((await view(id)).member.owed_minor).toBe(0)
    betting.end(1, 0, 1)
    await settle()
    await keep()
    expect(await cash(id)).toBe(72_500 - 40_000 + 1000)
    expect(await breaksOfBooks()).toEqual([])
  })

  test('a round that is rolled back takes back what it has counted', async () => {
    const { id, sessionOf, casino, view } = await scene('l-rollback')
    const of = { sessionId: await sessionOf(id), roundId: 'r', gameId: 'book' } as const
    await casino.apply({ ...of, actionId: 'b', kind: 'bet', amountMinor: 5000, endsRound: true })
    expect((await view(id)).standing.xp).toBe(50)
    casino.wait(1000)
    await casino.apply({ ...of, actionId: 'back', kind: 'rollback', reference: 'b' })
    const { periods, standing } = await view(id)
    expect(standing.xp).toBe(0)
    expect(periods).toMatchObject([{ stake_minor: 0, loss_minor: 0 }])
  })

  test('what is played during a break counts for nothing, and a player who may not play is paid afterwards', async () => {
    const { id, set, round, view, takeBreak, nextWeek, wait, keep, cash, refuse } = await scene('l-break')
    set(UNBOUND)
    await round(id, 10_000, 0)
    wait(1000)
    takeBreak(id, DAY)
    await round(id, 10_000, 0)
    const { periods, standing, isPaused } = await view(id)
    expect(periods).toMatchObject([{ stake_minor: 10_000 }])
    expect(standing.xp).toBe(100)
    expect(isPaused).toBe(true)
    refuse({ reason: 'protection.time_out' })
    await nextWeek()
    expect(await cash(id)).toBe(80_000)
    expect((await view(id)).periods).toMatchObject([{ state: 'waiting' }])
    refuse(null)
    wait(DAY)
    await keep()
    expect(await cash(id)).toBe(80_500)
  })

  test('nothing is counted of a player who does not take part', async () => {
    const { id, loyalty, member, round, view } = await scene('l-out')
    await round(id, 1000, 0)
    await loyalty.choose(member(id), false)
    await round(id, 1000, 0)
    expect((await view(id)).standing.xp).toBe(10)
    await loyalty.choose(member(id), true)
    await round(id, 1000, 0)
    expect((await view(id)).standing.xp).toBe(20)
  })

  test('a tier whose experience was not earned in time falls by one, to its beginning', async () => {
    const { id, set, round, view, wait, keep } = await scene('l-keep', 2_000_000)
    set({ loyalty: { ...RULES, keepDays: 30 } })
    await round(id, 600_000, 600_000)
    expect((await view(id)).standing.tier).toBe('silver')
    wait(31 * DAY)
    await keep()
    expect((await view(id)).standing).toMatchObject({ tier: 'bronze', xp: 1000 })
    await round(id, 20_000, 20_000)
    wait(31 * DAY)
    await keep()
    expect((await view(id)).standing).toMatchObject({ tier: 'bronze', xp: 1300 })
  })

  test('what was played before the programme began is not counted, and without it nothing is shown', async () => {
    const brand = createTestLoyalty(database().db, 'l-begin')
    const id = await brand.casino.newPlayer(10_000)
    await brand.round(id, 1000, 0)
    brand.wait(1000)
    await brand.keep()
    await brand.round(id, 500, 0)
    expect((await brand.view(id)).standing.xp).toBe(5)
    brand.set({ isLoyaltyOffered: false })
    await expect(brand.view(id)).rejects.toMatchObject({ code: 'loyalty.not_offered' })
  })
})
