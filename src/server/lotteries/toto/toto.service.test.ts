import { expect, test } from 'vitest'
import type { TotoTicket } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { createTotoScene, GIFT_MINOR } from './toto.test-support.ts'

const HOUR_MS = 3_600_000
const SMALL = {
  ...{ events: 3, categories: [3, 2].map((hits) => ({ hits, sharePpm: 400_000 })), unitMinor: 100, mostLines: 27 },
  ...{ cancelAtVoids: 2, jackpotPpmByVoids: [1_000_000, 500_000] },
}
const HOME = { home: 1, away: 0 }
const DRAWN = { home: 0, away: 0 }

await describeOnQuickestEngine('toto', (database) => {
  let brands = 0
  const scene = (of: Parameters<typeof createTotoScene>[2] = { pools: { football: SMALL } }) =>
    createTotoScene(database().db, `toto-${++brands}`, of)

  /** A scene with a draw of three games that sells. */
  async function withDraw(of?: Parameters<typeof createTotoScene>[2]) {
    const one = scene(of)
    const games = one.addGames(3)
    const brandId = one.door.brandId
    await one.toto.work(brandId)
    const { pools, draws } = await one.toto.draws(brandId, {})
    const drawId = draws[0]?.drawId ?? 0
    expect(pools[0]?.drawId).toBe(drawId)
    const buy = async (player: { brandId: string; accountId: number }, marks: number[][], unitsPerLine = 1) =>
      one.toto.buy(player, { guid: one.newGuid(), drawId, marks, unitsPerLine })
    const work = () => one.toto.work(brandId)
    const play = async (...scores: (typeof HOME | null)[]) => {
      one.wait(3 * HOUR_MS)
      await work()
      for (const [at, score] of scores.entries()) one.end(games[at] ?? 0, score)
      await work()
    }
    const draw = async () => (await one.toto.draw(brandId, drawId)).draw
    const ticket = async (player: { brandId: string; accountId: number }) =>
      (await one.toto.tickets(player, {})).tickets[0] as TotoTicket
    const books = async () => (await one.door.transaction(proveLedger)).breaks
    return { ...one, games, brandId, drawId, buy, work, play, draw, ticket, books }
  }

  test('LOT-4: a draw is made of the next games by rule, once, and closes when its first game starts', async () => {
    const at = await withDraw()
    await at.work()
    expect((await at.toto.draws(at.brandId, {})).draws).toHaveLength(1)
    expect(await at.draw()).toMatchObject({ status: 'open', number: 1, typeId: 3, events: 3 })
    at.wait(3 * HOUR_MS)
    await at.work()
    expect(await at.draw()).toMatchObject({ status: 'closed' })
  })

  test('LOT-4: stakes are divided by the results of the feed, and nothing is left over', async () => {
    const at = await withDraw()
    const [first, second, third] = [await at.newPlayer(), await at.newPlayer(), await at.newPlayer()]
    await at.buy(first, [[0], [0], [0, 1]])
    await at.buy(second, [[0], [1], [0]], 2)
    await at.buy(third, [[2], [2], [2]])
    expect(await at.cash(first.accountId)).toBe(GIFT_MINOR - 200)
    await at.play(HOME, HOME, HOME)
    // 500 staked: fee 50, pool 450, 180 for three right, 180 for two right or more, 90 to the jackpot.
    expect(await at.ticket(first)).toMatchObject({ state: 'won', payoutMinor: 180 + 45 + 45 })
    expect(await at.ticket(second)).toMatchObject({ state: 'won', payoutMinor: 90 })
    expect(await at.ticket(third)).toMatchObject({ state: 'lost', payoutMinor: 0 })
    expect(await at.draw()).toMatchObject({ status: 'paid', paidMinor: 360, jackpotMinor: 90 })
    expect(await at.held()).toMatchObject({ pool: 0, jackpot: 90, breakage: 0 })
    await at.work()
    expect(await at.cash(first.accountId)).toBe(GIFT_MINOR - 200 + 270)
    expect(await at.books()).toEqual([])
  })

  test('LOT-7: a ticket is bought once under its name, and another under it is refused', async () => {
    const at = await withDraw()
    const player = await at.newPlayer()
    const asked = { guid: at.newGuid(), drawId: at.drawId, marks: [[0], [1], [2]], unitsPerLine: 1 }
    const [one, other] = await Promise.all([at.toto.buy(player, asked), at.toto.buy(player, asked)])
    expect(other.couponNumber).toBe(one?.couponNumber)
    await expect(at.toto.buy(player, { ...asked, unitsPerLine: 2 })).rejects.toMatchObject({
      code: 'toto.ticket_other',
    })
    expect(await at.cash(player.accountId)).toBe(GIFT_MINOR - 100)
    at.wait(3 * HOUR_MS)
    expect((await at.toto.buy(player, asked)).couponNumber).toBe(one?.couponNumber)
  })

  test('LOT-4: a late ticket is refused by the clock of the server, before the draw is marked as closed, and costs nothing', async () => {
    const at = await withDraw()
    const player = await at.newPlayer()
    at.wait(3 * HOUR_MS)
    await expect(at.buy(player, [[0], [0], [0]])).rejects.toMatchObject({ code: 'toto.draw_closed' })
    expect(await at.cash(player.accountId)).toBe(GIFT_MINOR)
  })

  test('LOT-4: a game that starts early closes the draw, and one that is put off keeps it open', async () => {
    const early = await withDraw()
    early.change(early.games[1] ?? 0, { isLive: true })
    await expect(early.buy(await early.newPlayer(), [[0], [0], [0]])).rejects.toMatchObject({
      code: 'toto.draw_closed',
    })
    const late = await withDraw()
    for (const gameId of late.games) late.change(gameId, { startsAt: new Date(late.now().getTime() + 5 * HOUR_MS) })
    late.wait(4 * HOUR_MS)
    await late.work()
    expect((await late.buy(await late.newPlayer(), [[0], [0], [0]])).drawStatus).toBe('open')
  })

  test.each([
    [[[0], [0]], 'toto.too_few_events'],
    [[[0], [0], [0], [0]], 'toto.too_many_events'],
    [[[0], [0], []], 'toto.mark_missing'],
    [[[0], [0], [3]], 'toto.mark_unknown'],
    [[[0], [0], [1, 1]], 'toto.mark_twice'],
  ])('LOT-7: %j is refused, and the stake stays', async (marks, code) => {
    const at = await withDraw()
    const player = await at.newPlayer()
    await expect(at.buy(player, marks)).rejects.toMatchObject({ code })
    expect(await at.cash(player.accountId)).toBe(GIFT_MINOR)
  })

  test('LOT-7: bounds of a pool hold: lines, units, tickets, identity and draws that are not there', async () => {
    const at = await withDraw({
      pools: { football: { ...SMALL, mostLines: 2, mostUnitsPerLine: 3, mostTickets: 1 } },
    })
    const player = await at.newPlayer()
    await expect(at.buy(player, [[0, 1], [0, 1], [0]])).rejects.toMatchObject({ code: 'toto.too_many_lines' })
    await expect(at.buy(player, [[0], [0], [0]], 4)).rejects.toMatchObject({ code: 'toto.units_wrong' })
    await at.buy(player, [[0], [0], [0]])
    await expect(at.buy(player, [[0], [0], [0]])).rejects.toMatchObject({ code: 'toto.tickets_full' })
    const unknown = { guid: at.newGuid(), drawId: 1, marks: [[0], [0], [0]], unitsPerLine: 1 }
    await expect(at.toto.buy(player, unknown)).rejects.toMatchObject({ code: 'toto.draw_unknown' })
    const known = await withDraw({ pools: { football: { ...SMALL, needsIdentity: true } } })
    await expect(known.buy(await known.newPlayer(), [[0], [0], [0]])).rejects.toMatchObject({
      code: 'toto.identity_needed',
    })
  })

  test('RG-8: protection keeps a player from a ticket, and nothing is taken', async () => {
    const guard = async () => ({ reason: 'protection.time_out', params: { until: 'tomorrow' } }) as const
    const at = await withDraw({ pools: { football: SMALL }, guard })
    const player = await at.newPlayer()
    await expect(at.buy(player, [[0], [0], [0]])).rejects.toMatchObject({ code: 'protection.time_out' })
    expect(await at.cash(player.accountId)).toBe(GIFT_MINOR)
  })

  test('LOT-4: a corrected result takes prizes back and pays others, and what was spent is owed', async () => {
    const at = await withDraw()
    const [winner, other] = [await at.newPlayer(), await at.newPlayer()]
    await at.buy(winner, [[0], [0], [0]])
    await at.buy(other, [[0], [0], [1]])
    await at.play(HOME, HOME, HOME)
    expect(await at.ticket(winner)).toMatchObject({ payoutMinor: 72 + 36 })
    at.end(at.games[2] ?? 0, DRAWN)
    await at.work()
    expect(await at.draw()).toMatchObject({ status: 'paid', isCorrected: true })
    expect(await at.ticket(winner)).toMatchObject({ state: 'won', payoutMinor: 36 })
    expect(await at.ticket(other)).toMatchObject({ state: 'won', payoutMinor: 72 + 36 })
    expect(await at.cash(winner.accountId)).toBe(GIFT_MINOR - 100 + 36)
    expect(await at.held()).toMatchObject({ pool: 0, jackpot: 36, owed: 0 })
    expect(await at.books()).toEqual([])
  })

  test('LOT-4: the desk enters a result before the feed, leaves it to the feed again, and is written down', async () => {
    const at = await withDraw()
    const player = await at.newPlayer()
    await at.buy(player, [[0], [0], [0]])
    await at.play(HOME, HOME)
    expect(await at.draw()).toMatchObject({ status: 'closed' })
    const act = { drawId: at.drawId, place: 2, operator: 'olga', reason: 'The feed is silent.', now: at.now() }
    await at.door.transaction((tx) => at.toto.desk.result(tx, { ...act, result: 0 }))
    await at.work()
    expect(await at.ticket(player)).toMatchObject({ state: 'won' })
    at.end(at.games[2] ?? 0, DRAWN)
    await at.work()
    expect(await at.draw()).toMatchObject({ isCorrected: false })
    await at.door.transaction((tx) => at.toto.desk.result(tx, { ...act, result: null }))
    await at.work()
    expect(await at.draw()).toMatchObject({ isCorrected: true })
    await expect(at.door.transaction((tx) => at.toto.desk.result(tx, { ...act, result: 3 }))).rejects.toMatchObject({
      code: 'toto.mark_unknown',
    })
    const acts = await at.door.transaction((tx) => tx.select('toto_act').select(['act', 'operator']).execute())
    expect(acts).toEqual([
      { act: 'result', operator: 'olga' },
      { act: 'result', operator: 'olga' },
    ])
  })

  test('LOT-4: a void game has the share of the jackpot and of prizes that the pool says, and too many give stakes back', async () => {
    const one = await withDraw()
    const player = await one.newPlayer()
    await one.buy(player, [[0], [0], [0]])
    await one.play(HOME, HOME, null)
    expect((await one.toto.draw(one.brandId, one.drawId)).settlement).toMatchObject({ voids: 1, topHits: 3 })
    expect(await one.ticket(player)).toMatchObject({ state: 'won', payoutMinor: 72 })
    const two = await withDraw()
    const other = await two.newPlayer()
    await two.buy(other, [[0], [0], [0]])
    await two.play(HOME, null, null)
    expect(await two.draw()).toMatchObject({ status: 'cancelled' })
    expect(await two.ticket(other)).toMatchObject({ state: 'refunded', payoutMinor: 100 })
    expect(await two.cash(other.accountId)).toBe(GIFT_MINOR)
    expect(await two.held()).toMatchObject({ pool: 0, jackpot: 0 })
    expect(await two.books()).toEqual([])
  })

  test('LOT-4: a game without a result is void once nobody waits for it any more', async () => {
    const at = await withDraw()
    await at.buy(await at.newPlayer(), [[0], [0], [0]])
    await at.play(HOME, HOME)
    at.wait(47 * HOUR_MS)
    await at.work()
    expect(await at.draw()).toMatchObject({ status: 'closed' })
    at.wait(HOUR_MS)
    await at.work()
    expect(await at.draw()).toMatchObject({ status: 'paid' })
  })

  test('a pool names its sports, how long it waits for results, and what a void game counts as', async () => {
    const football = { ...SMALL, sportIds: [4], resultHours: 2, voidPolicy: 'lose' as const }
    const at = scene({ pools: { football } })
    at.addGames(3)
    await at.toto.work(at.door.brandId)
    expect((await at.toto.draws(at.door.brandId, {})).draws).toEqual([])
    const games = at.addGames(3, { sportId: 4 })
    await at.toto.work(at.door.brandId)
    const [draw] = (await at.toto.draws(at.door.brandId, {})).draws
    const player = await at.newPlayer()
    const drawId = draw?.drawId ?? 0
    await at.toto.buy(player, { guid: at.newGuid(), drawId, marks: [[0], [0], [0]], unitsPerLine: 1 })
    at.wait(3 * HOUR_MS)
    await at.toto.work(at.door.brandId)
    for (const gameId of games.slice(1)) at.end(gameId, HOME)
    at.wait(2 * HOUR_MS)
    await at.toto.work(at.door.brandId)
    // A void game that counts as lost leaves two hits of three; as won it would be three.
    expect((await at.toto.draw(at.door.brandId, drawId)).settlement).toMatchObject({ voids: 1, topHits: 2 })
  })

  test('LOT-4: the desk makes a draw of chosen games, and cancels one with its stakes given back', async () => {
    const at = scene({ pools: { football: { ...SMALL, isMadeByRule: false } } })
    const games = at.addGames(3)
    const make = (gameIds: readonly number[]) =>
      at.door.transaction((tx) => at.toto.desk.make(tx, { pool: 'football', gameIds, operator: 'olga' }))
    await expect(make(games.slice(1))).rejects.toMatchObject({ code: 'toto.games_missing' })
    const drawId = await make(games.toReversed())
    const player = await at.newPlayer()
    const guid = at.newGuid()
    await at.toto.buy(player, { guid, drawId, marks: [[0], [0], [0]], unitsPerLine: 1 })
    const cancel = () =>
      at.door.transaction((tx) =>
        at.toto.desk.cancel(tx, { drawId, reason: 'The list was wrong.', operator: 'olga', now: at.now() }),
      )
    await cancel()
    await expect(cancel()).rejects.toMatchObject({ code: 'toto.cannot_change' })
    await at.toto.work(at.door.brandId)
    expect(await at.cash(player.accountId)).toBe(GIFT_MINOR)
    const { draw } = await at.toto.draw(at.door.brandId, drawId)
    expect(draw).toMatchObject({ status: 'cancelled', cancelReason: 'The list was wrong.' })
  })

  test('LOT-8: draws and tickets are found by their numbers and statuses', async () => {
    const at = await withDraw()
    const player = await at.newPlayer()
    const { couponNumber } = await at.buy(player, [[0], [0], [0]])
    const found = async (query: object) => (await at.toto.draws(at.brandId, query)).draws.length
    expect(await found({ drawStatus: 'open' })).toBe(1)
    expect(await found({ drawStatus: 'paid' })).toBe(0)
    expect(await found({ drawId: at.drawId, rundownNumber: 1, pool: 'football' })).toBe(1)
    expect(await found({ rundownNumber: 2 })).toBe(0)
    const own = async (query: object) => (await at.toto.tickets(player, query)).tickets.length
    expect(await own({ couponNumber, drawId: at.drawId, rundownNumber: 1, drawStatus: 'open' })).toBe(1)
    expect(await own({ couponNumber: couponNumber + 1 })).toBe(0)
    expect((await at.toto.tickets(await at.newPlayer(), { couponNumber })).tickets).toEqual([])
  })

  test('LOT-7: a draw shows how often outcomes are marked, and what a ticket would win as it stands', async () => {
    const at = await withDraw()
    const player = await at.newPlayer()
    await at.buy(player, [[0], [0], [0]])
    await at.buy(player, [[0], [1, 2], [0]])
    const { matches } = await at.toto.draw(at.brandId, at.drawId)
    expect(matches.map(({ sharesE2 }) => sharesE2)).toEqual([
      [10_000, 0, 0],
      [3333, 3333, 3333],
      [10_000, 0, 0],
    ])
    at.wait(3 * HOUR_MS)
    await at.work()
    for (const gameId of at.games) at.change(gameId, { isLive: true, score: HOME })
    const shown = await at.toto.draw(at.brandId, at.drawId)
    expect(shown.matches[0]).toMatchObject({ isLive: true, nowOutcome: 0 })
    expect(shown.ifNow?.categories.map(({ units }) => units)).toEqual([1, 3])
    expect((await at.toto.tickets(player, {})).tickets.map(({ ifNowMinor }) => ifNowMinor)).toEqual([72, 108 + 36])
  })
})
