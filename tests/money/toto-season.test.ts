import { expect, test } from 'vitest'
import type { TotoPoolName } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTotoScene } from '#server/lotteries/toto/toto.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'

const HOUR_MS = 3_600_000
const NAMES: readonly TotoPoolName[] = [
  ...(['fifteen', 'score', 'football', 'hockey', 'basket'] as const),
  ...(['cricket', 'cyberfootball', 'cybersport', 'jackpot', 'free'] as const),
]
const SPORTS = [1, 2, 3, 66, 85, 4001]
const ROUNDS = 8
const PLAYERS = 12

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

await describeOnQuickestEngine('a season of toto', (database) => {
  test('LOT-4: eighty draws of ten types, with voids, corrections and cancellations: paid, carried, rest and fee are the stakes of each, and the books are clean', {
    timeout: 300_000,
  }, async () => {
    const pools = Object.fromEntries(
      NAMES.map((name) => [name, { needsIdentity: false, leastSaleMinutes: 1, horizonHours: 2, cancelAtVoids: 3 }]),
    )
    const at = createTotoScene(database().db, 'toto-season', { pools })
    const { brandId } = at.door
    const random = seeded(7)
    const below = (most: number) => Math.floor(random() * most)
    const players = await Promise.all(Array.from({ length: PLAYERS }, at.newPlayer))
    for (let round = 0; round < ROUNDS; round += 1) {
      const games = SPORTS.flatMap((sportId) => at.addGames(sportId === 1 ? 15 : 9, { sportId, inHours: 1 }))
      await at.toto.work(brandId)
      const { draws } = await at.toto.draws(brandId, { drawStatus: 'open' })
      expect(draws.length).toBe(NAMES.length)
      for (const { drawId } of draws) {
        const { labels, terms } = await at.toto.draw(brandId, drawId)
        for (const player of players) {
          const marks = Array.from({ length: terms.events }, () =>
            [
              ...new Set([
                below(labels.length),
                ...(terms.mostLines > 1 && random() < 0.2 ? [below(labels.length)] : []),
              ]),
            ].sort((one, other) => one - other),
          )
          await at.toto.buy(player, { guid: at.newGuid(), drawId, marks, unitsPerLine: 1 })
        }
      }
      const [first] = draws
      if (round % 4 === 3 && first)
        await at.door.transaction((tx) =>
          at.toto.desk.cancel(tx, {
            drawId: first.drawId,
            reason: 'The list was wrong.',
            operator: 'olga',
            now: at.now(),
          }),
        )
      at.wait(HOUR_MS)
      await at.toto.work(brandId)
      const ended = () => (random() < 0.06 ? null : { home: below(4), away: below(4) })
      for (const gameId of games) at.end(gameId, ended())
      await at.toto.work(brandId)
      for (let fault = 0; fault < 4; fault += 1)
        at.end(games[below(games.length)] ?? 0, { home: below(4), away: below(4) })
      await at.toto.work(brandId)
    }

    const all = await at.door.transaction((tx) =>
      tx.select('toto_draw').selectAll('toto_draw').orderBy('draw_id').execute(),
    )
    expect(all).toHaveLength(ROUNDS * NAMES.length)
    expect(all.every(({ is_done }) => is_done)).toBe(true)
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['paid', 'cancelled']))
    expect(all.some(({ revision, status }) => status === 'paid' && revision > 1)).toBe(true)
    for (const draw of all) {
      const tickets = await at.door.transaction((tx) =>
        tx.select('toto_ticket').selectAll('toto_ticket').where('draw_id', '=', draw.draw_id).execute(),
      )
      const staked = tickets.reduce((sum, ticket) => sum + ticket.stake_minor, 0)
      const paid = tickets.reduce((sum, ticket) => sum + ticket.payout_minor, 0)
      if (draw.status === 'cancelled') {
        expect(paid).toBe(staked)
        continue
      }
      const { settlement: of } = draw
      if (!of) throw new Error('a paid draw has no settlement')
      expect(paid).toBe(of.paidMinor)
      const kept = of.jackpotOutMinor - of.jackpotInMinor + of.breakageMinor + of.feeMinor
      expect(paid + kept).toBe(staked + of.guaranteeMinor)
    }
    const jackpots = await at.door.transaction((tx) => tx.select('toto_jackpot').select('amount_minor').execute())
    const held = await at.held()
    expect(held.pool).toBe(0)
    expect(held.jackpot).toBe(jackpots.reduce((sum, { amount_minor }) => sum + amount_minor, 0))
    expect((await at.door.transaction(proveLedger)).breaks).toEqual([])
  })
})
