import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { applyAction } from './wallet-core.ts'

const STAKE = 100
const TERMS = { undoesWins: true, owesSpentWins: false, switchesGames: false, takesBets: true }

interface Step {
  readonly kind: 'bet' | 'win' | 'rollback'
  /** Which of three rounds it is about; each has one bet and one win. */
  readonly round: number
  /** When the server dies: before the outcome is committed, or after it and before the answer. */
  readonly crash: 'never' | 'before' | 'after'
}

/** What the balance is after steps that were committed: each round stands by itself. */
function createModel(start: number) {
  const bets = new Map<number, 'live' | 'undone' | 'tomb' | 'refused'>()
  const won = new Set<number>()
  let balance = start
  return {
    balance: () => balance,
    commit({ kind, round }: Step) {
      const bet = bets.get(round)
      if (kind === 'bet' && bet === undefined) {
        bets.set(round, balance >= STAKE ? 'live' : 'refused')
        if (balance >= STAKE) balance -= STAKE
      } else if (kind === 'win' && bet === 'live' && !won.has(round)) {
        won.add(round)
        balance += 2 * STAKE
      } else if (kind === 'rollback' && bet === undefined) bets.set(round, 'tomb')
      else if (kind === 'rollback' && bet === 'live' && !won.has(round)) {
        bets.set(round, 'undone')
        balance += STAKE
      }
    },
  }
}

await describeOnQuickestEngine('a wallet whose server dies', (database) => {
  test('CAS-8: bets, wins, rollbacks, repetitions and crashes in any order come to what a model says', async () => {
    const step = fc.record<Step>({
      kind: fc.constantFrom('bet', 'win', 'rollback'),
      round: fc.integer({ min: 1, max: 3 }),
      crash: fc.constantFrom('never', 'never', 'before', 'after'),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const casino = createTestCasino(database().db, `w-crash-${++run}`)
        const player = await casino.newPlayer(2 * STAKE + 50)
        const sessionId = await casino.session(player)
        const model = createModel(2 * STAKE + 50)
        for (const one of steps) {
          const { kind, round, crash } = one
          const action = {
            ...{ providerId: 'aggregator', sessionId, kind, actionId: `${kind}-${round}`, roundId: `round-${round}` },
            ...{ gameId: 'book', currency: 'EUR', amountMinor: { bet: STAKE, win: 2 * STAKE, rollback: 0 }[kind] },
            ...(kind === 'bet' ? {} : { reference: `bet-${round}` }),
          }
          const died = new Error('the server dies')
          const done = casino.door.transaction(async (tx) => {
            await applyAction(tx, casino.ports, { action, terms: TERMS, now: casino.now() })
            if (crash === 'before') throw died
          })
          await done.catch((error: unknown) => expect(error).toBe(died))
          // After a commit nobody hears the answer: the provider sends the step again.
          if (crash === 'after') await casino.apply(action)
          if (crash !== 'before') model.commit(one)
          expect(await casino.balance(player)).toBe(model.balance())
        }
        expect(await casino.breaks()).toEqual([])
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})
