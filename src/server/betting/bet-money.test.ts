import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from './bet-proof.ts'
import { betOn, createScene, START, seen } from './betting.test-support.ts'

const GAMES = [1, 2, 3]
const START_MINOR = 100_000_000

/** What may happen to bets, in any order. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('place'),
    isChain: fc.boolean(),
    games: fc.subarray(GAMES, { minLength: 1 }),
    stake: fc.integer({ min: 20, max: 20_000 }),
  }),
  fc.record({ kind: fc.constant('price'), game: fc.constantFrom(...GAMES), odds: fc.integer({ min: 101, max: 900 }) }),
  fc.record({ kind: fc.constant('insure'), bet: fc.nat(5), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('sell'),
    bet: fc.nat(5),
    part: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('end'),
    game: fc.constantFrom(...GAMES),
    score: fc.constantFrom([1, 0], [0, 1], null),
  }),
  fc.record({ kind: fc.constant('terms'), payoutTaxPercent: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ kind: fc.constant('settle') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

await describeOnEachEngine('the money of bets', (database) => {
  let runs = 0

  async function sceneWith() {
    const brandId = `bet-money-${++runs}`
    const scene = createScene(database().db, brandId)
    const { boolean, betting } = scene.sections
    const taxes = {
      ...betting.taxes,
      type: 'net' as const,
      stakeTaxPercent: 3,
      payoutTaxPercent: 7,
      hasReturnTax: true,
    }
    scene.sections.boolean = { ...boolean, isInsuranceAllowed: true, isCouponSellAllowed: true }
    scene.sections.betting = { ...betting, taxes }
    const bettor = { brandId, accountId: await scene.newPlayer(START_MINOR) }
    const bonus = await openBonus(scene.door, bettor.accountId)
    const { fundingOf } = scene.ports
    // Odd stakes are paid from bonus money.
    Object.assign(scene.ports, {
      fundingOf: async (...[tx, stake]: Parameters<typeof fundingOf>) =>
        stake.stakeMinor % 2 === 1 ? bonus : fundingOf(tx, stake),
    })
    const bets: number[] = []
    /** What was written so far: nothing of it may change. */
    const written = new Map<string, unknown>()
    const odds = new Map(GAMES.map((game) => [game, '2.00']))
    for (const game of GAMES) scene.price(game, '2.00')
    /** What sales have brought above their stakes, in cash and in bonus money. */
    const soldFor: [cash: number, bonus: number] = [0, 0]
    const paidFromBonus = new Set<number>()

    async function run(happens: Step): Promise<void> {
      const now = scene.betting
      if (happens.kind === 'place') {
        const payload = betOn(
          happens.games.map((game) => seen(game, odds.get(game) ?? '2.00')),
          {
            summ: happens.stake,
            groupsSumms: [happens.stake],
            ...(happens.isChain && happens.games.length > 1 ? { betType: 'chain' as const } : {}),
          },
        )
        const answer = await now.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
        if (answer.kind === 'accepted') bets.push(answer.betId)
        if (answer.kind === 'accepted' && happens.stake % 2 === 1) paidFromBonus.add(answer.betId)
      } else if (happens.kind === 'price') {
        odds.set(happens.game, (happens.odds / 100).toFixed(2))
        scene.price(happens.game, odds.get(happens.game) ?? '2.00')
      } else if (happens.kind === 'terms') {
        const { betting: now } = scene.sections
        const { payoutTaxPercent } = happens
        scene.sections.betting = { ...now, taxes: { ...now.taxes, payoutTaxPercent } }
      } else if (happens.kind === 'end') {
        scene.end(happens.game, happens.score?.[0], happens.score?.[1])
      } else if (happens.kind === 'settle') {
        expect(await now.settleBets(brandId)).toMatchObject({ leftAsIs: 0 })
        // I6: settling again changes nothing.
        expect(await now.settleBets(brandId)).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
      } else {
        const betId = bets[happens.bet % Math.max(1, bets.length)]
        if (betId !== undefined) await trade(happens, betId)
      }
    }

    async function trade(happens: Extract<Step, { kind: 'insure' | 'sell' }>, betId: number): Promise<void> {
      const now = scene.betting
      if ('percent' in happens) {
        const answer = await now.quoteInsurance(bettor, { betId, percent: happens.percent })
        if (answer.kind !== 'quoted') return
        await now.insureBet(bettor, { quoteId: answer.quote.quoteId, insuranceGuid: scene.newGuid() })
        return
      }
      const answer = await now.quoteSale(bettor, { betId, part: happens.part })
      if (answer.kind !== 'quoted') return
      const sold = await now.sellBet(bettor, { quoteId: answer.quote.quoteId, saleGuid: scene.newGuid() })
      soldFor[paidFromBonus.has(betId) ? 1 : 0] += sold.kind === 'sold' ? sold.payoutMinor - sold.soldMinor : 0
    }

    const prove = () =>
      scene.door.transaction(async (tx) => {
        expect([...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks]).toEqual([])
        const mixed = await tx
          .select('bet')
          .select('bet_id')
          .where('insured_minor', '>', 0)
          .where('sold_stake_minor', '>', 0)
          .execute()
        expect(mixed).toEqual([])
        // I7: no movement joins bonus money and cash.
        for (const kinds of await kindsOfTransfers(tx))
          expect([kinds.includes('cash'), kinds.includes('bonus')]).not.toEqual([true, true])
        // I10: what a payout is rounded by stays with the house or comes from it; nothing is lost on the way.
        expect((await kindsOfTransfers(tx)).flat()).not.toContain('rounding')
      })
    /** I2, I11: entries, and the terms of bets, are as they were when they were written. */
    const expectKept = () =>
      scene.door.transaction(async (tx) => {
        const entries = await tx.select('ledger_entry').selectAll().execute()
        const terms = await tx.select('bet').select(['bet_id', 'frozen', 'stake_minor', 'stake_tax_minor']).execute()
        const legs = await tx.select('bet_leg').select(['bet_id', 'place', 'odds', 'parameter', 'outcome_id']).execute()
        const now = new Map<string, unknown>([
          ...entries.map((row) => [`entry ${row.currency_account_id} ${row.sequence}`, row] as const),
          ...terms.map((row) => [`bet ${row.bet_id}`, row] as const),
          ...legs.map((row) => [`leg ${row.bet_id} ${row.place}`, row] as const),
        ])
        for (const [name, row] of written) expect([name, now.get(name)]).toEqual([name, row])
        for (const [name, row] of now) written.set(name, row)
      })
    /** In cash, and in bonus money. */
    const gained = async () => {
      const { balance = 0 } = await scene.balanceOf(bettor.accountId)
      const [last] = await scene.door.transaction((tx) =>
        tx
          .select('ledger_entry')
          .select('balance_minor as minor')
          .where('currency_account_id', '=', bonus)
          .orderBy('sequence', 'desc')
          .limit(1)
          .execute(),
      )
      return [balance - START_MINOR, (last?.minor ?? 0) - START_MINOR]
    }
    return {
      ...scene,
      run,
      prove,
      expectKept,
      gained,
      soldFor,
      settle: () => scene.betting.settleBets(brandId),
    }
  }

  test('I1 to I8, I10, I11, LEDGER-1, LEDGER-2, LEDGER-4: whatever happens to bets, the books follow from them', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const scene = await sceneWith()
        for (const happens of steps) {
          await scene.run(happens)
          await scene.expectKept()
        }
        await scene.prove()
        expect(Math.min(...(await scene.gained()))).toBeGreaterThanOrEqual(-START_MINOR)
        for (const game of GAMES) scene.end(game)
        await scene.settle()
        await scene.prove()
        await scene.expectKept()
        // I7, I8: once all is void, the player has what he had, of cash and of bonus money each, but for what sales were above or
        // below their stakes.
        expect(await scene.gained()).toEqual(scene.soldFor)
        expect(scene.errors).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})

