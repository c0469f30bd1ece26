import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hitMicro, isHit, MICRO, totalMicro } from '#machines/casino/jackpots/jackpot.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import type { CasinoJackpot } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { proveJackpots } from './jackpot-proof.ts'
import { partsOf, readPool } from './jackpot-rows.ts'
import { createWalletJackpots } from './jackpot-stakes.ts'

const GRAND: CasinoJackpot = {
  ...{
    order: 10,
    name: 'Grand',
    kind: 'must_drop_amount',
    contributionPpm: 15_000,
    reseedPpm: 200_000,
    nextPpm: 50_000,
  },
  ...{ seedMinor: 1000, capMinor: 2000, oneInMinor: 0, dropsWithinMs: 0, games: ['book'], tags: [] },
  ...{ currencies: ['EUR'], isOffered: true },
}

/** A secret whose run drops within these whole minor units above its seed. */
function secretFor(run: number, from: number, to: number): string {
  for (let n = 1; ; n++) {
    const secret = (run * 1_000_000 + n).toString(16).padStart(64, '0')
    const of = { secret, jackpotId: 'grand', currency: 'EUR', run }
    const above = hitMicro(of, { startMicro: 1000 * MICRO, capMinor: 2000 }) - 1000 * MICRO
    if (above > from * MICRO && above <= to * MICRO) return secret
  }
}

