import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import type { WalletAction } from './wallet-action.ts'

await describeOnEachEngine('the wallet', (database) => {
  const open = (brandId: string, changes?: Parameters<typeof createTestCasino>[2]) =>
    createTestCasino(database().db, brandId, changes)

  async function scene(brandId: string, minor = 1000, changes?: Parameters<typeof createTestCasino>[2]) {
    const casino = open(brandId, changes)
    const player = await casino.newPlayer(minor)
    return { casino, player, sessionId: await casino.session(player) }
  }

  test('CAS-8: a bet and its win move money once each, and their repetitions nothing', async () => {
    const { casino, player, sessionId } = await scene('w-bet')
    const bet = { sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 } as const
    const first = await casino.apply(bet)
    expect(first).toMatchObject({ verdict: 'applied', balanceMinor: 700 })
    for (let again = 0; again < 20; again++) expect(await casino.apply(bet)).toEqual({ ...first, verdict: 'replayed' })
    const win = { sessionId, actionId: 'w1', kind: 'win', amountMinor: 500, endsRound: true } as const
    expect(await casino.apply(win)).toMatchObject({ verdict: 'applied', balanceMinor: 1200 })
    expect(await casino.apply(win)).toMatchObject({ verdict: 'replayed', balanceMinor: 1200 })
    expect(await casino.balance(player)).toBe(1200)
    expect(await casino.breaks()).toEqual([])
  })

  test('CAS-8: the same name with another amount, game or player is a conflict', async () => {
    const { casino, sessionId } = await scene('w-conflict')
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    const other = { verdict: 'conflict', reason: 'other_action', balanceMinor: 700 }
    expect(await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 301 })).toMatchObject(other)
    expect(
      await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300, roundId: 'other' }),
    ).toMatchObject(other)
    const stranger = await casino.session(await casino.newPlayer(1000))
    const asked = { sessionId: stranger, actionId: 'b1', kind: 'bet', amountMinor: 300 } as const
    expect(await casino.apply(asked)).toMatchObject({ verdict: 'conflict', balanceMinor: 1000 })
    expect(await casino.breaks()).toEqual([])
  })

  test('CAS-8: a rollback that comes before its bet leaves a tombstone: the bet is never taken', async () => {
    const { casino, player, sessionId } = await scene('w-tombstone')
    const rollback = { sessionId, actionId: 'r1', kind: 'rollback', reference: 'b1' } as const
    expect(await casino.apply(rollback)).toMatchObject({ verdict: 'applied', balanceMinor: 1000 })
    expect(await casino.apply({ ...rollback, actionId: 'r2' })).toMatchObject({ verdict: 'applied' })
    const bet = { sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 } as const
    expect(await casino.apply(bet)).toMatchObject({ verdict: 'tombstoned', balanceMinor: 1000 })
    expect(await casino.balance(player)).toBe(1000)
  })

  test('CAS-8: a bet is given back once, whatever its rollbacks are called, and 500 of them are one effect', async () => {
    const { casino, player, sessionId } = await scene('w-rollbacks')
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    const rollback = { sessionId, actionId: 'r1', kind: 'rollback', reference: 'b1' } as const
    for (let again = 0; again < 500; again++) await casino.apply(rollback)
    expect(await casino.apply({ ...rollback, actionId: 'r2' })).toMatchObject({ verdict: 'applied' })
    expect(await casino.balance(player)).toBe(1000)
    expect(await casino.breaks()).toEqual([])
  })

  test('CAS-8: a bet whose win stands is not given back until the win is taken back', async () => {
    const { casino, player, sessionId } = await scene('w-payout')
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    await casino.apply({ sessionId, actionId: 'w1', kind: 'win', amountMinor: 900 })
    const undo = (actionId: string, reference: string) =>
      casino.apply({ sessionId, actionId, kind: 'rollback', reference })
    expect(await undo('r1', 'b1')).toMatchObject({ verdict: 'conflict', reason: 'payout_stands' })
    expect(await undo('r2', 'w1')).toMatchObject({ verdict: 'applied', balanceMinor: 700 })
    expect(await undo('r3', 'b1')).toMatchObject({ verdict: 'applied', balanceMinor: 1000 })
    expect(await casino.balance(player)).toBe(1000)
  })

  test('CAS-8: a win that was spent is owed or refused, as the provider agrees', async () => {
    const { casino, player, sessionId } = await scene('w-spent')
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 1000 })
    await casino.apply({ sessionId, actionId: 'w1', kind: 'win', amountMinor: 500 })
    await casino.apply({ sessionId, actionId: 'b2', kind: 'bet', amountMinor: 400 })
    const undo = { sessionId, actionId: 'r1', kind: 'rollback', reference: 'w1' } as const
    expect(await casino.apply(undo)).toMatchObject({ verdict: 'conflict', reason: 'won_money_spent' })
    expect(await casino.apply(undo, { owesSpentWins: true })).toMatchObject({ verdict: 'applied', balanceMinor: 0 })
    expect(await casino.balance(player)).toBe(0)
    expect(await casino.breaks()).toEqual([])
  })

  test('CAS-8: what the player cannot pay is refused with what they have, and stays refused', async () => {
    const { casino, sessionId } = await scene('w-poor', 100)
    const bet = { sessionId, actionId: 'b1', kind: 'bet', amountMinor: 101 } as const
    expect(await casino.apply(bet)).toMatchObject({ verdict: 'insufficient', balanceMinor: 100 })
    expect(await casino.apply(bet)).toMatchObject({ verdict: 'insufficient', balanceMinor: 100 })
    expect(await casino.apply({ sessionId, actionId: 'r', kind: 'rollback', reference: 'b1' })).toMatchObject({
      verdict: 'applied',
      balanceMinor: 100,
    })
  })

  test('CAS-7: bets wait for the launch, end with the session, and wins come all the same', async () => {
    const { casino, player } = await scene('w-session')
    const early = await casino.session(player, { isLaunched: false })
    expect(await casino.apply({ sessionId: early, actionId: 'b0', kind: 'bet', amountMinor: 1 })).toMatchObject({
      verdict: 'blocked',
      reason: 'session_not_launched',
    })
    const sessionId = await casino.session(player)
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    casino.wait(casino.sections.casino.sessionMs)
    const late = { verdict: 'blocked', reason: 'session_over' }
    expect(await casino.apply({ sessionId, actionId: 'b2', kind: 'bet', amountMinor: 300 })).toMatchObject(late)
    const win = { sessionId, actionId: 'w1', kind: 'win', amountMinor: 600, endsRound: true } as const
    expect(await casino.apply(win)).toMatchObject({ verdict: 'applied', balanceMinor: 1300 })
  })

  test('CAS-7: sessions of others, of other brands and of other currencies move nothing', async () => {
    const { casino, sessionId } = await scene('w-foreign')
    const other = open('w-foreign-2')
    const bet = { sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 } as const
    expect(await other.apply(bet)).toMatchObject({ verdict: 'blocked', reason: 'session_unknown' })
    expect(await casino.apply({ ...bet, currency: 'USD' })).toMatchObject({
      verdict: 'blocked',
      reason: 'wrong_currency',
    })
    expect(await casino.apply({ ...bet, actionId: 'b2', gameId: 'other' })).toMatchObject({ reason: 'wrong_game' })
    expect(await casino.apply({ ...bet, actionId: 'b3', amountMinor: -1 })).toMatchObject({ verdict: 'conflict' })
    expect(await casino.apply({ ...bet, actionId: 'b4', amountMinor: 0.5 })).toMatchObject({ verdict: 'conflict' })
  })

  test('CAS-8: a win without a bet is unknown; one of a free round and a prize are paid', async () => {
    const { casino, sessionId } = await scene('w-free')
    const win = { sessionId, actionId: 'w1', kind: 'win', amountMinor: 200 } as const
    expect(await casino.apply(win)).toMatchObject({ verdict: 'unknown_reference', balanceMinor: 1000 })
    const free = { sessionId, actionId: 'f1', kind: 'bet', amountMinor: 50, isFree: true, roundId: 'free' } as const
    expect(await casino.apply(free)).toMatchObject({ verdict: 'applied', balanceMinor: 1000 })
    expect(await casino.apply({ ...win, actionId: 'w2', roundId: 'free', endsRound: true })).toMatchObject({
      balanceMinor: 1200,
    })
    const prize = { sessionId, actionId: 'p1', kind: 'promo', amountMinor: 300, roundId: 'prize' } as const
    expect(await casino.apply(prize)).toMatchObject({ verdict: 'applied', balanceMinor: 1500 })
    expect(await casino.breaks()).toEqual([])
  })

  test('CAS-8: a provider that is switched off takes no bets, and what was begun comes to its end', async () => {
    const { casino, sessionId } = await scene('w-off')
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    const off = { takesBets: false }
    expect(await casino.apply({ sessionId, actionId: 'b2', kind: 'bet', amountMinor: 1 }, off)).toMatchObject({
      reason: 'provider_off',
    })
    expect(await casino.apply({ sessionId, actionId: 'w1', kind: 'win', amountMinor: 9 }, off)).toMatchObject({
      verdict: 'applied',
    })
  })

  test('the guard keeps bets away and never wins', async () => {
    let isKept = false
    const guard = async () => (isKept ? ({ reason: 'protection.time_out' } as const) : null)
    const { casino, sessionId } = await scene('w-guard', 1000, { guard })
    await casino.apply({ sessionId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    isKept = true
    expect(await casino.apply({ sessionId, actionId: 'b2', kind: 'bet', amountMinor: 1 })).toMatchObject({
      verdict: 'blocked',
      reason: 'guard:protection.time_out',
      balanceMinor: 700,
    })
    expect(await casino.apply({ sessionId, actionId: 'w1', kind: 'win', amountMinor: 600 })).toMatchObject({
      verdict: 'applied',
      balanceMinor: 1300,
    })
  })

  test('CAS-8: a hundred equal bets at once are one, and of a hundred different ones as many as the money is for', async () => {
    const { casino, player, sessionId } = await scene('w-parallel', 6000)
    const bet = { sessionId, actionId: 'b', kind: 'bet', amountMinor: 100 } as const
    const equal = await Promise.all(Array.from({ length: 100 }, () => casino.apply(bet)))
    expect(equal.filter(({ verdict }) => verdict === 'applied')).toHaveLength(1)
    expect(equal.filter(({ verdict }) => verdict === 'replayed')).toHaveLength(99)
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, at) => casino.apply({ ...bet, actionId: `c${at}`, roundId: `c${at}` })),
    )
    expect(others.filter(({ verdict }) => verdict === 'applied')).toHaveLength(59)
    expect(await casino.balance(player)).toBe(0)
    expect(await casino.breaks()).toEqual([])
  }, 60_000)

  /** What the wallet should do, in as few words as possible: the balance, and what happened to each bet and win. */
  function createModel(balance: number) {
    const bets = new Map<string, 'live' | 'undone' | 'never' | 'tomb'>()
    const wins = new Map<string, 'live' | 'undone' | 'refused'>()
    const done = new Set<string>()
    return {
      balance: () => balance,
      apply({ kind, actionId, amountMinor, reference = '' }: Step) {
        if (kind === 'bet') {
          if (bets.has(actionId)) return
          bets.set(actionId, amountMinor > balance ? 'never' : 'live')
          if (amountMinor <= balance) balance -= amountMinor
          return
        }
        if (kind === 'win') {
          if (wins.has(actionId) || bets.get(actionId) === 'tomb') return
          const states = [...bets.values()]
          // A cancelled round pays nothing, and what it refused stays refused; before the first stake there is no round to say so.
          if (!states.includes('live')) {
            if (states.includes('undone')) wins.set(actionId, 'refused')
            return
          }
          wins.set(actionId, 'live')
          balance += amountMinor
          return
        }
        if (done.has(actionId)) return
        const isWin = wins.get(reference) === 'live'
        if (!bets.has(reference) && !wins.has(reference)) bets.set(reference, 'tomb')
        else if (bets.get(reference) === 'live') {
          if ([...wins.values()].includes('live')) return
          balance += AMOUNT
          bets.set(reference, 'undone')
        } else if (isWin) {
          if (balance < AMOUNT) return
          balance -= AMOUNT
          wins.set(reference, 'undone')
        }
        done.add(actionId)
      },
    }
  }
  type Step = Pick<WalletAction, 'kind' | 'actionId' | 'amountMinor'> & { readonly reference?: string }
  const AMOUNT = 100

  test('CAS-8: in any order and however often they are repeated, bets, wins and rollbacks come to what a model of thirty lines says', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('bet' as const),
        actionId: fc.constantFrom('b1', 'b2', 'b3'),
        amountMinor: fc.constant(AMOUNT),
      }),
      fc.record({
        kind: fc.constant('win' as const),
        actionId: fc.constantFrom('w1', 'w2'),
        amountMinor: fc.constant(AMOUNT),
      }),
      fc.record({
        kind: fc.constant('rollback' as const),
        actionId: fc.constantFrom('r1', 'r2', 'r3'),
        amountMinor: fc.constant(0),
        reference: fc.constantFrom('b1', 'b2', 'w1'),
      }),
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        // A rollback keeps its target: another one under its name would be another action.
        const targets = new Map<string, string>()
        const asked = steps.map((one): Step => {
          if (one.kind !== 'rollback') return one
          if (!targets.has(one.actionId)) targets.set(one.actionId, one.reference)
          return { ...one, reference: targets.get(one.actionId) ?? '' }
        })
        const { casino, player, sessionId } = await scene(`w-model-${++run}`, 250)
        const model = createModel(250)
        for (const one of asked) {
          await casino.apply({ sessionId, ...one })
          model.apply(one)
          expect(await casino.balance(player)).toBe(model.balance())
        }
        expect(await casino.breaks()).toEqual([])
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})
