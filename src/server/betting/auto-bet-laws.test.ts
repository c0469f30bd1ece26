import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, rationalOf } from '#machines/odds/rational.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from './bet-proof.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

const START_MINOR = 10_000
const STAKE_MINOR = 1000
const DELAY_MS = 3000
const WISHED = '2.20'
const LIVE = { kind: FEED_KIND.live }

/** What may happen to a live game and to an auto-bet on it. Most prices are above the wished one, so that auto-bets come to be placed. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('price'), odds: fc.integer({ min: 190, max: 340 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(500, 2000, DELAY_MS, 9000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('suspension'), isSuspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('score'), times: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel') }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

await describeOnQuickestEngine('whatever happens to a live auto-bet', (database) => {
  let runs = 0

  test('BET-20, PLACE-5, LEDGER-3: it is placed at its price or a better one, after the whole delay, never after a score that was to end it, and its stake is always whole', {
    timeout: 120_000,
  }, async () => {
    const ends = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 4, maxLength: 14 }), async (isDropped, steps) => {
        const brandId = `bid-laws-${++runs}`
        const scene = createScene(database().db, brandId)
        scene.sections.boolean = { ...scene.sections.boolean, isAutoBetAllowed: true }
        const delays = { liveBetDelayMs: DELAY_MS, liveBetDelayMsBySport: {} }
        scene.sections.betting = { ...scene.sections.betting, ...delays }
        const bettor = { brandId, accountId: await scene.newPlayer(START_MINOR) }
        const market = { odds: '2.00', isSuspended: false }
        const show = () => scene.price(1, market.odds, { ...LIVE, isSuspended: market.isSuspended })
        show()
        const betGuid = scene.newGuid()
        const payload = betOn([seen(1, '2.00', LIVE)], {
          ...{ isAutoBet: true, autoBetCf: WISHED, dropOnScoreChange: isDropped, summ: STAKE_MINOR },
        })
        let answer = await scene.betting.placeBet(bettor, { betGuid, payload, currency: 'EUR' })
        expect(answer.kind).toBe('bid')
        let [pendingSince, goals] = [null as number | null, 0]

        const happen = async (one: Step): Promise<void> => {
          if (one.kind === 'price') market.odds = (one.odds / 100).toFixed(2)
          else if (one.kind === 'suspension') market.isSuspended = one.isSuspended
          else if (one.kind === 'score') {
            for (let time = 0; time < one.times; time++) scene.score(1)
            goals += one.times
          } else if (one.kind === 'cancel') await scene.betting.cancelAutoBet(bettor, betGuid)
          else scene.wait(one.ms)
          show()
          await scene.betting.resolveDueBets(brandId)
        }

        for (const one of steps) {
          const former = answer
          await happen(one)
          answer = await scene.betting.askBet(bettor, betGuid)
          const isOver = former.kind === 'accepted' || former.kind === 'rejected'
          if (isOver) expect(answer).toEqual(former)
          else if (answer.kind === 'accepted') {
            expect(compare(rationalOf(market.odds), rationalOf(WISHED))).toBeGreaterThanOrEqual(0)
            expect([market.isSuspended, isDropped && goals > 0]).toEqual([false, false])
            expect(former.kind).toBe('pending')
            expect(scene.now().getTime() - (pendingSince ?? Infinity)).toBeGreaterThanOrEqual(DELAY_MS)
          }
          if (answer.kind !== 'pending') pendingSince = null
          else if (former.kind !== 'pending' || answer.delayMs === DELAY_MS) pendingSince = scene.now().getTime()
          const { balance = 0, reserved = 0 } = await scene.balanceOf(bettor.accountId)
          const staked = answer.kind === 'accepted' ? STAKE_MINOR : 0
          expect(balance + reserved + staked).toBe(START_MINOR)
          expect(reserved).toBe(answer.kind === 'bid' || answer.kind === 'pending' ? STAKE_MINOR : 0)
        }
        ends.add(answer.kind === 'rejected' ? answer.reason : answer.kind)
        const rows = await scene.door.transaction(async (tx) => ({
          legs: await tx.select('bet_leg').select('odds').execute(),
          breaks: [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks],
        }))
        expect(rows.breaks).toEqual([])
        expect(rows.legs).toHaveLength(answer.kind === 'accepted' ? 1 : 0)
        for (const { odds } of rows.legs)
          expect(compare(rationalOf(odds), rationalOf(WISHED))).toBeGreaterThanOrEqual(0)
        expect(scene.errors).toEqual([])
      }),
      { numRuns: 60, endOnFailure: true },
    )
    expect([...ends]).toEqual(expect.arrayContaining(['accepted', 'bet.bid_score_changed', 'bet.bid_cancelled']))
  })
})
