import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { type BookEntry, isBonus, moneyScene, readBooks, START_MINOR, steps } from './bet-money.test-support.ts'
import { proveBets } from './bet-proof.ts'
import { spenderScene } from './bet-spender.test-support.ts'

type Scene = Awaited<ReturnType<typeof moneyScene>>

/** Whom the law of nothing below zero protects. */
const OF_PLAYERS = ['cash', 'bonus', 'pending', 'points']
/** What every run leads to, and what some run does. */
const FLOWS = ['bet-hold', 'bet-stake', 'bet-release', 'bet-payout', 'bet-sale', 'bet-premium', 'correction', 'undoing']
const SETTLED_ANEW = ['bet-payout-undone', 'exchange']
const SAME = { settled: 0, reopened: 0, leftAsIs: 0 }

/** I1, I3, I4: a movement sums to nothing in each currency; a balance is the fold of the entries up to it; no player owes. */
function expectBooks(entries: readonly BookEntry[]): void {
  const sums = Map.groupBy(entries, ({ transfer, currency }) => `${transfer} ${currency}`)
  for (const [name, of] of sums) expect([name, total(of)]).toEqual([name, 0])
  for (const of of Map.groupBy(entries, ({ account }) => account).values()) {
    let fold = 0
    for (const [at, { account, sequence, amount, balance, accountKind }] of of.entries()) {
      fold += amount
      expect({ account, sequence, balance }).toEqual({ account, sequence: at + 1, balance: fold })
      if (OF_PLAYERS.includes(accountKind)) expect(fold).toBeGreaterThanOrEqual(0)
    }
  }
}

/** I7, I9, I10: no movement joins bonus money and cash; one of two currencies has four entries, a pair in each with
 *  a liquidity account, so that it carries its rate, and no flow of bets makes one; and nothing is rounded away on
 *  the way. */
function expectApart(entries: readonly BookEntry[]): void {
  for (const of of Map.groupBy(entries, ({ transfer }) => transfer).values()) {
    const kinds = of.map(({ accountKind }) => accountKind)
    expect([kinds.includes('cash'), kinds.includes('bonus')]).not.toEqual([true, true])
    expect(kinds).not.toContain('rounding')
    const byCurrency = Map.groupBy(of, ({ currency }) => currency)
    const liquid = [...byCurrency.values()].map((side) => side.map(({ accountKind }) => accountKind === 'liquidity'))
    if (byCurrency.size === 1) expect(liquid.flat()).not.toContain(true)
    else
      expect([of[0]?.kind, ...liquid.map((side) => side.toSorted())]).toEqual([
        'exchange',
        [false, true],
        [false, true],
      ])
  }
}

