import { expect, test } from 'vitest'
import type { TotoPoolName } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createBingo } from '#server/lotteries/bingo/bingo.service.ts'
import { createTestDraws, repeatable } from '#server/lotteries/draws/draws.test-support.ts'
import { createScratch } from '#server/lotteries/scratch/scratch.service.ts'
import { createTotoScene } from '#server/lotteries/toto/toto.test-support.ts'
import { playDay, playToto, type YearScene } from './lottery-days.ts'

const { LIVERY_LONG: isLong } = process.env
/** A year in the long suite, and two weeks otherwise. */
const DAYS = isLong ? 364 : 14
const DAY_MS = 86_400_000
const PLAYERS = 12
const DRAW_GAMES = ['lotto-6-49', 'lotto-5-50', 'lotto-5-36', 'lotto-7-49', 'keno-20-80', 'keno-10-40']
const POOLS: readonly TotoPoolName[] = [
  ...(['fifteen', 'score', 'football', 'hockey', 'basket'] as const),
  ...(['cricket', 'cyberfootball', 'cybersport', 'jackpot', 'free'] as const),
]
/** Toto is played once in so many days. */
const TOTO_EVERY_DAYS = 13
const BUDGET_MINOR = 100_000_000

await describeOnQuickestEngine('a year of lotteries', (database) => {
  async function scene(brandId: string): Promise<YearScene> {
    const at = createTestDraws(database().db, brandId, DRAW_GAMES)
    // Keno is drawn once a day here: a year of draws every two minutes is a quarter of a million.
    for (const id of DRAW_GAMES.slice(4))
      Object.assign(at.gameOf(id), { schedule: { days: [1, 2, 3, 4, 5, 6, 7], times: ['12:00'], everyMinutes: 0 } })
    const pools = Object.fromEntries(
      POOLS.map((name) => [name, { needsIdentity: false, leastSaleMinutes: 1, horizonHours: 2, cancelAtVoids: 3 }]),
    )
    const players = []
    for (let player = 0; player < PLAYERS; player += 1) {
      const currency = player % 3 === 2 ? 'USD' : 'EUR'
      players.push({ brandId, currency, accountId: await at.newPlayer(BUDGET_MINOR, currency) })
    }
    const toto = createTotoScene(database().db, brandId, { pools })
    const [bingo, scratch] = [createBingo(at.ports), createScratch(at.ports)]
    return { brandId, at, toto, bingo, scratch, players, random: repeatable(27), drawGames: DRAW_GAMES }
  }

  test(`LOT-4, LOT-5: ${DAYS} days of lotto, keno, bingo, scratch cards and toto in two currencies, with cancellations: paid, carried, left over and kept are the stakes of each, and the books are clean`, {
    timeout: 600_000,
  }, async () => {
    const began = performance.now()
    const year = await scene('lottery-year')
    const { at, brandId } = year
    for (let day = 0; day < DAYS; day += 1) {
      await playDay(year, day)
      if (day % TOTO_EVERY_DAYS === 0) await playToto(year)
      at.wait(DAY_MS)
      year.toto.wait(DAY_MS)
    }
    // What was sold ahead is drawn too.
    at.wait(8 * DAY_MS)
    await at.keep()
    await year.bingo.keep(brandId)
    await year.scratch.keep(brandId)
    const tookMs = performance.now() - began

    const rows = await at.door.transaction(async (tx) => ({
      draws: await tx.select('lottery_draw').selectAll('lottery_draw').where('closes_at', '<=', at.now()).execute(),
      money: await tx.select('lottery_draw_money').selectAll('lottery_draw_money').execute(),
      tickets: await tx.select('lottery_ticket').select('state').execute(),
      rounds: await tx.select('lottery_bingo_round').selectAll('lottery_bingo_round').where('cards', '>', 0).execute(),
      cards: await tx.select('lottery_scratch_card').select('state').execute(),
      toto: await tx.select('toto_draw').select(['status', 'is_done']).execute(),
    }))
    const { draws, money, tickets, rounds, cards, toto } = rows
    const states = new Map(draws.map(({ draw_id, state }) => [draw_id, state]))
    const unbalanced = money.filter(({ draw_id, settlement, staked_minor: staked }) => {
      if (states.get(draw_id) === 'cancelled') return settlement !== null
      if (states.get(draw_id) !== 'paid' || !settlement) return true
      const { paidMinor, jackpotInMinor, jackpotOutMinor, breakageMinor, feeMinor } = settlement
      return paidMinor + jackpotOutMinor + breakageMinor + feeMinor !== staked + jackpotInMinor
    })
    expect(unbalanced).toEqual([])
    expect(new Set(money.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD']))
    expect(draws.some(({ state }) => state === 'cancelled')).toBe(true)
    expect(tickets.length).toBeGreaterThanOrEqual(DAYS * 4)
    expect(tickets.filter(({ state }) => state === 'open' || state === 'judged')).toEqual([])
    expect(rounds.length).toBeGreaterThanOrEqual(DAYS)
    const unequal = rounds.filter(({ state, outcome, staked_minor: staked, jackpot_in_minor: jackpotIn }) => {
      if (state !== 'paid' || !outcome) return true
      const { paidMinor, jackpotOutMinor, breakageMinor, feeMinor } = outcome
      return paidMinor + jackpotOutMinor + breakageMinor + feeMinor !== staked + (jackpotIn ?? 0)
    })
    expect(unequal).toEqual([])
    expect(cards.length).toBeGreaterThanOrEqual(DAYS * 2)
    expect(cards.filter(({ state }) => state === 'sealed')).toEqual([])
    expect(toto.length).toBeGreaterThanOrEqual(POOLS.length)
    expect(toto.every(({ is_done, status }) => is_done && (status === 'paid' || status === 'cancelled'))).toBe(true)
    for (const currency of ['EUR', 'USD']) expect((await at.held(currency)).lottery_pool ?? 0).toBe(0)
    expect((await at.proveBooks()).breaks).toEqual([])
    console.info(
      `${DAYS} days of lotteries took ${(tookMs / 1000).toFixed(1)} s: ${draws.length} draws, ${tickets.length} tickets`,
    )
  })
})
