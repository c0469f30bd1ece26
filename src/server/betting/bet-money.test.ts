import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from './bet-proof.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

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
    const bets: number[] = []
    const odds = new Map(GAMES.map((game) => [game, '2.00']))
    for (const game of GAMES) scene.price(game, '2.00')
    let soldFor = 0

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
      } else if (happens.kind === 'price') {
        odds.set(happens.game, (happens.odds / 100).toFixed(2))
        scene.price(happens.game, odds.get(happens.game) ?? '2.00')
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
      soldFor += sold.kind === 'sold' ? sold.payoutMinor - sold.soldMinor : 0
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
      })
    const gained = async () => ((await scene.balanceOf(bettor.accountId)).balance ?? 0) - START_MINOR
    return { ...scene, run, prove, gained, soldFor: () => soldFor, settle: () => scene.betting.settleBets(brandId) }
  }

  test('I1, I3, I4, I5, I6, I8, LEDGER-2, LEDGER-4: whatever happens to bets, the books follow from them', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const scene = await sceneWith()
        for (const happens of steps) await scene.run(happens)
        await scene.prove()
        expect(await scene.gained()).toBeGreaterThanOrEqual(-START_MINOR)
        for (const game of GAMES) scene.end(game)
        await scene.settle()
        await scene.prove()
        // I8: once all is void, the player has what he had, but for what sales were above or below their stakes.
        expect(await scene.gained()).toBe(scene.soldFor())
        expect(scene.errors).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})
