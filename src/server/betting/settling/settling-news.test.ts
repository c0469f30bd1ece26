import { expect, test } from 'vitest'
import type { PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from '../bet-proof.ts'
import { createBetting } from '../betting.service.ts'
import { betOn, createScene, seen } from '../betting.test-support.ts'

const NOTHING = { settled: 0, reopened: 0, leftAsIs: 0 }

await describeOnQuickestEngine('what is new for bets', (database) => {
  async function sceneWith(brandId: string) {
    const scene = createScene(database().db, brandId)
    scene.sections.boolean = { ...scene.sections.boolean, isInsuranceAllowed: true }
    const bettor = { brandId, accountId: await scene.newPlayer(100_000) }
    for (const id of [1, 2, 3, 4]) scene.price(id, '2.00')
    /** The games that were asked for by each round that asked. */
    const asked: (readonly number[])[] = []
    const { results } = scene.ports
    Object.assign(scene.ports, {
      results: (ids: readonly number[]) => {
        asked.push(ids)
        return results(ids)
      },
    })
    const place = async (payload: PlaceBetPayload) => {
      const answer = await scene.betting.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
      if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
      return answer.betId
    }
    const settle = () => scene.betting.settleBets(brandId)
    const bets = () =>
      scene.door.transaction(async (tx) => {
        const rows = await tx.select('bet').select(['state', 'settlement']).orderBy('bet_id').execute()
        return rows.map(({ state, settlement }) => `${state} ${settlement?.payoutMinor ?? '-'}`)
      })
    const events = (betId: number) =>
      scene.door.transaction(async (tx) => {
        const rows = await tx
          .select('bet_event')
          .select('kind')
          .where('bet_id', '=', betId)
          .orderBy('sequence')
          .execute()
        return rows.map(({ kind }) => kind)
      })
    const breaks = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    const balance = async () => (await scene.balanceOf(bettor.accountId)).balance
    return { ...scene, bettor, asked, place, settle, bets, events, breaks, balance }
  }
  const on = (...games: readonly number[]) => games.map((game) => seen(game, '2.00'))

  test('LEDGER-4: a round asks for games whose results have changed, and for no other', async () => {
    const scene = await sceneWith('news-only')
    for (const game of [1, 2, 3]) await scene.place(betOn(on(game)))
    expect(await scene.settle()).toEqual(NOTHING)
    expect(scene.asked).toEqual([])
    scene.end(2, 1, 0)
    scene.end(4, 1, 0)
    expect(await scene.settle()).toEqual({ ...NOTHING, settled: 1 })
    expect(await scene.settle()).toEqual(NOTHING)
    // Another process continues where this one stopped.
    expect(await createBetting(scene.ports).settleBets('news-only')).toEqual(NOTHING)
    expect(scene.asked).toEqual([[2, 4]])
    scene.end(2, 0, 1)
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 1, leftAsIs: 0 })
    expect(scene.asked).toEqual([[2, 4], [2]])
  })

  test('LEDGER-4, LEDGER-5: a round that fails or dies is done again by the next one', async () => {
    const scene = await sceneWith('news-again')
    await scene.place(betOn(on(1)))
    await scene.place(betOn(on(1)))
    scene.end(1, 1, 0)
    const { outcomeResult } = scene.ports
    let calls = 0
    Object.assign(scene.ports, {
      outcomeResult: (...args: Parameters<typeof outcomeResult>) => {
        calls += 1
        // Neither together with the first nor alone.
        if (calls === 2 || calls === 3) throw new Error('not now')
        return outcomeResult(...args)
      },
    })
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 0, leftAsIs: 1 })
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 0, leftAsIs: 0 })
    // Killed after it has settled, and before it has kept how far it is.
    scene.end(1, 0, 1)
    const { db } = scene.ports
    const dying = createBetting({
      ...scene.ports,
      results: () => Promise.reject(new Error('killed')),
    })
    await expect(dying.settleBets('news-again')).rejects.toThrow('killed')
    expect(await createBetting({ ...scene.ports, db }).settleBets('news-again')).toMatchObject({
      settled: 2,
      reopened: 2,
    })
    expect(await scene.breaks()).toEqual([])
  })

  test('LEDGER-4: results that no round heard about are found by a sweep, once its time has come', async () => {
    const scene = await sceneWith('news-sweep')
    await scene.place(betOn(on(1)))
    scene.end(2, 1, 0)
    await scene.settle()
    scene.end(1, 1, 0)
    // As if somebody had said that it was applied.
    await scene.door.transaction((tx) => tx.update('bet_settling', { revision: 9 }).execute())
    expect(await scene.settle()).toEqual(NOTHING)
    scene.wait(9 * 60_000)
    expect(await scene.settle()).toEqual(NOTHING)
    scene.wait(60_000)
    expect(await scene.settle()).toEqual({ ...NOTHING, settled: 1 })
    expect(await scene.bets()).toEqual(['won 2000'])
    // By one of all processes.
    scene.asked.length = 0
    expect(await createBetting(scene.ports).settleBets('news-sweep')).toEqual(NOTHING)
    expect(scene.asked).toEqual([])
    // A corrected result is found as well, within the time in which bets are settled again.
    const { revision } = await scene.ports.resultsAfter(0)
    scene.end(1, 0, 1)
    await scene.door.transaction((tx) => tx.update('bet_settling', { revision: revision + 1 }).execute())
    scene.wait(600_000)
    expect(await scene.settle()).toEqual({ ...NOTHING, settled: 1, reopened: 1 })
    expect(await scene.bets()).toEqual(['lost 0'])
    scene.end(1, 1, 0)
    await scene.door.transaction((tx) => tx.update('bet_settling', { revision: revision + 2 }).execute())
    scene.wait(60 * 86_400_000 + 600_000)
    expect(await scene.settle()).toEqual(NOTHING)
  })

  test('LEDGER-4, PLACE-6: a bet that is accepted while its game ends is settled; one that comes after is refused', async () => {
    const scene = await sceneWith('news-race')
    await scene.place(betOn(on(2)))
    const { endedGames } = scene.ports
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(scene.ports, {
      endedGames: async (...args: Parameters<typeof endedGames>) => {
        const ended = await endedGames(...args)
        reached.resolve()
        await gate.promise
        return ended
      },
    })
    const placing = scene.place(betOn(on(1)))
    await reached.promise
    scene.end(1, 1, 0)
    const round = scene.settle()
    setTimeout(gate.resolve, 300)
    await placing
    expect(await round).toEqual({ ...NOTHING, settled: 1 })
    // The prices of the book still say that bets are taken.
    const late = { betGuid: scene.newGuid(), payload: betOn(on(3, 1)), currency: 'EUR' }
    expect(await scene.betting.placeBet(scene.bettor, late)).toEqual({
      kind: 'rejected',
      reason: 'bet.market_closed',
      params: { event: 2 },
    })
    expect(await scene.balanceOf(scene.bettor.accountId)).toEqual({ balance: 100_000, reserved: 0 })
    expect(await scene.breaks()).toEqual([])
  })

  test('LEDGER-4: a bet that has lost an outcome is lost at once, and a correction opens it again', async () => {
    const scene = await sceneWith('news-early')
    const betId = await scene.place(betOn(on(1, 2, 3)))
    await scene.place(betOn(on(1, 2, 3), { betType: 'chain' }))
    await scene.place(betOn(on(2, 1, 3), { betType: 'chain' }))
    await scene.place(betOn(on(1, 2, 3), { betType: 'system', sizes: [2] }))
    await scene.place(betOn(on(1, 2, 3), { betType: 'anti-express', antiExpressCoef: '1.07' }))
    scene.end(1, 0, 1)
    expect(await scene.settle()).toEqual({ ...NOTHING, settled: 2 })
    expect(await scene.bets()).toEqual(['lost 0', 'lost 0', 'open -', 'open -', 'open -'])
    expect(await scene.balance()).toBe(95_000)
    // What ends later changes nothing but the explanation.
    scene.end(2, 1, 0)
    expect(await scene.settle()).toEqual(NOTHING)
    expect(await scene.events(betId)).toEqual(['accepted', 'settled'])
    const [lost] = await scene.door.transaction((tx) =>
      tx.select('bet').select('settlement').orderBy('bet_id').execute(),
    )
    const told = lost?.settlement?.explanation.filter(({ step }) => step === 'leg').map(({ expression }) => expression)
    expect(told).toEqual(['lose @ 2.00', 'win @ 2.00'])
    scene.end(1, 1, 0)
    expect(await scene.settle()).toEqual({ ...NOTHING, reopened: 2 })
    expect(await scene.bets()).toEqual(['open -', 'open -', 'open -', 'open -', 'open -'])
    expect(await scene.events(betId)).toEqual(['accepted', 'settled', 'reopened'])
    scene.end(3, 1, 0)
    expect(await scene.settle()).toEqual({ ...NOTHING, settled: 5 })
    expect((await scene.bets())[0]).toBe('won 8000')
    expect(await scene.breaks()).toEqual([])
  })

  test('BET-13, LEDGER-4: the insurance of an express pays at its first lost outcome, and once', async () => {
    const scene = await sceneWith('news-insured')
    const betId = await scene.place(betOn(on(1, 2), { summ: 10_000, groupsSumms: [10_000] }))
    const quoted = await scene.betting.quoteInsurance(scene.bettor, { betId, percent: 100 })
    if (quoted.kind !== 'quoted') throw new Error(`no offer: ${JSON.stringify(quoted)}`)
    const { quoteId, premiumMinor } = quoted.quote
    await scene.betting.insureBet(scene.bettor, { quoteId, insuranceGuid: scene.newGuid() })
    scene.end(1, 0, 1)
    await scene.settle()
    expect(await scene.balance()).toBe(100_000 - premiumMinor)
    scene.end(2, 0, 1)
    await scene.settle()
    expect(await scene.balance()).toBe(100_000 - premiumMinor)
    scene.end(1, 1, 0)
    scene.end(2)
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 1, leftAsIs: 0 })
    expect(await scene.balance()).toBe(100_000 - premiumMinor + 10_000)
    expect(await scene.breaks()).toEqual([])
  })
})
