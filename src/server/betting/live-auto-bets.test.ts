import { expect, test } from 'vitest'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from './bet-proof.ts'
import { betOn, createScene, START, seen } from './betting.test-support.ts'

const LOOK_MS = 2000
const DELAY_MS = 5000
const MINUTE_MS = 60_000
const LIVE = { kind: FEED_KIND.live, startsAt: new Date(START.getTime() - 10 * MINUTE_MS) }
const KICK_OFF = new Date(START.getTime() + 5 * MINUTE_MS)
const LINE = { startsAt: KICK_OFF }
/** No longer before the match, and not yet reported as live. */
const BEGUN = { ...LINE, gameStatus: 3, marketStatus: 3, isSuspended: true } as const
const UNTOUCHED = { balance: 10_000, reserved: 0 }
const HELD = { balance: 9000, reserved: 1000 }

await describeOnQuickestEngine('bets that wait for their price while games are played', (database) => {
  let brands = 0
  async function sceneWith({ isContinuedLive = false, maximumLiveMinutes = 90 } = {}) {
    const brandId = `live-bid-${++brands}`
    const scene = createScene(database().db, brandId)
    const { boolean, betting: terms } = scene.sections
    scene.sections.boolean = { ...boolean, isAutoBetAllowed: true }
    const delays = { liveBetDelayMs: 3000, liveBetDelayMsBySport: { '1': DELAY_MS, '2': 8000 } }
    scene.sections.betting = { ...terms, ...delays, bids: { isContinuedLive, maximumLiveMinutes } }
    const bettor = { brandId, accountId: await scene.newPlayer(10_000) }
    const { betting } = scene
    const live = (id: number, odds: string, changes: Partial<OutcomeFacts> = {}) =>
      scene.price(id, odds, { ...LIVE, ...changes })
    const bid = (payload: PlaceBetPayload, betGuid = scene.newGuid()) =>
      betting.placeBet(bettor, { betGuid, payload, currency: 'EUR' })
    /** On one live game, at this price. */
    const at = (autoBetCf: string, changes: Partial<PlaceBetPayload> = {}) =>
      betOn([seen(1, '2.00', { kind: FEED_KIND.live })], { isAutoBet: true, autoBetCf, ...changes })
    const after = async (ms: number) => {
      scene.wait(ms)
      return betting.resolveDueBets(brandId)
    }
    const ask = (guid: string) => betting.askBet(bettor, guid)
    const money = () => scene.balanceOf(bettor.accountId)
    const proven = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    /** An auto-bet on the first game at 2.50, which waits. */
    const waiting = async (changes: Partial<PlaceBetPayload> = {}) => {
      const guid = scene.newGuid()
      live(1, '2.00')
      expect(await bid(at('2.50', changes), guid)).toMatchObject({ kind: 'bid', stakeMinor: 1000 })
      return guid
    }
    const cancel = (guid: string) => betting.cancelAutoBet(bettor, guid)
    return { ...scene, brandId, bettor, live, bid, at, after, ask, money, proven, waiting, cancel }
  }

  test('BET-20, PLACE-5: a price that is reached live is placed once the delay of live bets is over, and cannot be given up meanwhile', async () => {
    const scene = await sceneWith()
    const guid = await scene.waiting()
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    expect(await scene.ask(guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    await scene.after(DELAY_MS - 1)
    expect(await scene.ask(guid)).toEqual({ kind: 'pending', delayMs: 1 })
    expect(await scene.cancel(guid)).toEqual({ kind: 'pending', delayMs: 1 })
    expect(await scene.money()).toEqual(HELD)
    await scene.after(1)
    expect(await scene.ask(guid)).toMatchObject({ kind: 'accepted', stakeMinor: 1000 })
    expect(await scene.cancel(guid)).toMatchObject({ kind: 'accepted' })
    scene.end(1, 1, 0)
    await scene.betting.settleBets(scene.brandId)
    expect(await scene.money()).toEqual({ balance: 9000 + 2600, reserved: 0 })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20, PLACE-5: an auto-bet that is no longer as good after the delay waits the whole delay again', async () => {
    const scene = await sceneWith()
    const guid = await scene.waiting()
    for (const [odds, changes] of [
      ['2.49', {}],
      ['2.60', { isSuspended: true }],
      ['2.60', { gameStatus: 3, marketStatus: 3, isSuspended: true }],
      ['2.60', { isProducerUp: false, isSuspended: true }],
      ['2.60', { parameter: '1.5' }],
      ['3.76', {}],
      ['1001', {}],
    ] as const) {
      scene.live(1, '2.60')
      await scene.after(LOOK_MS)
      expect(await scene.ask(guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
      scene.live(1, odds, changes)
      await scene.after(DELAY_MS)
      expect(await scene.ask(guid)).toMatchObject({ kind: 'bid' })
      // Nor does the next look place it, as long as nothing else has changed.
      await scene.after(LOOK_MS)
      expect(await scene.ask(guid)).toMatchObject({ kind: 'bid' })
    }
    expect(await scene.money()).toEqual(HELD)
    expect(await scene.cancel(guid)).toEqual({ kind: 'rejected', reason: 'bet.bid_cancelled' })
    expect(await scene.money()).toEqual(UNTOUCHED)
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20, PLACE-5: a live auto-bet whose price stands already waits like any live bet, and for its price if that has gone', async () => {
    const scene = await sceneWith()
    scene.live(1, '2.00')
    const [stays, falls] = [scene.newGuid(), scene.newGuid()]
    for (const guid of [stays, falls])
      expect(await scene.bid(scene.at('1.90'), guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    expect(await scene.bid(scene.at('1.90'), stays)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    scene.wait(DELAY_MS)
    expect(await scene.ask(stays)).toMatchObject({ kind: 'accepted' })
    scene.live(1, '1.80')
    expect(await scene.ask(falls)).toMatchObject({ kind: 'bid' })
    expect(await scene.proven()).toEqual([])
  })

  test('PLACE-5: a look that began before the delay does not place the auto-bet, even if another began it', async () => {
    const scene = await sceneWith()
    const guid = await scene.waiting()
    scene.live(1, '2.60')
    scene.wait(LOOK_MS)
    const { outcomes } = scene.ports
    let isFirst = true
    Object.assign(scene.ports, {
      outcomes: async (ids: readonly number[]) => {
        const found = await outcomes(ids)
        if (!isFirst) return found
        isFirst = false
        // Another server looks, and its delay passes, while this one still has the prices of before.
        await scene.betting.resolveDueBets(scene.brandId)
        scene.wait(DELAY_MS)
        return found
      },
    })
    expect(await scene.ask(guid)).toMatchObject({ kind: 'pending' })
    expect(await scene.money()).toEqual(HELD)
    const both = await Promise.all([scene.ask(guid), scene.after(0), scene.ask(guid)])
    expect(both[0]).toMatchObject({ kind: 'accepted' })
    expect(both[2]).toEqual(both[0])
    expect(await scene.money()).toEqual({ balance: 9000, reserved: 0 })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: a live auto-bet ends with its game, its outcome or its market, and what was given up in time is given up', async () => {
    const scene = await sceneWith()
    const over = { kind: 'rejected', reason: 'bet.bid_over' }
    const settled = { gameStatus: 2, marketStatus: 2, isSuspended: true, isClosed: true } as const
    for (const end of [
      () => scene.live(1, '2.60', settled),
      () => scene.live(1, '2.60', { ...settled, isProducerUp: false }),
      () => scene.live(1, '2.60', { marketStatus: 3, isSuspended: true, isClosed: true }),
      () => scene.live(1, '2.60', { marketId: 9 }),
      () => scene.outcomes.delete(1),
    ]) {
      const guid = await scene.waiting()
      end()
      await scene.after(LOOK_MS)
      expect(await scene.ask(guid)).toEqual(over)
      expect(await scene.money()).toEqual(UNTOUCHED)
    }
    // During the delay too, and by a result that the book has not heard of when its prices are read.
    const late = await scene.waiting()
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    scene.end(1, 1, 0)
    await scene.after(DELAY_MS)
    expect(await scene.ask(late)).toEqual(over)
    expect(await scene.money()).toEqual(UNTOUCHED)
    expect(await scene.bid(scene.at('2.50', { events: [seen(8, '2.00', { kind: 1 })] }))).toMatchObject({
      reason: 'bet.market_closed',
    })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: a live auto-bet waits as long as the brand says, and is placed when its price was reached in time', async () => {
    const scene = await sceneWith({ maximumLiveMinutes: 1 })
    const expired = { kind: 'rejected', reason: 'bet.bid_expired' }
    const never = await scene.waiting()
    await scene.after(MINUTE_MS)
    expect(await scene.ask(never)).toEqual(expired)
    const [reached, gone] = [await scene.waiting(), await scene.waiting()]
    await scene.after(MINUTE_MS - LOOK_MS - 1000)
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    expect(await scene.ask(reached)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    scene.wait(DELAY_MS)
    expect(await scene.ask(reached)).toMatchObject({ kind: 'accepted' })
    scene.live(1, '2.00')
    expect(await scene.ask(gone)).toEqual(expired)
    // Long after both, as when no server ran.
    const left = await scene.waiting()
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    await scene.after(10 * MINUTE_MS)
    expect(await scene.ask(left)).toEqual(expired)
    expect(await scene.money()).toEqual({ balance: 9000, reserved: 0 })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: before the match an auto-bet ends when its game begins, or waits on where the brand lets it', async () => {
    const events = [seen(1, '2.00', { kind: FEED_KIND.line })]
    const [ends, goesOn] = [await sceneWith(), await sceneWith({ isContinuedLive: true, maximumLiveMinutes: 30 })]
    for (const scene of [ends, goesOn]) {
      scene.price(1, '2.00', LINE)
      const guid = scene.newGuid()
      await scene.bid(scene.at('2.50', { events }), guid)
      scene.price(1, '2.60', BEGUN)
      await scene.after(KICK_OFF.getTime() - scene.now().getTime())
      if (scene === ends) {
        expect(await scene.ask(guid)).toEqual({ kind: 'rejected', reason: 'bet.bid_expired' })
        expect(await scene.money()).toEqual(UNTOUCHED)
        continue
      }
      expect(await scene.ask(guid)).toMatchObject({ kind: 'bid' })
      // What it waits by was agreed when it was made.
      scene.sections.betting = { ...scene.sections.betting, bids: { isContinuedLive: false, maximumLiveMinutes: 1 } }
      scene.live(1, '2.60', LINE)
      await scene.after(20 * MINUTE_MS)
      expect(await scene.ask(guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
      await scene.after(DELAY_MS)
      expect(await scene.ask(guid)).toMatchObject({ kind: 'accepted' })
      const legs = await scene.door.transaction((tx) => tx.select('bet_leg').select(['kind', 'odds']).execute())
      expect(legs).toEqual([{ kind: FEED_KIND.live, odds: '2.60' }])
    }
    // A game that begins before its time; and a new auto-bet that is late.
    const early = ends.newGuid()
    ends.price(1, '2.00', { startsAt: new Date(ends.now().getTime() + MINUTE_MS) })
    await ends.bid(ends.at('2.50', { events }), early)
    ends.live(1, '2.60')
    await ends.after(LOOK_MS)
    expect(await ends.ask(early)).toEqual({ kind: 'rejected', reason: 'bet.bid_expired' })
    for (const scene of [ends, goesOn]) {
      scene.live(1, '2.60')
      expect(await scene.bid(scene.at('2.50', { events }))).toMatchObject({ reason: 'bet.game_started' })
      expect(await scene.proven()).toEqual([])
    }
  })

  test('BET-20, PLACE-5: an express of line and live waits for the slowest of what is live, also of what has become live since', async () => {
    const scene = await sceneWith({ isContinuedLive: true })
    scene.live(1, '2.00')
    scene.price(2, '2.00', { ...LINE, sportId: 2 })
    const events = [seen(1, '2.00', { kind: FEED_KIND.live }), seen(2, '2.00')]
    const guid = scene.newGuid()
    expect(await scene.bid(scene.at('5.00', { betType: 'express', events }), guid)).toMatchObject({ kind: 'bid' })
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    expect(await scene.ask(guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    scene.live(2, '2.00', { sportId: 2 })
    await scene.after(DELAY_MS)
    expect(await scene.ask(guid)).toEqual({ kind: 'pending', delayMs: 8000 })
    await scene.after(8000)
    expect(await scene.ask(guid)).toMatchObject({ kind: 'accepted' })
    // One whose line game ends it.
    const other = await sceneWith()
    other.live(1, '2.00')
    other.price(2, '2.00', LINE)
    const short = other.newGuid()
    await other.bid(other.at('5.00', { betType: 'express', events }), short)
    await other.after(KICK_OFF.getTime() - other.now().getTime())
    expect(await other.ask(short)).toEqual({ kind: 'rejected', reason: 'bet.bid_expired' })
    expect([...(await scene.proven()), ...(await other.proven())]).toEqual([])
  })

  test('BET-20: a changed score ends an auto-bet that wants it so, with its whole stake, and no other', async () => {
    const scene = await sceneWith()
    const [ends, goesOn] = [await scene.waiting({ dropOnScoreChange: true }), await scene.waiting()]
    const { bets } = await scene.betting.readHistory(scene.bettor, {})
    expect(bets.map(({ betGuid, isDroppedOnScore }) => [betGuid, isDroppedOnScore])).toEqual([
      [goesOn, undefined],
      [ends, true],
    ])
    scene.score(2)
    await scene.after(LOOK_MS)
    expect(await scene.ask(ends)).toMatchObject({ kind: 'bid' })
    scene.score(1)
    await scene.after(LOOK_MS)
    const changed = { kind: 'rejected', reason: 'bet.bid_score_changed' }
    expect(await scene.ask(ends)).toEqual(changed)
    expect(await scene.cancel(ends)).toEqual(changed)
    expect(await scene.ask(goesOn)).toMatchObject({ kind: 'bid' })
    expect(await scene.money()).toEqual(HELD)
    const told = await scene.betting.readHistory(scene.bettor, { status: 6 })
    expect(told.bets).toMatchObject([{ betGuid: ends, reason: 'bet.bid_score_changed' }])
    // A goal that was taken back before anybody looked, in the delay of a price that was reached.
    const taken = await scene.waiting({ dropOnScoreChange: true })
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    expect(await scene.ask(taken)).toMatchObject({ kind: 'pending' })
    scene.score(1)
    scene.score(1)
    await scene.after(DELAY_MS)
    expect(await scene.ask(taken)).toEqual(changed)
    expect(await scene.ask(goesOn)).toMatchObject({ kind: 'accepted' })
    expect(await scene.money()).toEqual({ balance: 9000, reserved: 0 })
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: a score that changes while the bet is being placed ends it too', async () => {
    const scene = await sceneWith()
    const guid = await scene.waiting({ dropOnScoreChange: true })
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    const { mayStake } = scene.ports
    Object.assign(scene.ports, {
      // Asked between the first look at the score and the locks under which the bet is written.
      mayStake: async (...asked: Parameters<typeof mayStake>) => {
        scene.score(1)
        return mayStake(...asked)
      },
    })
    await scene.after(DELAY_MS)
    expect(await scene.ask(guid)).toEqual({ kind: 'rejected', reason: 'bet.bid_score_changed' })
    expect(await scene.money()).toEqual(UNTOUCHED)
    expect(await scene.proven()).toEqual([])
  })

  test('BET-20: before the match the score counts where the auto-bet waits on, from the start of the game', async () => {
    const events = [seen(1, '2.00', { kind: FEED_KIND.line })]
    for (const isContinuedLive of [true, false]) {
      const scene = await sceneWith({ isContinuedLive })
      scene.price(1, '2.00', LINE)
      const guid = scene.newGuid()
      await scene.bid(scene.at('2.50', { events, dropOnScoreChange: true }), guid)
      const { bets } = await scene.betting.readHistory(scene.bettor, {})
      expect(bets[0]?.isDroppedOnScore).toBe(isContinuedLive ? true : undefined)
      scene.score(1)
      await scene.after(LOOK_MS)
      expect((await scene.ask(guid)).kind).toBe(isContinuedLive ? 'rejected' : 'bid')
      expect(await scene.proven()).toEqual([])
    }
  })

  test('BET-20: a player who may not bet any more gets the stake back when the delay is over', async () => {
    const scene = await sceneWith()
    const guid = await scene.waiting()
    scene.live(1, '2.60')
    await scene.after(LOOK_MS)
    Object.assign(scene.ports, { mayStake: async () => ({ reason: 'bet.player_not_allowed' }) })
    await scene.after(DELAY_MS)
    expect(await scene.ask(guid)).toMatchObject({ reason: 'bet.player_not_allowed' })
    expect(await scene.money()).toEqual(UNTOUCHED)
    expect(await scene.proven()).toEqual([])
  })
})
