import { expect, test } from 'vitest'
import type { PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from '../bet-proof.ts'
import { type BettingScene, betOn, createScene, seen } from '../betting.test-support.ts'

await describeOnQuickestEngine('settling bets', (database) => {
  async function sceneWith(brandId: string) {
    const scene = createScene(database().db, brandId)
    const accountId = await scene.newPlayer(10_000)
    const place = async (payload: PlaceBetPayload) => {
      const request = { betGuid: scene.newGuid(), payload, currency: 'EUR' }
      const answer = await scene.betting.placeBet({ brandId, accountId }, request)
      if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
      return answer.betId
    }
    const balance = async () => (await scene.balanceOf(accountId)).balance
    const settle = () => scene.betting.settleBets(brandId)
    const betsOf = () =>
      scene.door.transaction((tx) =>
        tx.select('bet').select(['state', 'settlement', 'revision']).orderBy('bet_id').execute(),
      )
    return { ...scene, accountId, place, balance, settle, betsOf }
  }
  const proven = ({ door }: Pick<BettingScene, 'door'>) =>
    door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])

  test('LEDGER-4: settling twice changes nothing; a correction takes back and pays by entries of its own', async () => {
    const scene = await sceneWith('settle-twice')
    scene.price(1, '1.85')
    await scene.place(betOn([seen(1, '1.85')]))
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
    scene.end(1, 2, 0)
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 0, leftAsIs: 0 })
    expect(await scene.balance()).toBe(10_850)
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
    scene.end(1, 3, 1)
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
    expect(await scene.balance()).toBe(10_850)
    scene.end(1, 0, 0)
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 1, leftAsIs: 0 })
    expect(await scene.balance()).toBe(9000)
    scene.end(1)
    expect(await scene.settle()).toEqual({ settled: 1, reopened: 1, leftAsIs: 0 })
    expect(await scene.balance()).toBe(10_000)
    const kinds = await scene.door.transaction((tx) =>
      tx.select('ledger_transfer').select('kind').where('kind', 'like', 'bet-p%').orderBy('transfer_id').execute(),
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['bet-payout', 'bet-payout-undone', 'bet-payout'])
    expect((await scene.betsOf()).map(({ state }) => state)).toEqual(['returned'])
    expect(await proven(scene)).toEqual([])
  })

  test('LEDGER-4: a rollback restores the earlier balances, and what was spent is left as it was', async () => {
    const scene = await sceneWith('settle-back')
    scene.price(1, '2.00', { marketTypeId: 9, outcomeTypeId: 1 })
    const before = await scene.balance()
    await scene.place(betOn([seen(1, '2.00')]))
    const placed = await scene.balance()
    scene.end(1, 1, 0)
    await scene.settle()
    expect([before, placed, await scene.balance()]).toEqual([10_000, 9000, 10_500])
    // Another version of the result that does not tell how the outcome ended.
    Object.assign(scene.ports, { outcomeResult: () => null })
    scene.end(1, 1, 1)
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 1, leftAsIs: 0 })
    expect(await scene.balance()).toBe(placed)
    expect((await scene.betsOf()).map(({ state, settlement }) => [state, settlement])).toEqual([['open', null]])
    Object.assign(scene.ports, { outcomeResult: () => 'win' })
    scene.end(1, 2, 1)
    await scene.settle()
    scene.price(2, '2.00')
    await scene.place(betOn([seen(2, '2.00')], { summ: 11_000, groupsSumms: [11_000] }))
    Object.assign(scene.ports, { outcomeResult: () => 'lose' })
    scene.end(1, 0, 1)
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 1 })
    expect(await scene.balance()).toBe(0)
    expect(await proven(scene)).toEqual([])
  })

  test('MATH-3, MATH-4: halves, void legs and every type are settled by the accepted prices', async () => {
    const scene = await sceneWith('settle-types')
    scene.price(1, '1.80')
    scene.price(2, '2.00')
    scene.price(3, '2.20')
    scene.price(4, '1.90', { marketTypeId: 9, outcomeTypeId: 1 })
    scene.price(5, '1.90', { marketTypeId: 9, outcomeTypeId: 2 })
    const three = [seen(1, '1.80'), seen(2, '2.00'), seen(3, '2.20')]
    await scene.place(betOn(three))
    await scene.place(betOn(three, { betType: 'system', sizes: [2] }))
    await scene.place(betOn([seen(4, '1.90')]))
    await scene.place(betOn([seen(5, '1.90', { typeId: 2 })]))
    await scene.place(betOn(three, { betType: 'anti-express', antiExpressCoef: '1.07' }))
    // Prices of the day of settlement decide nothing.
    for (const id of [1, 2, 3, 4, 5]) scene.price(id, '9.99')
    scene.end(1, 1, 0)
    await scene.settle()
    expect((await scene.betsOf()).map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open', 'open'])
    scene.end(2)
    for (const id of [3, 4, 5]) scene.end(id, 1, 0)
    expect(await scene.settle()).toEqual({ settled: 5, reopened: 0, leftAsIs: 0 })
    const bets = await scene.betsOf()
    expect(bets.map(({ state, settlement }) => [state, settlement?.payoutMinor])).toEqual([
      ['won', 3960],
      ['won', 2652],
      ['won', 1450],
      ['lost', 500],
      ['lost', 0],
    ])
    expect(await scene.balance()).toBe(5000 + 3960 + 2652 + 1450 + 500)
    expect(await proven(scene)).toEqual([])
  })

  test('MATH-12: a settled bet keeps every step to its payout', async () => {
    const scene = await sceneWith('settle-why')
    scene.price(1, '1.85')
    await scene.place(betOn([seen(1, '1.85')]))
    scene.end(1, 1, 0)
    await scene.settle()
    const [bet] = await scene.betsOf()
    expect(bet?.settlement?.explanation.map(({ step, value }) => [step, value])).toEqual([
      ['leg', '1.85'],
      ['gross', '18.5'],
      ['payout', '18.5'],
    ])
  })

  test('MATH-10: taxes go to an account of their own, and back with a void bet where the rules say so', async () => {
    const scene = await sceneWith('settle-tax')
    const taxes = { ...scene.sections.betting.taxes, type: 'net' as const, stakeTaxPercent: 5, payoutTaxPercent: 20 }
    scene.sections.betting = { ...scene.sections.betting, taxes: { ...taxes, hasReturnTax: true } }
    scene.price(1, '3.00')
    scene.price(2, '3.00')
    await scene.place(betOn([seen(1, '3.00')]))
    await scene.place(betOn([seen(2, '3.00')]))
    // The rules of the day of settlement decide nothing.
    scene.sections.betting = { ...scene.sections.betting, taxes: { ...taxes, payoutTaxPercent: 90 } }
    scene.end(1, 1, 0)
    scene.end(2)
    await scene.settle()
    const bets = await scene.betsOf()
    expect(bets.map(({ settlement }) => [settlement?.payoutMinor, settlement?.payoutTaxMinor])).toEqual([
      [2470, 380],
      [1000, 0],
    ])
    expect(await scene.balance()).toBe(8000 + 2470 + 1000)
    expect(await proven(scene)).toEqual([])
  })

  test('I8: a day on which everything is void leaves every balance as it was', async () => {
    const scene = await sceneWith('settle-void')
    for (const id of [1, 2, 3]) scene.price(id, '2.00')
    const all = [seen(1, '2.00'), seen(2, '2.00'), seen(3, '2.00')]
    await scene.place(betOn(all, { betType: 'single', summ: 600, groupsSumms: [100, 200, 300] }))
    await scene.place(betOn(all, { betType: 'conditional', eventsIndexes: [[0], [1, 2]], groupsSumms: [1000, 1500] }))
    await scene.place(betOn(all, { betType: 'chain' }))
    for (const id of [1, 2, 3]) scene.end(id)
    expect(await scene.settle()).toMatchObject({ settled: 5 })
    expect(await scene.balance()).toBe(10_000)
    expect(await proven(scene)).toEqual([])
  })

  test('PLACE-6: open stakes on an outcome are dropped with its last open bet, and return with a bet', async () => {
    const scene = await sceneWith('settle-open')
    for (const id of [1, 2]) scene.price(id, '2.00')
    await scene.place(betOn([seen(1, '2.00'), seen(2, '2.00')], { betType: 'express' }))
    await scene.place(betOn([seen(1, '2.00')]))
    const open = () =>
      scene.door.transaction((tx) =>
        tx
          .select('open_stake')
          .select(['outcome_id as id', 'stake_minor as stake', 'possible_minor as possible'])
          .where('account_id', '=', 0)
          .orderBy('outcome_id')
          .execute(),
      )
    expect(await open()).toEqual([
      { id: 1, stake: 2000, possible: 6000 },
      { id: 2, stake: 1000, possible: 4000 },
    ])
    scene.end(1, 0, 1)
    await scene.settle()
    expect([await open(), await proven(scene)]).toEqual([[], []])
    scene.end(1)
    await scene.settle()
    expect([await open(), await proven(scene)]).toEqual([
      [
        { id: 1, stake: 1000, possible: 4000 },
        { id: 2, stake: 1000, possible: 4000 },
      ],
      [],
    ])
  })

  test('a difference between the books and the bets is reported', async () => {
    const scene = await sceneWith('settle-broken')
    scene.price(1, '2.00')
    await scene.place(betOn([seen(1, '2.00')]))
    const proof = await scene.door.transaction(proveBets)
    expect(proof).toEqual({
      bets: 1,
      open: [{ currency: 'EUR', bets: 1, stakeMinor: 1000, possibleMinor: 2000 }],
      breaks: [],
    })
    await scene.door.transaction(async (tx) => {
      const settlement = { payoutMinor: 2000, lines: 1, stakeTaxMinor: 0, payoutTaxMinor: 0, explanation: [] }
      const now = scene.now()
      await tx.update('bet', { state: 'won', settlement: JSON.stringify(settlement), settled_at: now }).execute()
      const wrong = { outcome_id: 7, account_id: 0, currency: 'EUR', stake_minor: 100, possible_minor: 250 }
      await tx.insert('open_stake', wrong).execute()
    })
    const { breaks } = await scene.door.transaction(proveBets)
    expect(breaks.map(({ kind }) => kind)).toEqual(['house-not-bets', 'open-not-bets'])
    expect(breaks[1]?.found).toContain('open on outcome 7 in EUR is off by 100 of stake and 250 of payout')
    expect(breaks[0]?.found).toContain('1000 minor units of EUR by the books, and -1000 by the bets')
  })
})
