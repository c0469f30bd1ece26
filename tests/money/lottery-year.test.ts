import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestDraws, repeatable } from '#server/lotteries/draws/draws.test-support.ts'

const { LIVERY_LONG: isLong } = process.env
/** A year in the long suite, and two weeks otherwise. */
const DAYS = isLong ? 364 : 14
const DAY_MS = 86_400_000
const PLAYERS = 12
const GAMES = ['lotto-6-49', 'lotto-5-50', 'lotto-5-36', 'lotto-7-49', 'keno-20-80', 'keno-10-40']
const BUDGET_MINOR = 100_000_000

await describeOnQuickestEngine('a year of lotteries', (database) => {
  test(`LOT-4, LOT-5: ${DAYS} days of lotto and keno with cancellations: paid, carried, left over and kept are the stakes of each draw, and the books are clean`, {
    timeout: 600_000,
  }, async () => {
    const at = createTestDraws(database().db, 'lottery-year', GAMES)
    const random = repeatable(27)
    const below = (most: number) => Math.floor(random() * most)
    // Keno is drawn once a day here: a year of draws every two minutes is a quarter of a million.
    for (const id of GAMES.slice(4))
      Object.assign(at.gameOf(id), { schedule: { days: [1, 2, 3, 4, 5, 6, 7], times: ['12:00'], everyMinutes: 0 } })
    const players: number[] = []
    for (let player = 0; player < PLAYERS; player += 1) players.push(await at.newPlayer(BUDGET_MINOR))
    let bought = 0
    for (let day = 0; day < DAYS; day += 1) {
      await at.keep()
      const id = GAMES[day % GAMES.length] ?? ''
      for (let ticket = 0; ticket < 4; ticket += 1) {
        const lines = Array.from({ length: 1 + below(3) }, () => at.line(id))
        await at.buy(players[below(PLAYERS)] ?? 0, id, lines)
        bought += 1
      }
      if (day % 50 === 13) {
        const [next] = (await at.draws.game('lottery-year', id)).draws
        if (next) await at.door.transaction((tx) => at.draws.cancel(tx, { drawId: next.draw_id, reason: 'The drum.' }))
      }
      at.wait(DAY_MS)
    }
    // What was sold ahead is drawn too.
    at.wait(8 * DAY_MS)
    await at.keep()

    const draws = await at.door.transaction((tx) =>
      tx.select('lottery_draw').selectAll('lottery_draw').where('closes_at', '<=', at.now()).execute(),
    )
    const money = await at.door.transaction((tx) =>
      tx.select('lottery_draw_money').selectAll('lottery_draw_money').execute(),
    )
    const states = new Map(draws.map(({ draw_id, state }) => [draw_id, state]))
    const unbalanced = money.filter(({ draw_id, settlement, staked_minor: staked }) => {
      if (states.get(draw_id) === 'cancelled') return settlement !== null
      if (states.get(draw_id) !== 'paid' || !settlement) return true
      const { paidMinor, jackpotInMinor, jackpotOutMinor, breakageMinor, feeMinor } = settlement
      return paidMinor + jackpotOutMinor + breakageMinor + feeMinor !== staked + jackpotInMinor
    })
    expect(money.length).toBeGreaterThan(0)
    expect(unbalanced).toEqual([])
    expect(draws.some(({ state }) => state === 'cancelled')).toBe(true)
    const tickets = await at.door.transaction((tx) => tx.select('lottery_ticket').select('state').execute())
    expect(tickets).toHaveLength(bought)
    expect(tickets.filter(({ state }) => state === 'open' || state === 'judged')).toEqual([])
    expect((await at.proveBooks()).breaks).toEqual([])
    expect((await at.held()).lottery_pool ?? 0).toBe(0)
  })
})
