import { expect, test } from 'vitest'
import type { BingoRoom } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { DrawPorts } from '../draws/draw-ports.ts'
import { createTestDraws } from '../draws/draws.test-support.ts'
import { createBingo } from './bingo.service.ts'

const ROOM: BingoRoom = {
  ...{ order: 10, name: 'Test 90', kind: '90', prices: { EUR: 20 }, jackpotSeeds: { EUR: 5000 }, maxCards: 12 },
  ...{ saleSeconds: 30, callSeconds: 2, jackpotCalls: 0, jackpotFeedPpm: 50_000, isOffered: true },
  patterns: {
    line: { order: 1, pattern: 'line', sharePpm: 200_000 },
    house: { order: 2, pattern: 'full_house', sharePpm: 550_000 },
  },
}

await describeOnQuickestEngine('bingo', (database) => {
  async function scene(brandId: string, changes: Partial<DrawPorts> = {}, room: Partial<BingoRoom> = {}) {
    const made = createTestDraws(database().db, brandId, [], changes)
    Object.assign(made.sections.lotteries, { bingo: { test: { ...ROOM, ...room } } })
    const bingo = createBingo(made.ports)
    await bingo.keep(brandId)
    const accountId = await made.newPlayer(10_000)
    let orders = 0
    const round = async () => (await bingo.room(brandId, 'test')).round
    const buy = async (cards: number, more: object = {}, by = accountId) =>
      bingo.buy(
        { brandId, accountId: by },
        {
          ...{ guid: `30000000-0000-4000-8000-${String(++orders).padStart(12, '0')}`, room: 'test', cards },
          ...{ round: (await round()).round_id, priceMinor: cards * 20 },
          ...more,
        },
      )
    return { ...made, bingo, accountId, player: { brandId, accountId }, brandId, round, buy }
  }

  test('LOT-5, LOT-7: a round is sold, called and paid, the books are whole, and the next one opens', async () => {
    const { bingo, brandId, buy, round, wait, held, proveBooks, newPlayer, player } = await scene('bingo-life')
    const other = await newPlayer(1000)
    await buy(3)
    await buy(2, {}, other)
    expect(await held()).toMatchObject({ cash: 10_900, lottery_pool: 100, lottery_jackpot: 5000 })
    wait(30_000)
    await bingo.keep(brandId)
    const calling = await round()
    expect(calling).toMatchObject({ state: 'calling', cards: 5, staked_minor: 100, jackpot_in_minor: 5000 })
    // Nobody is paid before the last number is called.
    expect(await held()).toMatchObject({ cash: 10_900 })
    wait((calling.outcome?.numbers.length ?? 0) * 2000)
    await bingo.keep(brandId)
    // What does not divide among winners of one pattern is breakage.
    const after = await held()
    const { breakageMinor = 0 } = calling.outcome ?? {}
    expect(after).toMatchObject({ cash: 10_975 - breakageMinor, lottery_pool: 0, lottery_jackpot: 5005 })
    expect((await proveBooks()).breaks).toEqual([])
    const [paid] = await bingo.results(brandId, 'test', 'EUR')
    expect(paid).toMatchObject({ state: 'paid', round_id: calling.round_id })
    expect(await round()).toMatchObject({ state: 'open', number: 2, closes_at: null })
    const { tickets } = await bingo.tickets(player, { page: 1 })
    expect(['won', 'lost']).toContain(tickets[0]?.ticket.state)
    const proof = await bingo.proof(brandId, calling.round_id)
    expect(proof.leaves).toHaveLength(2)
  })

  test('LOT-5: a process that is killed at any step is replaced by another one, and each round is played once', async () => {
    for (const [step, stop] of ['bingo_mark', 'settlement', 'commit'].entries()) {
      const made = await scene(`bingo-crash-${stop}`)
      await made.buy(4)
      made.wait(30_000)
      await made.bingo.keep(made.brandId)
      const calling = await made.round()
      made.wait((calling.outcome?.numbers.length ?? 0) * 2000)
      let clocks = 0
      const crash = new Error('killed')
      const dying = createBingo({
        ...made.ports,
        clock: () => {
          clocks += 1
          if (clocks > 1 + step) throw crash
          return made.ports.clock()
        },
      })
      await expect(dying.keep(made.brandId)).rejects.toBe(crash)
      const others = [createBingo(made.ports), createBingo(made.ports)]
      await Promise.all(others.map((bingo) => bingo.keep(made.brandId)))
      const { breakageMinor = 0 } = calling.outcome ?? {}
      const paidMinor = 60 - breakageMinor
      expect(await made.held()).toMatchObject({ cash: 9920 + paidMinor, lottery_pool: 0, lottery_jackpot: 5004 })
      expect((await made.proveBooks()).breaks).toEqual([])
      expect((await made.bingo.results(made.brandId, 'test', 'EUR')).map(({ state }) => state)).toEqual(['paid'])
    }
  })

  test('LOT-5: late cards, too many, another price and another round are refused and cost nothing', async () => {
    const { buy, wait, held, sections } = await scene('bingo-refused')
    await expect(buy(13)).rejects.toMatchObject({ code: 'bingo.too_many_cards' })
    await buy(10)
    await expect(buy(3)).rejects.toMatchObject({ code: 'bingo.too_many_cards' })
    await expect(buy(1, { priceMinor: 19 })).rejects.toMatchObject({ code: 'draws.price_changed' })
    await expect(buy(1, { round: 1 })).rejects.toMatchObject({ code: 'bingo.round_unknown' })
    await expect(buy(1, { room: 'cellar' })).rejects.toMatchObject({ code: 'bingo.room_unknown' })
    wait(30_000)
    await expect(buy(1)).rejects.toMatchObject({ code: 'bingo.sale_over' })
    expect(await held()).toMatchObject({ cash: 9800, lottery_pool: 200 })
    expect(sections.lotteries.bingo.test?.isOffered).toBe(true)
  })

  test('LOT-5: each currency with a price has rounds and a jackpot of its own', async () => {
    const prices = { USD: 30, EUR: 20, CHF: 25 }
    const made = await scene('bingo-currencies', {}, { prices, jackpotSeeds: { EUR: 5000, USD: 8000 } })
    const { bingo, brandId, newPlayer, buy, wait, held, proveBooks, round } = made
    expect((await bingo.lobby(brandId, 'USD'))[0]).toMatchObject({ jackpotMinor: 8000, round: { price_minor: 30 } })
    // A guest, and a player whose currency has no price, see the rounds of the brand's currency.
    expect((await bingo.room(brandId, 'test', 'JPY')).round).toMatchObject({ currency: 'EUR', price_minor: 20 })
    const dollars = (await bingo.room(brandId, 'test', 'USD')).round
    const rich = await newPlayer(1000, 'USD')
    await buy(4, { round: dollars.round_id, priceMinor: 120 }, rich)
    await expect(buy(1, {}, rich)).rejects.toMatchObject({ code: 'draws.no_account' })
    wait(30_000)
    await bingo.keep(brandId)
    expect((await bingo.room(brandId, 'test', 'USD')).round).toMatchObject({ state: 'calling' })
    expect(await round()).toMatchObject({ state: 'open', cards: 0 })
    wait(90 * 2000)
    await bingo.keep(brandId)
    expect(await held('USD')).toMatchObject({ lottery_pool: 0, lottery_jackpot: 8006 })
    expect(await held()).toMatchObject({ cash: 10_000, lottery_jackpot: 5000 })
    expect((await bingo.results(brandId, 'test', 'USD')).map(({ round_id }) => round_id)).toEqual([dollars.round_id])
    expect(await bingo.results(brandId, 'test', 'EUR')).toEqual([])
    expect((await proveBooks()).breaks).toEqual([])
  })

  test('LOT-7: asked again under its name a purchase is the same', async () => {
    const { buy, held } = await scene('bingo-once')
    const guid = '40000000-0000-4000-8000-000000000001'
    const [one, again] = [await buy(2, { guid }), await buy(2, { guid })]
    expect(again.ticket.ticket_id).toBe(one.ticket.ticket_id)
    expect(await held()).toMatchObject({ cash: 9960 })
    await expect(buy(3, { guid })).rejects.toMatchObject({ code: 'draws.other_order' })
  })

  test('RG-8: what protection refuses is not sold', async () => {
    const guard = async () => ({ reason: 'protection.time_out', params: { until: 'x' } }) as never
    const { buy, round } = await scene('bingo-guard', { guard })
    await expect(buy(1)).rejects.toMatchObject({ code: 'protection.time_out' })
    expect(await round()).toMatchObject({ cards: 0, closes_at: null })
  })

  test('LOT-6: a round that is not called in time is refunded by itself', async () => {
    const { buy, wait, bingo, brandId, held, proveBooks } = await scene('bingo-late')
    await buy(5)
    wait(48 * 3_600_000)
    await bingo.keep(brandId)
    expect(await held()).toMatchObject({ cash: 10_000, lottery_pool: 0, lottery_jackpot: 5000 })
    expect((await bingo.results(brandId, 'test', 'EUR')).map(({ state }) => state)).toEqual(['cancelled'])
    expect((await proveBooks()).breaks).toEqual([])
  })
})
