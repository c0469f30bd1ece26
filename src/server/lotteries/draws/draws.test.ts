import { expect, test } from 'vitest'
import { isBelow } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestDraws } from './draws.test-support.ts'

const LOTTO = 'lotto-5-36'
const KENO = 'keno-20-80'
const DAY_MS = 86_400_000

await describeOnQuickestEngine('draw games', (database) => {
  async function scene(brandId: string, kept: readonly string[] = [LOTTO]) {
    const made = createTestDraws(database().db, brandId, kept)
    await made.keep()
    const accountId = await made.newPlayer(100_000)
    const player = { brandId, accountId }
    /** The ticket that was bought last, with its draw. */
    const last = async () => {
      const [found] = (await made.draws.tickets(player, { page: 1 })).tickets
      if (!found) throw new Error('no ticket')
      return found
    }
    return { ...made, accountId, player, last, brandId }
  }

  test('LOT-5: the draws that are ahead are opened once, with hashes of secrets that differ', async () => {
    const { draws, keep, wait, brandId } = await scene('draws-open')
    const before = await draws.game(brandId, LOTTO)
    expect(before.draws.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(before.draws.map(({ server_seed }) => server_seed)).size).toBe(8)
    wait(30_000)
    await keep()
    expect((await draws.game(brandId, LOTTO)).draws).toEqual(before.draws)
    expect(before.card.jackpotMinor).toBe(2_000_000)
  })

  test('LOT-5, LOT-7: a ticket is bought, its draw is closed, drawn and paid, and the books are whole', async () => {
    const made = await scene('draws-life')
    const { buy, accountId, line, wait, keep, last, held, proveBooks } = made
    await buy(accountId, LOTTO, [line(LOTTO), line(LOTTO)])
    expect(await held()).toMatchObject({ cash: 99_800, lottery_pool: 200 })
    wait(DAY_MS)
    await keep()
    const { ticket, draw, money } = await last()
    expect(draw.state).toBe('paid')
    expect(['won', 'lost']).toContain(ticket.state)
    expect(ticket.hits).toHaveLength(2)
    const { settlement } = money
    expect(settlement).toMatchObject({ jackpotInMinor: 2_000_000, jackpotOutMinor: 2_000_040 })
    expect(await held()).toMatchObject({
      ...{ cash: 99_800 + ticket.payout_minor, lottery_pool: 0, lottery_jackpot: 2_000_040 },
    })
    expect((await proveBooks()).breaks).toEqual([])
  })

  test('LOT-5: a ticket that comes after the end of the sale is refused by the clock of the server, and costs nothing', async () => {
    const { buy, accountId, line, draws, brandId, waitUntil, held } = await scene('draws-late')
    const [first] = (await draws.game(brandId, LOTTO)).draws
    const asked = { draw: first?.draw_id ?? 0 }
    waitUntil(new Date((first?.closes_at.getTime() ?? 0) - 1))
    await buy(accountId, LOTTO, [line(LOTTO)], asked)
    waitUntil(first?.closes_at ?? '')
    await expect(buy(accountId, LOTTO, [line(LOTTO)], asked)).rejects.toMatchObject({ code: 'draws.sale_over' })
    expect(await held()).toMatchObject({ cash: 99_900, lottery_pool: 100 })
  })

  test('LOT-7: the same purchase again is the same tickets; its name for another one is refused', async () => {
    const { buy, accountId, line, held } = await scene('draws-again')
    const { asked, tickets } = await buy(accountId, LOTTO, [line(LOTTO)], { draws: 3 })
    const again = await buy(accountId, LOTTO, asked.lines, asked)
    expect(again.tickets.map(({ ticket }) => ticket.ticket_id)).toEqual(tickets.map(({ ticket }) => ticket.ticket_id))
    expect(await held()).toMatchObject({ cash: 99_700, lottery_pool: 300 })
    const other = buy(accountId, LOTTO, [line(LOTTO)], { ...asked, lines: [line(LOTTO)] })
    await expect(other).rejects.toMatchObject({ code: 'draws.other_order' })
  })

  test.each<readonly [string, object, string]>([
    ['too few numbers', { lines: [{ numbers: [1, 2], second: [] }] }, 'draws.too_few_numbers'],
    ['a number twice', { lines: [{ numbers: [1, 1, 2, 3, 4], second: [] }] }, 'draws.double_number'],
    ['a foreign number', { lines: [{ numbers: [1, 2, 3, 4, 37], second: [] }] }, 'draws.foreign_number'],
    ['a price that was another', { priceMinor: 99 }, 'draws.price_changed'],
    ['a draw that nobody knows', { draw: 1 }, 'draws.draw_unknown'],
    ['more draws than are sold', { draws: 9, priceMinor: 900 }, 'draws.too_many_draws'],
    ['a game that is not sold', { game: 'lotto-6-49' }, 'draws.game_unknown'],
  ])('LOT-5: %s is refused, and nothing is taken', async (what, changes, code) => {
    const { buy, accountId, line, held } = await scene(`draws-bad-${what.replaceAll(' ', '-')}`)
    await expect(buy(accountId, LOTTO, [line(LOTTO)], changes)).rejects.toMatchObject({ code })
    expect(await held()).toMatchObject({ cash: 100_000 })
  })

  test('LOT-7: who cannot pay for all draws gets none of the tickets', async () => {
    const { buy, newPlayer, line, draws, brandId } = await scene('draws-poor')
    const poor = await newPlayer(250)
    await expect(buy(poor, LOTTO, [line(LOTTO)], { draws: 3 })).rejects.toMatchObject({ code: 'balance.too_low' })
    expect((await draws.tickets({ brandId, accountId: poor }, { page: 1 })).tickets).toEqual([])
  })

  test('LOT-6: secrets stay secret until the draw, and each receipt is below the root once the sale is over', async () => {
    const { buy, accountId, line, draws, player, brandId, wait, keep, newPlayer } = await scene('draws-root')
    const { tickets } = await buy(accountId, LOTTO, [line(LOTTO)])
    await buy(await newPlayer(500), LOTTO, [line(LOTTO)])
    const id = tickets[0]?.ticket.ticket_id ?? 0
    expect(await draws.receipt(player, id)).toMatchObject({ index: -1, path: [] })
    wait(DAY_MS)
    await keep()
    const { ticket, draw, path } = await draws.receipt(player, id)
    expect(isBelow(ticket.receipt, path, draw.root ?? '')).toBe(true)
    expect((await draws.proof(brandId, draw.draw_id)).leaves).toHaveLength(2)
    await expect(draws.receipt({ brandId, accountId: accountId + 1 }, id)).rejects.toMatchObject({
      code: 'draws.ticket_unknown',
    })
  })

  test('LOT-5: a line has a price in each currency of its game, and the money of each is kept by itself', async () => {
    const made = await scene('draws-currencies')
    const { accountId, buy, line, gameOf, newPlayer, draws, brandId, keep, wait, held, proveBooks, sections } = made
    Object.assign(gameOf(LOTTO), { prices: { USD: 120, RUB: 9000 }, jackpotSeeds: { USD: 700_000 } })
    expect((await draws.game(brandId, LOTTO, { currency: 'USD' })).card).toMatchObject({
      priceMinor: 120,
      currency: 'USD',
    })
    // Draws whose sale has begun keep their terms: prices of today are of draws that open from now on.
    const later = { ...sections.lotteries.games[LOTTO], name: 'Two currencies' }
    Object.assign(sections.lotteries, { games: { 'lotto-two': later } })
    wait(30_000)
    await keep()
    const rich = await newPlayer(10_000, 'USD')
    const numbers = line('lotto-two')
    const asked = { currency: 'USD', priceMinor: 120 }
    const poor = buy(rich, 'lotto-two', [numbers])
    await expect(poor).rejects.toMatchObject({ code: 'draws.no_account' })
    const tickets = (await buy(rich, 'lotto-two', [numbers], asked)).tickets
    expect(tickets[0]?.ticket).toMatchObject({ currency: 'USD', price_minor: 120 })
    await buy(accountId, 'lotto-two', [numbers, numbers])
    expect(await held('USD')).toMatchObject({ cash: 9880, lottery_pool: 120 })
    for (const [changes, code] of [
      [{ currency: 'GBP' }, 'draws.not_in_currency'],
      [{ currency: 'XXX' }, 'draws.not_in_currency'],
      [{ currency: 'USD', priceMinor: 100 }, 'draws.price_changed'],
    ] as const)
      await expect(buy(rich, 'lotto-two', [numbers], changes)).rejects.toMatchObject({ code })
    wait(DAY_MS)
    await keep()
    const { draw, money } = await draws.proof(brandId, tickets[0]?.draw.draw_id ?? 0)
    expect(draw).toMatchObject({ state: 'paid', tickets: 2 })
    expect(money.map(({ currency, staked_minor }) => [currency, staked_minor])).toEqual([
      ['EUR', 200],
      ['USD', 120],
    ])
    for (const { settlement, staked_minor: staked } of money) {
      const {
        paidMinor = 0,
        jackpotInMinor = 0,
        jackpotOutMinor = 0,
        breakageMinor = 0,
        feeMinor = 0,
      } = settlement ?? {}
      expect(paidMinor + jackpotOutMinor + breakageMinor + feeMinor).toBe(staked + jackpotInMinor)
    }
    expect((await draws.lobby(brandId, 'USD'))[0]).toMatchObject({
      ...{ currency: 'USD', jackpotMinor: money[1]?.settlement?.jackpotOutMinor },
    })
    expect(await held('USD')).toMatchObject({ lottery_pool: 0 })
    expect((await proveBooks()).breaks).toEqual([])
  })

  test('LOT-5: a draw that is cancelled gives every stake back, once', async () => {
    const { buy, accountId, line, draws, door, keep, wait, held, last } = await scene('draws-cancelled')
    const { tickets } = await buy(accountId, LOTTO, [line(LOTTO)])
    const drawId = tickets[0]?.draw.draw_id ?? 0
    await door.transaction((tx) => draws.cancel(tx, { drawId, reason: 'a broken drum' }))
    await expect(buy(accountId, LOTTO, [line(LOTTO)], { draw: drawId })).rejects.toMatchObject({
      code: 'draws.sale_over',
    })
    wait(DAY_MS)
    for (let times = 0; times < 2; times += 1) await keep()
    expect((await last()).ticket).toMatchObject({ state: 'refunded', payout_minor: 100 })
    expect(await held()).toMatchObject({ cash: 100_000, lottery_pool: 0 })
  })

  test('LOT-5, LEDGER-5: two processes that settle at once pay each ticket once', async () => {
    const made = await scene('draws-two')
    const { buy, newPlayer, line, keep, wait, held, proveBooks } = made
    const players = await Promise.all(Array.from({ length: 6 }, () => newPlayer(2000)))
    for (const accountId of players)
      await buy(
        accountId,
        LOTTO,
        [1, 2, 3, 4, 5].map(() => line(LOTTO)),
      )
    wait(DAY_MS)
    await Promise.all([keep(), keep(), keep()])
    const { lottery_pool: pool } = await held()
    expect(pool).toBe(0)
    expect((await proveBooks()).breaks).toEqual([])
  })

  test('LOT-6: a draw that is not drawn in time is refunded by itself', async () => {
    const { buy, accountId, line, keep, wait, held, sections } = await scene('draws-missed')
    await buy(accountId, LOTTO, [line(LOTTO)])
    wait(sections.lotteries.refundAfterMinutes * 60_000 + DAY_MS)
    await keep()
    expect(await held()).toMatchObject({ cash: 100_000, lottery_pool: 0 })
  })

  test('LOT-5: a draw whose numbers are known cannot be cancelled any more', async () => {
    const { buy, accountId, line, draws, door, keep, wait, last } = await scene('draws-over')
    await buy(accountId, LOTTO, [line(LOTTO)])
    wait(DAY_MS)
    await keep()
    const { draw } = await last()
    const cancelled = door.transaction((tx) => draws.cancel(tx, { drawId: draw.draw_id, reason: 'late' }))
    await expect(cancelled).rejects.toMatchObject({ code: 'draws.draw_over' })
  })

  test('LOT-4, LOT-5: ten days of keno and lotto, with players who buy in between, leaves whole books', async () => {
    const made = await scene('draws-month', [LOTTO, KENO])
    const { buy, line, wait, keep, newPlayer, held, proveBooks, gameOf } = made
    Object.assign(gameOf(KENO), { schedule: { ...gameOf(KENO).schedule, everyMinutes: 720 } })
    const players = await Promise.all([1, 2, 3].map(() => newPlayer(200_000)))
    for (let day = 0; day < 10; day += 1) {
      for (const [place, accountId] of players.entries()) {
        await buy(accountId, KENO, [line(KENO, 1 + ((day + place) % 10)), line(KENO, 4)])
        await buy(accountId, LOTTO, [line(LOTTO)])
      }
      wait(DAY_MS)
      await keep()
      wait(30_000)
      await keep()
    }
    const { lottery_pool: pool = 0, lottery_jackpot: jackpot = 0 } = await held()
    expect(pool).toBe(0)
    expect(jackpot).toBeGreaterThanOrEqual(2_000_000)
    expect((await proveBooks()).breaks).toEqual([])
  }, 120_000)
})
