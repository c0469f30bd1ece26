import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommitted } from '#machines/casino/fairness/replay.rules.ts'
import { flightMs, msToReach, multiplierE2 } from '#machines/casino/games/crash.rules.ts'
import { isTableRoundProved } from '#machines/casino/tables/table-replay.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { LATE_MS, LEASE_MS } from './table-steps.ts'
import { createTestTables, refusalOf } from './tables.test-support.ts'

const guid = () => crypto.randomUUID()
const SETTINGS = { highestE2: 100_000 }

await describeOnQuickestEngine('tables of the casino', (database) => {
  const scene = (brandId: string, changes?: Parameters<typeof createTestTables>[2]) =>
    createTestTables(database().db, brandId, changes)

  /** A flight that begins now with an end that the test chooses. */
  async function flying(
    brandId: string,
    crashE2: number,
    before: (of: Awaited<ReturnType<typeof scene>>) => Promise<void>,
  ) {
    const of = await scene(brandId)
    await of.step()
    await before(of)
    of.until((await of.row()).closes_at)
    expect(await of.step()).toMatchObject({ role: 'leads', phase: 'running' })
    of.until((await of.row()).started_at)
    await of.fix(crashE2, flightMs(SETTINGS, crashE2))
    return of
  }

  test('a round takes bets, flies, is settled, shows its result, and the next one begins', async () => {
    const of = await scene('table-round')
    expect(await of.step()).toEqual({ role: 'leads', phase: 'betting', leftMs: 1500 })
    const first = await of.row()
    const { bet, seat } = await of.sit()
    await bet([{ on: 'first', amountMinor: 1000, targetE2: 101 }])
    of.until(first.closes_at)
    expect(await of.step()).toMatchObject({ phase: 'running' })
    const { result, ends_at } = await of.row()
    of.until(ends_at)
    expect(await of.step()).toMatchObject({ phase: 'result' })
    expect((await of.row()).state).toBe('settled')
    const paid = (result ?? 0) >= 101 ? 1010 : 0
    expect(await seat()).toMatchObject({ balanceMinor: 9000 + paid, seat: { state: 'closed', payout_minor: paid } })
    expect(await of.step()).toMatchObject({ phase: 'result' })
    of.wait(4000)
    expect(await of.step()).toMatchObject({ phase: 'betting' })
    expect((await of.row()).table_round_id).toBeGreaterThan(first.table_round_id)
    expect(await of.breaks()).toEqual([])
  })

  test('CAS-11: hash, first bets, seed and result prove a round, and nothing of them is shown before its time', async () => {
    const of = await scene('table-proof')
    await of.step()
    const [one, other] = [await of.sit(), await of.sit()]
    const names = [guid(), guid()]
    await one.bet([{ on: 'first', amountMinor: 100, targetE2: 150 }], names[0])
    await other.bet([{ on: 'first', amountMinor: 100 }], names[1])
    const before = await of.tables.view(of.brandId, 'crash')
    expect(before).toMatchObject({ phase: 'betting', serverSeed: '', clientSeed: '', result: [], betCount: 2 })
    of.until((await of.row()).closes_at)
    await of.step()
    const { table_round_id, ends_at } = await of.row()
    of.until(ends_at, -1)
    const during = await of.tables.view(of.brandId, 'crash')
    if ((ends_at?.getTime() ?? 0) > of.now().getTime() + 1) expect(during).toMatchObject({ result: [], serverSeed: '' })
    of.until(ends_at)
    await of.step()
    const after = await of.tables.view(of.brandId, 'crash')
    expect(isCommitted(after.serverSeed, before.commitment)).toBe(true)
    const { seat } = await one.seat()
    if (!seat) throw new Error('no seat')
    const proof = await of.tables.proof(of.brandId, seat)
    expect(proof).toMatchObject({ table: { parts: ['crash', ...names], roundId: table_round_id } })
    if (!proof?.fairness || !proof.serverSeed) throw new Error('nothing is shown')
    const source = { serverSeed: proof.serverSeed, clientSeed: proof.fairness.clientSeed, nonce: proof.fairness.nonce }
    expect(isTableRoundProved(proof.settings, proof.table, { source, payoutMinor: seat.payout_minor })).toBe(true)
    expect(after.result).toEqual(proof.table.result)
  })

  test('bets are taken until the window closes, once under each name, once a spot, and only for what the player has', async () => {
    const of = await scene('table-bets')
    await of.step()
    const { bet, balance, sessionId, gamer } = await of.sit(1000)
    const name = guid()
    const stakes = [{ on: 'first', amountMinor: 400 }]
    await Promise.all(Array.from({ length: 10 }, () => bet(stakes, name)))
    expect(await balance()).toBe(600)
    expect(await refusalOf(bet([{ on: 'first', amountMinor: 300 }], name))).toBe('casino.other_round')
    expect(await refusalOf(bet(stakes))).toBe('casino.out_of_turn')
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 601 }]))).toBe('balance.too_low')
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 9 }]))).toBe('casino.stake_out_of_bounds')
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 9700 }]))).toBe('casino.stake_out_of_bounds')
    expect(await refusalOf(bet([{ on: 'red', amountMinor: 100 }]))).toBe('casino.stake_invalid')
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 100, targetE2: 100_001 }]))).toBe('casino.choice_invalid')
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 100 }], guid(), 999_999))).toBe('casino.round_unknown')
    const stranger = await of.sit(1000)
    expect(await refusalOf(of.tables.bet(stranger.gamer, sessionId, { roundId: 1, guid: guid(), stakes }))).toBe(
      'casino.session_unknown',
    )
    of.until((await of.row()).closes_at)
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 100 }]))).toBe('casino.bets_closed')
    await bet(stakes, name)
    expect(await balance()).toBe(600)
    expect((await of.casino.history.page({ ...gamer, accountId: gamer.accountId }, {})).rounds).toHaveLength(1)
  })

  test('the guard is asked for every stake and for no payout', async () => {
    let isBarred = false
    const guard = async () => (isBarred ? ({ reason: 'limits.reached' as never, params: {} } as never) : null)
    const of = await scene('table-guard', { guard })
    await of.step()
    const { bet, cashOut, balance } = await of.sit()
    await bet([{ on: 'first', amountMinor: 1000 }])
    isBarred = true
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 1000 }]))).toBe('limits.reached')
    of.until((await of.row()).closes_at)
    await of.step()
    of.until((await of.row()).started_at)
    await of.fix(500, flightMs(SETTINGS, 500))
    of.wait(msToReach(200))
    await cashOut()
    expect(await balance()).toBe(11_000)
  })

  test('a cash-out pays at once, at the multiplier of its arrival; a second one, one of nothing and one of another player are refused', async () => {
    let player: Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['sit']>> | undefined
    const of = await flying('table-cash', 500, async (it) => {
      player = await it.sit()
      await player.bet([{ on: 'first', amountMinor: 1000 }])
    })
    if (!player) throw new Error('nobody')
    expect(await refusalOf(player.cashOut())).toBe('casino.out_of_turn')
    of.wait(msToReach(250))
    expect(await player.cashOut()).toMatchObject({
      balanceMinor: 11_500,
      sums: { stakeMinor: 1000, payoutMinor: 2500 },
    })
    expect(await refusalOf(player.cashOut())).toBe('casino.out_of_turn')
    expect(await refusalOf(player.cashOut('second'))).toBe('casino.out_of_turn')
    const stranger = await of.sit()
    expect(await refusalOf(stranger.cashOut())).toBe('casino.round_unknown')
    expect((await of.tables.view(of.brandId, 'crash')).bets).toMatchObject([{ cashedE2: 250, payoutMinor: 2500 }])
    of.until((await of.row()).ends_at)
    await of.step()
    expect(await player.balance()).toBe(11_500)
    expect(await of.breaks()).toEqual([])
  })

  test('CAS-11: a bet is paid exactly when its cash-out arrives before the crash, whatever was done first', async () => {
    const moment = fc.record({ offsetMs: fc.integer({ min: -4, max: 4 }), isSettledFirst: fc.boolean() })
    let run = 0
    await fc.assert(
      fc.asyncProperty(moment, async ({ offsetMs, isSettledFirst }) => {
        let player: Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['sit']>> | undefined
        const of = await flying(`table-race-${run++}`, 200, async (it) => {
          player = await it.sit()
          await player.bet([{ on: 'first', amountMinor: 1000 }])
        })
        if (!player) throw new Error('nobody')
        const { ends_at, started_at } = await of.row()
        const arrivedAt = (ends_at?.getTime() ?? 0) + offsetMs
        of.until(new Date(arrivedAt))
        // The call has arrived; the database comes to it before or after the settlement.
        const settle = async () => {
          of.until(ends_at, 10)
          await of.step()
        }
        const { tables, brandId } = of
        const { table_round_id: roundId } = await of.row()
        let code: string
        if (isSettledFirst) {
          const held = holdSections(of)
          const call = refusalOf(
            tables.cashOut({ brandId, accountId: player.accountId }, player.sessionId, { roundId, on: 'first' }),
          )
          await held.begun
          await held.aside(settle)
          held.release()
          code = await call
        } else {
          code = await refusalOf(player.cashOut('first', roundId))
          await settle()
        }
        const atE2 = multiplierE2(arrivedAt - (started_at?.getTime() ?? 0))
        expect(code).toBe(offsetMs < 0 ? 'taken' : 'casino.crashed')
        expect(await player.balance()).toBe(offsetMs < 0 ? 9000 + 10 * atE2 : 9000)
        await of.step()
        expect(await player.balance()).toBe(offsetMs < 0 ? 9000 + 10 * atE2 : 9000)
        expect(await of.breaks()).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('a target is paid when the flight reaches it, exactly at it, also for a player who has left', async () => {
    let player: Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['sit']>> | undefined
    const of = await flying('table-target', 300, async (it) => {
      player = await it.sit()
      await player.bet([
        { on: 'first', amountMinor: 1000, targetE2: 150 },
        { on: 'second', amountMinor: 1000, targetE2: 301 },
      ])
    })
    of.wait(msToReach(150) - 1)
    await of.step()
    expect(await player?.balance()).toBe(8000)
    of.wait(40)
    await of.step()
    expect(await player?.balance()).toBe(9500)
    of.until((await of.row()).ends_at)
    await of.step('one', false)
    expect(await player?.balance()).toBe(9500)
    expect((await of.row()).state).toBe('settled')
  })

  test('for fun, guests and players play with play money alone', async () => {
    const of = await scene('table-fun')
    await of.step()
    const guest = { brandId: of.brandId, accountId: null }
    const launch = { gameId: 'crash', mode: 'fun', device: 'mobile', currency: 'EUR', country: 'de' } as const
    const sessions = await Promise.all([of.casino.launch(guest, launch), of.casino.launch(guest, launch)])
    const roundId = (await of.row()).table_round_id
    for (const { session } of sessions)
      await of.tables.bet(guest, session.session_id, {
        roundId,
        guid: guid(),
        stakes: [{ on: 'first', amountMinor: 500 }],
      })
    const player = await of.sit(1000, 'crash', 'fun')
    await player.bet([{ on: 'first', amountMinor: 500 }])
    of.until((await of.row()).closes_at)
    await of.step()
    of.until((await of.row()).started_at)
    await of.fix(400, flightMs(SETTINGS, 400))
    of.wait(msToReach(200))
    const [one] = sessions
    if (!one) throw new Error('nobody')
    const cashed = await of.tables.cashOut(guest, one.session.session_id, { roundId, on: 'first' })
    expect(cashed).toMatchObject({ balanceMinor: 100_500, sums: { stakeMinor: 500, payoutMinor: 1000 } })
    of.until((await of.row()).ends_at)
    await of.step()
    expect(await player.seat()).toMatchObject({ balanceMinor: 99_500, seat: { state: 'closed' } })
    expect(await player.balance()).toBe(1000)
  })

  test('two sessions of a player share what they have on a round, and other games cannot be played by its calls', async () => {
    const of = await scene('table-sessions')
    await of.step()
    const { gamer, bet, sessionId } = await of.sit()
    const launch = { gameId: 'crash', mode: 'real', device: 'mobile', currency: 'EUR', country: 'de' } as const
    const again = await of.casino.launch(gamer, launch)
    const asked = { guid: guid(), stakes: [{ on: 'first', amountMinor: 100 }], choice: { kind: 'crash' } as never }
    expect(await refusalOf(of.casino.play(gamer, sessionId, asked))).toBe('casino.choice_invalid')
    await bet([{ on: 'first', amountMinor: 100 }])
    const roundId = (await of.row()).table_round_id
    const ask = (on: string) =>
      of.tables.bet(gamer, again.session.session_id, { roundId, guid: guid(), stakes: [{ on, amountMinor: 100 }] })
    expect(await refusalOf(ask('first'))).toBe('casino.out_of_turn')
    await ask('second')
    expect((await of.tables.seat(gamer, sessionId)).seat?.table_play?.bets).toHaveLength(2)
    const dice = await of.casino.launch(gamer, { ...launch, gameId: 'dice' })
    expect(
      await refusalOf(
        of.tables.bet(gamer, dice.session.session_id, {
          roundId,
          guid: guid(),
          stakes: [{ on: 'first', amountMinor: 100 }],
        }),
      ),
    ).toBe('casino.round_unknown')
    const act = {
      roundId: (await of.tables.seat(gamer, sessionId)).seat?.round_id ?? 0,
      step: 0,
      act: { kind: 'cash_out' } as const,
    }
    expect(await refusalOf(of.casino.act(gamer, sessionId, act))).toBe('casino.round_unknown')
    expect((await of.casino.launch(gamer, launch)).open).toBeNull()
  })

  test('the live roulette pays its spots by the one number of the round', async () => {
    const of = await scene('table-live')
    const step = () => of.step('one', true, 'live-roulette')
    await step()
    const player = await of.sit(10_000, 'live-roulette')
    await player.bet([{ on: 'red', amountMinor: 1000 }])
    await player.bet([
      { on: 'red', amountMinor: 500 },
      { on: 'black', amountMinor: 1500 },
    ])
    of.until((await of.row('live-roulette')).closes_at)
    await step()
    const { result, ends_at } = await of.row('live-roulette')
    expect(await of.tables.view(of.brandId, 'live-roulette')).toMatchObject({
      phase: 'running',
      result: [result],
      serverSeed: '',
    })
    of.until(ends_at)
    await step()
    expect(await player.balance()).toBe(result === 0 ? 7000 : 10_000)
    expect(await refusalOf(player.cashOut('first'))).toBe('casino.out_of_turn')
    expect(await of.breaks()).toEqual([])
  })

  test('one process runs a table; the other follows, and takes over when the lease has ended', async () => {
    const of = await scene('table-lease')
    await of.step('one')
    const { bet, balance } = await of.sit()
    await bet([{ on: 'first', amountMinor: 1000, targetE2: 101 }])
    expect(await of.step('two')).toMatchObject({ role: 'follows', phase: 'betting' })
    of.until((await of.row()).closes_at, -1000)
    await of.step('one')
    of.wait(1000)
    expect(await of.step('two')).toMatchObject({ role: 'follows', phase: 'betting' })
    of.wait(LEASE_MS)
    expect(await of.step('two')).toMatchObject({ role: 'leads', phase: 'running' })
    expect(await of.step('one')).toMatchObject({ role: 'follows' })
    const { ends_at, result } = await of.row()
    of.until(ends_at, LEASE_MS)
    await Promise.all([of.step('one'), of.step('two')])
    expect((await of.row()).state).toBe('settled')
    expect(await balance()).toBe((result ?? 0) >= 101 ? 9000 + 1010 : 9000)
    expect(await of.breaks()).toEqual([])
  })

  test('many processes at once open one round, close it once, and pay it once', async () => {
    const of = await scene('table-many')
    const all = () => Promise.all(['a', 'b', 'c', 'd'].map((owner) => of.step(owner)))
    await all()
    const player = await of.sit()
    await player.bet([{ on: 'first', amountMinor: 1000, targetE2: 101 }])
    for (const at of ['closes_at', 'ends_at'] as const) {
      of.until((await of.row())[at], LEASE_MS)
      await all()
    }
    const { result } = await of.row()
    expect(await player.balance()).toBe((result ?? 0) >= 101 ? 10_010 : 9000)
    expect(await of.breaks()).toEqual([])
  })

  test('stakes are given back when nobody has closed the bets for long, and the round is none of the results', async () => {
    const of = await scene('table-refund')
    await of.step()
    const player = await of.sit()
    await player.bet([{ on: 'first', amountMinor: 1000 }])
    await player.bet([{ on: 'second', amountMinor: 500 }])
    const guest = await of.sit(0, 'crash', 'fun')
    await guest.bet([{ on: 'first', amountMinor: 700 }])
    of.until((await of.row()).closes_at, LATE_MS + 1)
    await of.step('two')
    expect(await of.row()).toMatchObject({ state: 'refunded', result: null })
    expect(await player.balance()).toBe(10_000)
    expect(await player.seat()).toMatchObject({ seat: { state: 'cancelled', stake_minor: 0 } })
    expect(await guest.seat()).toMatchObject({ balanceMinor: 100_000, seat: { state: 'cancelled' } })
    expect(await refusalOf(player.cashOut())).toBe('casino.out_of_turn')
    of.wait(10_000)
    await of.step('two')
    expect((await of.tables.view(of.brandId, 'crash')).results).toEqual([])
    expect(await of.breaks()).toEqual([])
  })

  test('a flight that nobody has ended for long pays its targets, and gives back what no player could cash out', async () => {
    let player: Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['sit']>> | undefined
    const of = await flying('table-late', 300, async (it) => {
      player = await it.sit()
      await player.bet([
        { on: 'first', amountMinor: 1000, targetE2: 200 },
        { on: 'second', amountMinor: 500 },
      ])
    })
    of.until((await of.row()).ends_at, LATE_MS + 1)
    expect(await of.tables.finishLeft(of.brandId, 'two')).toBe(1)
    expect(await player?.balance()).toBe(8500 + 2000 + 500)
    expect((await of.row()).state).toBe('settled')
    expect(await of.tables.finishLeft(of.brandId, 'two')).toBe(0)
    expect(await of.breaks()).toEqual([])
  })

  test('a process that dies between two payments is followed by one that pays the rest, and nobody twice', async () => {
    const of = await scene('table-crash')
    await of.step()
    const players = [await of.sit(), await of.sit(), await of.sit()]
    for (const player of players) await player.bet([{ on: 'first', amountMinor: 1000, targetE2: 110 }])
    of.until((await of.row()).closes_at)
    await of.step()
    of.until((await of.row()).started_at)
    await of.fix(200, flightMs(SETTINGS, 200))
    of.until((await of.row()).ends_at)
    const { clock } = of.ports
    let calls = 0
    // The first call is of the step, the others of a seat each: the second seat fails.
    Object.assign(of.ports, {
      clock: () => {
        if (++calls === 3) throw new Error('the process has died')
        return clock()
      },
    })
    await expect(of.step()).rejects.toThrow('1 seats')
    expect((await of.row()).state).toBe('running')
    expect(await Promise.all(players.map(({ balance }) => balance()))).toEqual([10_100, 9000, 10_100])
    of.wait(LEASE_MS)
    await Promise.all([of.step('two'), of.step('three')])
    expect((await of.row()).state).toBe('settled')
    expect(await Promise.all(players.map(({ balance }) => balance()))).toEqual([10_100, 10_100, 10_100])
    expect(await of.breaks()).toEqual([])
  })

  test('a table costs nothing while nobody watches: it opens no round, and rests after one without bets', async () => {
    const of = await scene('table-idle')
    expect(await of.step('one', false)).toEqual({ role: 'rests', phase: 'opening', leftMs: 0 })
    expect((await of.tables.view(of.brandId, 'crash')).phase).toBe('opening')
    await of.step('one', true)
    const { table_round_id } = await of.row()
    expect(await of.step('one', false)).toMatchObject({ role: 'rests' })
    of.wait(LATE_MS * 3)
    expect(await of.step('two', true)).toMatchObject({ role: 'leads', phase: 'betting' })
    expect((await of.row()).table_round_id).toBe(table_round_id)
    expect((await of.row()).closes_at > of.now()).toBe(true)
  })

  test('a game that is taken out of the offer has its round played to the end, and no further one', async () => {
    const of = await scene('table-off')
    await of.step()
    const { bet } = await of.sit()
    await bet([{ on: 'first', amountMinor: 1000 }])
    const { casino } = of.sections
    of.sections.casino = {
      ...casino,
      games: { ...casino.games, crash: { ...casino.games.crash, isOffered: false } as never },
    }
    expect(await refusalOf(bet([{ on: 'second', amountMinor: 1000 }]))).toBe('casino.game_unknown')
    for (const at of ['closes_at', 'ends_at'] as const) {
      of.until((await of.row())[at])
      await of.step()
    }
    expect((await of.row()).state).toBe('settled')
    of.wait(10_000)
    expect(await of.step()).toMatchObject({ role: 'rests' })
  })
})

/** Holds the configuration back that a call reads first, so that something else is done while it waits. */
function holdSections({ ports }: { readonly ports: { sections: (brandId: string) => Promise<unknown> } }) {
  const own = ports.sections
  let release = () => {}
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  Object.assign(ports, {
    sections: async (brandId: string) => {
      begin()
      await gate
      return own(brandId)
    },
  })
  return {
    begun,
    release,
    aside: async (work: () => Promise<void>) => {
      const held = ports.sections
      Object.assign(ports, { sections: own })
      await work()
      Object.assign(ports, { sections: held })
    },
  }
}
