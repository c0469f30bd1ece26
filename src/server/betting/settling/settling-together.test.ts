import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from '../bet-proof.ts'
import { betOn, createScene, seen } from '../betting.test-support.ts'

/** More than are settled in one transaction. */
const BETS = 130
const [GAME, LOST] = [1, 2]

await describeOnQuickestEngine('settling many bets', (database) => {
  async function sceneWith(brandId: string) {
    const scene = createScene(database().db, brandId)
    scene.price(GAME, '2.00')
    scene.price(LOST, '3.00', { gameId: GAME, outcomeTypeId: 3 })
    const place = async (accountId: number, outcomeId: number) => {
      const leg = outcomeId === GAME ? seen(GAME, '2.00') : seen(LOST, '3.00', { gameId: GAME, typeId: 3 })
      const payload = betOn([leg], { summ: 100 })
      const request = { betGuid: scene.newGuid(), payload, currency: 'EUR' }
      const answer = await scene.betting.placeBet({ brandId, accountId }, request)
      if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
    }
    const rows = () =>
      scene.door.transaction((tx) =>
        tx.select('bet').select(['bet_id', 'state', 'revision']).select(sql<string>`xmin::text`.as('by')).execute(),
      )
    const proven = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    return { ...scene, place, rows, proven, settle: () => scene.betting.settleBets(brandId) }
  }

  test('LEDGER-4: the bets of a game are settled by few transactions, and each pays what it pays alone', async () => {
    const scene = await sceneWith('settle-many')
    const players = [await scene.newPlayer(10_000), await scene.newPlayer(10_000)]
    for (let at = 0; at < BETS; at += 1) await scene.place(players[at % 2] ?? 0, at % 5 === 0 ? LOST : GAME)
    scene.end(GAME, 1, 0)
    expect(await scene.settle()).toEqual({ settled: BETS, reopened: 0, leftAsIs: 0 })
    const bets = await scene.rows()
    expect(new Set(bets.map(({ by }) => by)).size).toBe(2)
    expect(bets.filter(({ state }) => state === 'won')).toHaveLength((BETS / 5) * 4)
    // Each has staked 65 bets of 1.00; of every five of them four pay 2.00.
    for (const id of players)
      expect(await scene.balanceOf(id)).toEqual({ balance: 10_000 - 6500 + 10_400, reserved: 0 })
    scene.end(GAME)
    expect(await scene.settle()).toEqual({ settled: BETS, reopened: BETS, leftAsIs: 0 })
    for (const id of players) expect(await scene.balanceOf(id)).toEqual({ balance: 10_000, reserved: 0 })
    expect(await scene.proven()).toEqual([])
  })

  test('a bet that cannot be computed keeps no other from being settled with the rest', async () => {
    const scene = await sceneWith('settle-odd')
    const id = await scene.newPlayer(10_000)
    for (const outcomeId of [GAME, LOST, GAME]) await scene.place(id, outcomeId)
    const { outcomeResult } = scene.ports
    Object.assign(scene.ports, {
      outcomeResult: (...given: Parameters<typeof outcomeResult>) => {
        if (given[0].outcomeTypeId === 3) throw new Error('nobody knows')
        return outcomeResult(...given)
      },
    })
    scene.end(GAME, 1, 0)
    expect(await scene.settle()).toEqual({ settled: 2, reopened: 0, leftAsIs: 1 })
    const bets = await scene.rows()
    expect(bets.map(({ state }) => state).sort()).toEqual(['open', 'won', 'won'])
    expect(new Set(bets.flatMap(({ by, state }) => (state === 'won' ? by : []))).size).toBe(1)
    Object.assign(scene.ports, { outcomeResult })
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 0, leftAsIs: 0 })
    expect(await scene.proven()).toEqual([])
  })
})