/** Opens a bonus account of a player, with as much on it as he has in cash. @returns its id */
async function openBonus(door: ReturnType<typeof createScene>['door'], accountId: number): Promise<number> {
  return door.transaction(async (tx) => {
    const row = { account_id: accountId, currency: 'EUR', kind: 'bonus', is_active: false, created_at: START } as const
    const { id } = await tx
      .insert('currency_account', row)
      .returning('currency_account_id as id')
      .executeTakeFirstOrThrow()
    const house = await tx
      .select('currency_account')
      .select('currency_account_id as id')
      .where('kind', '=', 'house')
      .executeTakeFirstOrThrow()
    const entries = [
      { currencyAccountId: house.id, currency: 'EUR', amountMinor: -START_MINOR },
      { currencyAccountId: id, currency: 'EUR', amountMinor: START_MINOR },
    ]
    await postTransfer(tx, { kind: 'bonus', reference: String(accountId), entries, now: START })
    return id
  })
}

/** The kinds of accounts that each transfer moves money between. */
async function kindsOfTransfers(tx: BrandTransaction): Promise<readonly (readonly string[])[]> {
  const rows = await tx
    .select('ledger_entry')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select(['ledger_entry.transfer_id as transfer', 'currency_account.kind'])
    .execute()
  return [...Map.groupBy(rows, ({ transfer }) => transfer).values()].map((of) => of.map(({ kind }) => kind))
}
