import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

const DAY_MS = 86_400_000

await describeOnQuickestEngine('the history of bets', (database) => {
  test('BET-4, BET-10: the latest first by pages of 50, as far back as it reaches, without what the brand hides', async () => {
    const scene = createScene(database().db, 'history')
    const { betting, price, newPlayer, newGuid, wait, end } = scene
    const bettor = { brandId: 'history', accountId: await newPlayer(20_000) }
    const place = (id: number, odds: string, summ = 100) =>
      betting.placeBet(bettor, {
        betGuid: newGuid(),
        payload: betOn([seen(id, odds)], { summ, groupsSumms: [summ] }),
        currency: 'EUR',
      })
    price(1, '2.00')
    price(2, '3.00')
    await place(1, '2.00')
    wait(7 * DAY_MS)
    for (const id of [1, 2]) price(id, '2.00', { startsAt: new Date('2026-03-20T15:00:00Z') })
    for (let bet = 0; bet < 52; bet += 1) await place(2, '2.00')
    await place(1, '2.00', 99_900_000)
    await place(2, '1.90')
    end(2, 1, 0)
    await betting.settleBets('history')
    const first = await betting.readHistory(bettor, {})
    expect([first.total, first.bets.length, first.dateFrom, first.dateTo]).toEqual([53, 50, '2026-03-02', '2026-03-08'])
    expect(first.bets[0]?.placedAt).toBe('2026-03-08T12:00:00.000Z')
    expect((await betting.readHistory(bettor, { page_number: 2 })).bets).toHaveLength(3)
    const totalOf = async (query: Parameters<typeof betting.readHistory>[1]) =>
      (await betting.readHistory(bettor, query)).total
    expect(await totalOf({ status: 2 })).toBe(52)
    expect(await totalOf({ status: 6 })).toBe(1)
    expect(await totalOf({ betType: 'express' })).toBe(0)
    expect(await totalOf({ dateFrom: '2026-03-01', dateTo: '2026-03-07' })).toBe(0)
    // A rejected bet is shown at the price that its player saw.
    const [rejected] = (await betting.readHistory(bettor, { status: 6 })).bets
    expect(rejected).toMatchObject({
      reason: 'bet.stake_high',
      params: { maximum: '1000.00 EUR' },
      legs: [{ gameName: 'Home 1 – Away 1', odds: '2.00', marketTypeId: 1, typeId: 1 }],
    })
    scene.sections.coupon = { ...scene.sections.coupon, historyDays: 8, betStatusesHiddenInHistory: [6] }
    expect([await totalOf({}), await totalOf({ status: 6 }), await totalOf({ status: 1 })]).toEqual([53, 0, 1])
    const stranger = { brandId: 'history', accountId: await newPlayer(0) }
    expect((await betting.readHistory(stranger, {})).bets).toEqual([])
  })

  test('OFF-3, BET-11: the bets above the largest stake are listed apart, taken and refused ones', async () => {
    const { betting, price, newPlayer, newGuid, sections } = createScene(database().db, 'history-vip')
    price(1, '1.85')
    sections.boolean = { ...sections.boolean, isVipBetAllowed: true }
    sections.coupon = { ...sections.coupon, maximumStakeMinor: 1000 }
    sections.betting = { ...sections.betting, vipBets: { countries: ['kz'], maximumStakeMinor: 5000 } }
    const bettor = { brandId: 'history-vip', accountId: await newPlayer(10_000) }
    const place = (summ: number, vip: object) =>
      betting.placeBet(bettor, {
        betGuid: newGuid(),
        payload: betOn([seen(1, '1.85')], { summ, groupsSumms: [summ], ...vip }),
        currency: 'EUR',
        country: 'kz',
      })
    await place(500, {})
    await place(4000, { VIPBetSumm: 4000 })
    await place(5001, { VIPBetSumm: 5001 })
    const listed = async (query: object) =>
      (await betting.readHistory(bettor, query)).bets.map(({ stakeMinor, status }) => [stakeMinor, status])
    expect((await listed({})).toSorted()).toEqual([
      [4000, 1],
      [500, 1],
      [5001, 6],
    ])
    expect((await listed({ vip: 1 })).toSorted()).toEqual([
      [4000, 1],
      [5001, 6],
    ])
    expect((await betting.readHistory(bettor, { vip: 1, status: 1 })).total).toBe(1)
  })

  test('BET-4: days begin and end in the time zone of the brand', async () => {
    const scene = createScene(database().db, 'history-zone')
    const { betting, price, newPlayer, newGuid } = scene
    scene.sections.global = { ...scene.sections.global, timeZone: 'Pacific/Kiritimati' }
    price(1, '2.00')
    const bettor = { brandId: 'history-zone', accountId: await newPlayer(5000) }
    await betting.placeBet(bettor, { betGuid: newGuid(), payload: betOn([seen(1, '2.00')]), currency: 'EUR' })
    const history = await betting.readHistory(bettor, { dateFrom: '2026-03-02' })
    expect([history.total, history.dateFrom, history.dateTo]).toEqual([1, '2026-03-02', '2026-03-02'])
  })
})