await describeOnQuickestEngine('jackpots', (database) => {
  function open(brandId: string, secrets: readonly string[], jackpot: CasinoJackpot = GRAND) {
    let at = 0
    const newSeed = () => secrets[Math.min(at++, secrets.length - 1)] ?? ''
    const jackpots = createWalletJackpots({ sections: (id) => casino.ports.sections(id), newSeed })
    const casino = createTestCasino(database().db, brandId, { jackpots, newSeed })
    Object.assign(casino.sections.casino, { jackpots: { grand: jackpot } })
    const pool = () => casino.door.transaction((tx) => readPool(tx, 'grand', 'EUR'))
    const proof = async () => [...(await casino.breaks()), ...(await casino.door.transaction(proveJackpots))]
    return { ...casino, pool, proof }
  }

  test('CAS-12: shares of stakes are collected to the millionth of a minor unit, and come back with a rollback', async () => {
    const casino = open('jp-shares', [secretFor(1, 900, 1000)])
    const sessionId = await casino.session(await casino.newPlayer(1000))
    const bet = { sessionId, actionId: 'b1', kind: 'bet', amountMinor: 33 } as const
    for (let again = 0; again < 3; again++) await casino.apply(bet)
    expect(await casino.pool()).toMatchObject({
      main_micro: 1000 * MICRO + 371_250,
      reseed_micro: 99_000,
      next_micro: 24_750,
    })
    await casino.apply({ ...bet, actionId: 'b2', amountMinor: 67 })
    const held = await casino.pool()
    expect(held && totalMicro(partsOf(held))).toBe(1000 * MICRO + 1_500_000)
    expect(await casino.proof()).toEqual([])
    for (const reference of ['b1', 'b2', 'b1'])
      await casino.apply({ sessionId, actionId: `back-${reference}`, kind: 'rollback', reference })
    expect(await casino.pool()).toMatchObject({ main_micro: 1000 * MICRO, reseed_micro: 0, next_micro: 0 })
    expect(await casino.proof()).toEqual([])
  })

  test('CAS-12: of parallel stakes one wins, is paid once, and the next run begins with its seed', async () => {
    const casino = open('jp-parallel', [secretFor(1, 29.25, 30.375), secretFor(2, 900, 1000)])
    const before = (await casino.casino.jackpots.now('jp-parallel', { currency: 'EUR', gameId: 'book' }))[0]
    const players = await Promise.all(Array.from({ length: 10 }, () => casino.newPlayer(10_000)))
    const sessions = await Promise.all(players.map((player) => casino.session(player)))
    const bets = sessions.flatMap((sessionId, player) =>
      [1, 2, 3, 4].map(
        (n) =>
          ({
            sessionId,
            actionId: `${player}/${n}`,
            roundId: `${player}/${n}`,
            kind: 'bet',
            amountMinor: 100,
          }) as const,
      ),
    )
    // Each is sent twice at once; 40 stakes put in 1.125 each, and the 27th passes 30.
    await Promise.all([...bets, ...bets].map((bet) => casino.apply(bet)))
    const drops = await casino.door.transaction((tx) =>
      tx.select('casino_jackpot_drop').selectAll('casino_jackpot_drop').execute(),
    )
    expect(drops).toHaveLength(1)
    const [drop] = drops
    if (!drop) throw new Error('nothing was won')
    expect(drop).toMatchObject({ run: 1, nonce: 26, amount_minor: 1030 })
    const balances = await Promise.all(players.map((player) => casino.balance(player)))
    expect(balances.filter((minor) => minor !== 9600)).toEqual([9600 + 1030])
    expect(await casino.pool()).toMatchObject({ run: 2, stakes: 13, seed_minor: 1000 })
    expect(await casino.proof()).toEqual([])

    // The secret is that of the hash that was seen before, and the same stake wins for everybody who looks.
    expect(before).toMatchObject({ run: 1, amountMinor: 1000, commitment: commitmentOf(drop.secret) })
    const run = { secret: drop.secret, jackpotId: 'grand', currency: 'EUR', run: 1 }
    const judged = {
      ...{ kind: drop.kind, startMicro: drop.start_micro, capMinor: drop.cap_minor, oneInMinor: drop.one_in_minor },
      ...{ startedMs: 0, dropsByMs: null, stakeMinor: drop.stake_minor, nonce: drop.nonce, nowMs: 0 },
    }
    expect(isHit(run, { ...judged, mainMicro: drop.before_micro })).toBe(false)
    expect(isHit(run, { ...judged, mainMicro: drop.after_micro })).toBe(true)

    // The prize is a round of its own, explained; the stake that has won it is not given back.
    const { account_id: accountId, round_id: roundId } = drop
    const history = await casino.casino.history.read({ brandId: 'jp-parallel', accountId }, roundId)
    expect(history.round).toMatchObject({ state: 'closed', stake_minor: 0, payout_minor: 1030 })
    expect(await casino.casino.jackpots.proof('jp-parallel', roundId)).toMatchObject({
      name: 'Grand',
      run: 1,
      nonce: 26,
    })
    expect(await casino.casino.jackpots.won({ brandId: 'jp-parallel', accountId })).toMatchObject([
      { roundId, amountMinor: 1030 },
    ])
    const winner = sessions[players.indexOf(accountId)] ?? ''
    const back = { sessionId: winner, actionId: 'back', kind: 'rollback', reference: drop.action_id } as const
    expect(await casino.apply(back)).toMatchObject({ verdict: 'conflict', reason: 'payout_stands' })
  })

  test('what a run has paid out does not come back with a stake of before', async () => {
    const casino = open('jp-late', [secretFor(1, 1.125, 2.25), secretFor(2, 900, 1000)])
    const sessionId = await casino.session(await casino.newPlayer(10_000))
    const bet = (actionId: string) =>
      casino.apply({ sessionId, actionId, roundId: actionId, kind: 'bet', amountMinor: 100 })
    const balances = [await bet('a'), await bet('b')].map(({ balanceMinor }) => balanceMinor)
    expect(balances).toEqual([9900, 9800 + 1002])
    const before = await casino.pool()
    expect(before?.run).toBe(2)
    const back = { sessionId, actionId: 'back', kind: 'rollback', reference: 'a' } as const
    expect(await casino.apply(back)).toMatchObject({ verdict: 'applied', balanceMinor: 9900 + 1002 })
    expect(await casino.pool()).toEqual(before)
    expect(await casino.proof()).toEqual([])
  })

  test('one that drops by time is won by the first stake after its moment; a progressive one by its chance', async () => {
    const timed: CasinoJackpot = { ...GRAND, kind: 'must_drop_time', dropsWithinMs: 60_000 }
    const casino = open('jp-time', [secretFor(1, 900, 1000)], timed)
    const sessionId = await casino.session(await casino.newPlayer(10_000))
    const bet = (actionId: string, amountMinor = 100) =>
      casino.apply({ sessionId, actionId, roundId: actionId, kind: 'bet', amountMinor })
    await bet('first')
    casino.wait(60_000)
    await bet('second')
    expect((await casino.pool())?.run).toBe(2)
    const sure = open('jp-chance', [secretFor(1, 900, 1000)], { ...GRAND, kind: 'progressive', oneInMinor: 100 })
    const at = await sure.session(await sure.newPlayer(10_000))
    await sure.apply({ sessionId: at, actionId: 'one', kind: 'bet', amountMinor: 100 })
    expect((await sure.pool())?.run).toBe(2)
    expect([...(await casino.proof()), ...(await sure.proof())]).toEqual([])
  })

  test('other games, other currencies and jackpots that are not offered are left alone', async () => {
    for (const [name, change] of Object.entries({
      games: { games: [] },
      currency: { currencies: ['USD'] },
      off: { isOffered: false },
    })) {
      const casino = open(`jp-none-${name}`, [secretFor(1, 900, 1000)], { ...GRAND, ...change })
      const sessionId = await casino.session(await casino.newPlayer(1000))
      await casino.apply({ sessionId, actionId: 'b', kind: 'bet', amountMinor: 100 })
      expect(await casino.pool()).toBeUndefined()
    }
  })

  test('CAS-12: whatever is staked, repeated and taken back in any order, the books prove the pools', async () => {
    let brands = 0
    const step = fc.record({ bet: fc.nat(7), amountMinor: fc.integer({ min: 1, max: 700 }), isBack: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const casino = open(`jp-any-${++brands}`, [secretFor(1, 3, 6), secretFor(2, 1, 9), secretFor(3, 500, 900)])
        const sessionId = await casino.session(await casino.newPlayer(100_000))
        for (const [at, { bet, amountMinor, isBack }] of steps.entries())
          await casino.apply({
            ...{ sessionId, actionId: isBack ? `back-${at}` : `b${bet}`, roundId: `r${bet}` },
            ...(isBack ? { kind: 'rollback', reference: `b${bet}` } : { kind: 'bet', amountMinor }),
          })
        expect(await casino.proof()).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})