function total(entries: readonly Pick<BookEntry, 'amount'>[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}

/** I5: open stakes are reported as the bets have them, and held stakes are on the pending accounts. */
function expectOpen(scene: Pick<Scene, 'door'>, entries: readonly BookEntry[]): Promise<void> {
  return scene.door.transaction(async (tx) => {
    const { breaks, open } = await proveBets(tx)
    expect([...(await proveLedger(tx)).breaks, ...breaks]).toEqual([])
    const bets = await tx.select('bet').selectAll().where('state', '=', 'open').execute()
    const expected = [...Map.groupBy(bets, ({ currency }) => currency)].map(([currency, of]) => ({
      currency,
      bets: of.length,
      stakeMinor: of.reduce((sum, bet) => sum + bet.stake_minor - bet.sold_stake_minor, 0),
      possibleMinor: of.reduce((sum, bet) => sum + bet.possible_minor, 0),
    }))
    const byCurrency = (one: { currency: string }, other: { currency: string }) =>
      one.currency < other.currency ? -1 : 1
    expect(open.toSorted(byCurrency)).toEqual(expected.toSorted(byCurrency))
    const requests = await tx.select('bet_reservation').select('stake_minor as m').where('state', '=', 'held').execute()
    const waiting = await tx.select('bet_taking').select('held_minor as m').where('state', '=', 'waiting').execute()
    const held = [...requests, ...waiting].reduce((sum, { m }) => sum + m, 0)
    expect(total(entries.filter(({ accountKind }) => accountKind === 'pending'))).toBe(held)
    const both = bets.filter((bet) => bet.insured_minor > 0 && bet.sold_stake_minor > 0)
    expect(both).toEqual([])
  })
}

/** I2, I11: entries, and the terms of bets, are as they were when they were written. */
async function expectKept(scene: Scene, written: Map<string, unknown>): Promise<void> {
  const now = await scene.door.transaction(async (tx) => {
    const terms = ['bet_id', 'frozen', 'stake_minor', 'stake_tax_minor'] as const
    const legs = ['bet_id', 'place', 'odds', 'parameter', 'outcome_id'] as const
    return new Map<string, unknown>([
      ...(await readBooks(tx)).map((row) => [`entry ${row.account} ${row.sequence}`, row] as const),
      ...(await tx.select('bet').select(terms).execute()).map((row) => [`bet ${row.bet_id}`, row] as const),
      ...(await tx.select('bet_leg').select(legs).execute()).map(
        (row) => [`leg ${row.bet_id} ${row.place}`, row] as const,
      ),
    ])
  })
  for (const [name, row] of written) expect([name, now.get(name)]).toEqual([name, row])
  for (const [name, row] of now) written.set(name, row)
}

/** What the player has gained over the money given at the start: in euros, dollars and bonus money. */
async function gained({ door, accounts, given }: Scene): Promise<number[]> {
  const entries = await door.transaction(readBooks)
  const of = (account: number) => total(entries.filter((entry) => entry.account === account)) - START_MINOR
  return [of(accounts.EUR) - given.EUR, of(accounts.USD) - given.USD, of(accounts.bonus)]
}

/** What sales have brought above their stakes, or below them, in the same order. */
function soldFor({ door }: Scene): Promise<number[]> {
  return door.transaction(async (tx) => {
    const bets = await tx.select('bet').selectAll().execute()
    const place = ({ currency, stakeMinor }: { currency: string; stakeMinor: number }) =>
      currency === 'USD' ? 1 : isBonus({ currency, stakeMinor }) ? 2 : 0
    const sums = [0, 0, 0]
    for (const { currency, stake_minor: stakeMinor, sold_for_minor: paid, sold_stake_minor: sold } of bets) {
      const at = place({ currency, stakeMinor })
      sums[at] = (sums[at] ?? 0) + paid - sold
    }
    return sums
  })
}

/** I6: settling again changes nothing. */
async function settleTwice(scene: Scene): Promise<void> {
  expect(await scene.settle()).toMatchObject({ leftAsIs: 0 })
  const before = await scene.door.transaction(readBooks)
  expect(await scene.settle()).toEqual(SAME)
  expect(await scene.door.transaction(readBooks)).toEqual(before)
}

await describeOnQuickestEngine('the money of bets', (database) => {
  let runs = 0

  test('I1 to I11, LEDGER-1, LEDGER-2, LEDGER-3, LEDGER-4, MATH-11: whatever happens to bets, held, sold, insured, given up, settled, corrected or void, the books follow from them', {
    timeout: 120_000,
  }, async () => {
    const seenKinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(steps, async (happening) => {
        const scene = await moneyScene(database().db, `bet-money-${++runs}`)
        const written = new Map<string, unknown>()
        const expectLaws = async () => {
          const entries = await scene.door.transaction(readBooks)
          expectBooks(entries)
          expectApart(entries)
          await expectOpen(scene, entries)
          await expectKept(scene, written)
          for (const { kind } of entries) seenKinds.add(kind)
        }
        for (const happens of happening) {
          await scene.run(happens)
          await expectKept(scene, written)
        }
        await expectLaws()
        await scene.endWaiting()
        scene.endAll([1, 0])
        await settleTwice(scene)
        await expectLaws()
        const won = await gained(scene)
        // I7, I8: once all is void, the player has what they had, of each kind of money, except for what sales were
        // above or below their stakes, and the operator has neither won nor lost except by these.
        scene.endAll(null)
        await settleTwice(scene)
        await expectLaws()
        expect(await gained(scene)).toEqual(await soldFor(scene))
        // I6: and what was taken back and settled as before pays as before.
        scene.endAll([1, 0])
        await settleTwice(scene)
        await expectLaws()
        expect(await gained(scene)).toEqual(won)
        expect(scene.errors).toEqual([])
      }),
      // To shorten what has failed would take longer than the test may.
      { numRuns: 6, endOnFailure: true },
    )
    expect([...seenKinds]).toEqual(expect.arrayContaining([...FLOWS, ...SETTLED_ANEW]))
  })

  const wish = fc.oneof(
    fc.record({ kind: fc.constant('place'), minor: fc.integer({ min: 20, max: 4000 }), isLive: fc.boolean() }),
    fc.record({ kind: fc.constant('insure'), minor: fc.integer({ min: 1, max: 4000 }) }),
    fc.record({ kind: fc.constant('take'), minor: fc.integer({ min: 1, max: 4000 }) }),
  )
  type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never

  test('I3, LEDGER-2, LEDGER-3: bets, insurances and corrections that come at once spend what there is, and no more', {
    timeout: 120_000,
  }, async () => {
    const refused: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 6, maxLength: 16 }), async (wishes) => {
        const scene = await spenderScene(database().db, `at-once-${++runs}`)
        const act = async (one: Wish): Promise<boolean> => {
          if (one.kind === 'place') return scene.place(one.minor, 'isLive' in one && one.isLive)
          return one.kind === 'insure' ? scene.insure(one.minor) : scene.take(one.minor)
        }
        const done = await Promise.all(wishes.map(act))
        refused.push(...wishes.flatMap(({ kind }, at) => (done[at] ? [] : kind)))
        const entries = await scene.door.transaction(readBooks)
        expectBooks(entries)
        await expectOpen(scene, entries)
        // A stake that was refused exceeds the balance.
        const { balance = 0 } = await scene.balanceOf(scene.accountId)
        for (const [at, { kind, minor }] of wishes.entries())
          if (!done[at] && kind !== 'insure') expect(minor).toBeGreaterThan(balance)
        await scene.endDelays()
        expectBooks(await scene.door.transaction(readBooks))
        expect(scene.errors).toEqual([])
      }),
      { numRuns: 6, endOnFailure: true },
    )
    expect(refused).toEqual(expect.arrayContaining(['place']))
  })
})
