import { expect, test } from 'vitest'
import type { PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from './bet-proof.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

const LOOK_MS = 2000

await describeOnQuickestEngine('bets that wait for their price', (database) => {
  async function sceneWith(brandId: string) {
    const scene = createScene(database().db, brandId)
    scene.sections.boolean = { ...scene.sections.boolean, isAutoBetAllowed: true }
    const bettor = { brandId, accountId: await scene.newPlayer(10_000) }
    const { betting } = scene
    const bid = (payload: PlaceBetPayload, betGuid = scene.newGuid()) =>
      betting.placeBet(bettor, { betGuid, payload, currency: 'EUR' })
    const at = (price: string, changes: Partial<PlaceBetPayload> = {}) =>
      betOn([seen(1, '2.00')], { isAutoBet: true, autoBetCf: price, dropOnScoreChange: true, ...changes })
    const round = async () => {
      scene.wait(LOOK_MS)
      return betting.resolveDueBets(brandId)
    }
    const money = () => scene.balanceOf(bettor.accountId)
    const proven = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    scene.price(1, '2.00')
    return { ...scene, bettor, bid, at, round, money, proven }
  }

  test('BET-20: an auto-bet holds its stake, waits, and is placed at the price that is reached', async () => {
    const scene = await sceneWith('bid-reached')
    const guid = scene.newGuid()
    const kept = await scene.bid(scene.at('2.50'), guid)
    expect(kept).toMatchObject({ kind: 'bid', stakeMinor: 1000 })
    expect(await scene.bid(scene.at('2.50'), guid)).toEqual(kept)
    expect(await scene.money()).toEqual({ balance: 9000, reserved: 1000 })
    expect(await scene.proven()).toEqual([])
    const { bets } = await scene.betting.readHistory(scene.bettor, {})
    // What it waits for is named, at the price that the player saw, though it is no bet yet.
    const legs = [{ gameName: 'Home 1 – Away 1', odds: '2.00', marketTypeId: 1, typeId: 1 }]
    expect(bets).toMatchObject([{ betGuid: guid, status: 5, autoBetCf: '2.50', possibleMinor: 2500, legs }])
    // Neither a worse price, a suspension, another line nor what is far too good places it.
    for (const [odds, changes] of [
      ['2.49', {}],
      ['2.50', { isSuspended: true }],
      // As a whole game, or its market, is suspended for the moment.
      ['2.50', { gameStatus: 3, marketStatus: 3, isSuspended: true }],
      ['2.50', { parameter: '1.5' }],
      ['3.76', {}],
    ] as const) {
      scene.price(1, odds, changes)
      expect(await scene.round()).toBe(1)
      expect(await scene.betting.askBet(scene.bettor, guid)).toEqual(kept)
    }
    // Between two looks nothing happens.
    scene.price(1, '2.60')
    expect(await scene.betting.resolveDueBets('bid-reached')).toBe(0)
    await scene.round()
    expect(await scene.betting.askBet(scene.bettor, guid)).toMatchObject({ kind: 'accepted', stakeMinor: 1000 })
    scene.end(1, 1, 0)
    await scene.betting.settleBets('bid-reached')
    expect(await scene.money()).toEqual({ balance: 9000 + 2600, reserved: 0 })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-24: what an auto-bet would pay is cut to the most of the brand, while it waits and once it is placed', async () => {
    const scene = await sceneWith('bid-capped')
    scene.sections.coupon = { ...scene.sections.coupon, maximumPayoutMinor: 1500 }
    const payable = async () => (await scene.betting.readHistory(scene.bettor, {})).bets.map((bet) => bet.possibleMinor)
    await scene.bid(scene.at('2.50'))
    expect(await payable()).toEqual([1500])
    scene.price(1, '2.60')
    await scene.round()
    expect(await payable()).toEqual([1500])
  })

  test('BET-20: an auto-bet whose price stands already is placed at once; the price of an express is that of the whole', async () => {
    const scene = await sceneWith('bid-express')
    expect(await scene.bid(scene.at('1.90'))).toMatchObject({ kind: 'accepted' })
    scene.price(2, '2.00')
    const express = betOn([seen(1, '2.00'), seen(2, '2.00')], { isAutoBet: true, autoBetCf: '5.00' })
    const guid = scene.newGuid()
    expect(await scene.bid(express, guid)).toMatchObject({ kind: 'bid' })
    scene.price(1, '1.80')
    scene.price(2, '2.80')
    await scene.round()
    expect(await scene.betting.askBet(scene.bettor, guid)).toMatchObject({ kind: 'accepted' })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: an auto-bet ends when its game begins or its player gives it up, and the stake comes back', async () => {
    const scene = await sceneWith('bid-over')
    const [one, other] = [scene.newGuid(), scene.newGuid()]
    await scene.bid(scene.at('2.50'), one)
    await scene.bid(scene.at('2.60'), other)
    expect(await scene.money()).toEqual({ balance: 8000, reserved: 2000 })
    const cancel = (guid: string) => scene.betting.cancelAutoBet(scene.bettor, guid)
    expect(await cancel(one)).toEqual({ kind: 'rejected', reason: 'bet.bid_cancelled' })
    expect(await cancel(one)).toEqual({ kind: 'rejected', reason: 'bet.bid_cancelled' })
    expect(await cancel(scene.newGuid())).toEqual({ kind: 'absent' })
    expect(await scene.money()).toEqual({ balance: 9000, reserved: 1000 })
    const kickOff = new Date('2026-03-02T15:00:00Z').getTime()
    scene.wait(kickOff - scene.now().getTime())
    scene.price(1, '2.70')
    expect(await scene.round()).toBe(1)
    expect(await scene.betting.askBet(scene.bettor, other)).toMatchObject({
      kind: 'rejected',
      reason: 'bet.bid_expired',
    })
    expect(await scene.money()).toEqual({ balance: 10_000, reserved: 0 })
    const placed = scene.newGuid()
    scene.price(1, '2.00', { startsAt: new Date('2026-03-09T15:00:00Z') })
    await scene.bid(betOn([seen(1, '2.00')]), placed)
    expect(await cancel(placed)).toMatchObject({ kind: 'accepted' })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: an auto-bet is refused where it is not offered, of other types, and once its player may not bet', async () => {
    const scene = await sceneWith('bid-refused')
    const reasonOf = async (payload: PlaceBetPayload) => {
      const answer = await scene.bid(payload)
      return answer.kind === 'rejected' ? answer.reason : answer.kind
    }
    const chain = { betType: 'chain' as const, events: [seen(1, '2.00'), seen(2, '2.00')] }
    expect(await reasonOf(scene.at('2.50', chain))).toBe('bet.bid_type')
    expect(await reasonOf(scene.at('1'))).toBe('bet.invalid')
    expect(await reasonOf(scene.at('2.50', { summ: 20_000, groupsSumms: [20_000] }))).toBe('balance.too_low')
    const guid = scene.newGuid()
    await scene.bid(scene.at('2.50'), guid)
    scene.price(1, '2.50')
    Object.assign(scene.ports, { mayStake: async () => ({ reason: 'bet.player_not_allowed' }) })
    await scene.round()
    expect(await scene.betting.askBet(scene.bettor, guid)).toMatchObject({ reason: 'bet.player_not_allowed' })
    expect(await scene.money()).toEqual({ balance: 10_000, reserved: 0 })
    scene.sections.boolean = { ...scene.sections.boolean, isAutoBetAllowed: false }
    expect(await reasonOf(scene.at('2.50'))).toBe('bet.bid_not_offered')
  })
})
