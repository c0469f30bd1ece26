import { expect, test } from 'vitest'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { CashOutAnswer, InsuranceAnswer } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { brandsWithDueBets } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from '../bet-proof.ts'
import { betOn, createScene, seen } from '../betting.test-support.ts'

const LIVE = { kind: FEED_KIND.live }
const DELAY_MS = 5000

function quoteIn<Quote>(answer: { readonly kind: string; readonly quote?: Quote }): Quote {
  if (!answer.quote) throw new Error(`no quote: ${JSON.stringify(answer)}`)
  return answer.quote
}

await describeOnQuickestEngine('selling and insuring live bets', (database) => {
  async function liveBet(brandId: string) {
    const scene = createScene(database().db, brandId)
    scene.sections.boolean = { ...scene.sections.boolean, isInsuranceAllowed: true, isCouponSellAllowed: true }
    const insurance = { marginPercent: 10, quoteMs: 2000 }
    const delays = { liveBetDelayMs: 3000, liveBetDelayMsBySport: { '1': DELAY_MS } }
    scene.sections.betting = { ...scene.sections.betting, ...delays, cashOutQuoteMs: 2000, insurance }
    const accountId = await scene.newPlayer(100_000)
    const bettor = { brandId, accountId }
    const { betting } = scene
    // Accepted before the match; live since.
    scene.price(1, '2.00')
    const payload = betOn([seen(1, '2.00')], { summ: 10_000, groupsSumms: [10_000] })
    const placed = await betting.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
    if (placed.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(placed)}`)
    scene.price(1, '2.00', LIVE)
    const { betId } = placed
    const quote = async () =>
      quoteIn<{ quoteId: number; payoutMinor: number }>(await betting.quoteCashOut(bettor, { betId }))
    const sell = (quoteId: number, saleGuid: string): Promise<CashOutAnswer> =>
      betting.sellBet(bettor, { quoteId, saleGuid })
    const insure = (quoteId: number, insuranceGuid: string): Promise<InsuranceAnswer> =>
      betting.insureBet(bettor, { quoteId, insuranceGuid })
    const balance = async () => (await scene.balanceOf(accountId)).balance
    const proven = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    return { ...scene, brandId, bettor, betId, quote, sell, insure, balance, proven }
  }

  test('PLACE-5, PLACE-7: the sale of a live bet waits as a live bet does, and is then carried out once', async () => {
    const scene = await liveBet('late-sale')
    const { quoteId, payoutMinor } = await scene.quote()
    const guid = scene.newGuid()
    expect(await scene.sell(quoteId, guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    scene.wait(2000)
    // The answer was lost: the same name is told how long it still waits, and another one gets no second sale.
    expect(await scene.sell(quoteId, guid)).toEqual({ kind: 'pending', delayMs: 3000 })
    expect((await scene.sell(quoteId, scene.newGuid())).kind).toBe('requoted')
    expect(await scene.balance()).toBe(90_000)
    // The quote itself stood for two seconds: it was taken in time.
    scene.wait(3000)
    const both = await Promise.all([scene.sell(quoteId, guid), scene.sell(quoteId, guid)])
    expect(both.map(({ kind }) => kind)).toEqual(['sold', 'sold'])
    expect(await scene.balance()).toBe(90_000 + payoutMinor)
    expect(await scene.proven()).toEqual([])
  })

  test('PLACE-5, PLACE-7: a price that has fallen meanwhile is offered again, a suspension refuses, and nothing is sold', async () => {
    const scene = await liveBet('late-worse')
    const first = await scene.quote()
    const guid = scene.newGuid()
    await scene.sell(first.quoteId, guid)
    scene.wait(DELAY_MS)
    scene.price(1, '2.10', LIVE)
    const again = await scene.sell(first.quoteId, guid)
    expect(again.kind).toBe('requoted')
    expect(quoteIn<{ payoutMinor: number }>(again).payoutMinor).toBeLessThan(first.payoutMinor)
    // The name is used up: the price that comes back sells nothing under it.
    scene.price(1, '2.00', LIVE)
    expect((await scene.sell(first.quoteId, guid)).kind).toBe('requoted')
    const second = await scene.quote()
    const other = scene.newGuid()
    expect((await scene.sell(second.quoteId, other)).kind).toBe('pending')
    scene.wait(DELAY_MS)
    scene.price(1, '2.00', { ...LIVE, isSuspended: true })
    expect(await scene.sell(second.quoteId, other)).toMatchObject({ kind: 'refused', reason: 'cash_out.suspended' })
    expect(await scene.balance()).toBe(90_000)
    expect(await scene.proven()).toEqual([])
  })

  async function insuranceOf(scene: Awaited<ReturnType<typeof liveBet>>, part: number) {
    const answer = await scene.betting.quoteInsurance(scene.bettor, { betId: scene.betId, part })
    return quoteIn<{ quoteId: number; premiumMinor: number }>(answer)
  }

  test('BET-13, PLACE-5, LEDGER-3: the insurance of a live bet waits, too, and its premium is held meanwhile', async () => {
    const scene = await liveBet('late-insurance')
    const { quoteId, premiumMinor } = await insuranceOf(scene, 4000)
    const guid = scene.newGuid()
    const money = () => scene.balanceOf(scene.bettor.accountId)
    expect(await scene.insure(quoteId, guid)).toEqual({ kind: 'pending', delayMs: DELAY_MS })
    expect(await money()).toEqual({ balance: 90_000 - premiumMinor, reserved: premiumMinor })
    expect(await scene.proven()).toEqual([])
    // Asked again, it is held once; what is held pays for nothing else.
    await scene.insure(quoteId, guid)
    scene.price(2, '2.00')
    const place = async (summ: number) => {
      const payload = betOn([seen(2, '2.00')], { summ, groupsSumms: [summ] })
      return scene.betting.placeBet(scene.bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
    }
    expect(await place(90_000)).toMatchObject({ kind: 'rejected', reason: 'balance.too_low' })
    expect((await place(90_000 - premiumMinor)).kind).toBe('accepted')
    scene.wait(DELAY_MS)
    const both = await Promise.all([scene.insure(quoteId, guid), scene.insure(quoteId, guid)])
    expect(both).toMatchObject([{ kind: 'insured', insuredMinor: 4000 }, { kind: 'insured' }])
    expect(await money()).toEqual({ balance: 0, reserved: 0 })
    expect(await scene.proven()).toEqual([])
    // Without the money nothing waits, and the name is free for another try.
    const other = await insuranceOf(scene, 2000)
    expect(await scene.insure(other.quoteId, scene.newGuid())).toMatchObject({ reason: 'balance.too_low' })
    expect(await money()).toEqual({ balance: 0, reserved: 0 })
    expect(scene.errors).toEqual([])
  })

  test.each([
    ['the price has fallen', (scene: Awaited<ReturnType<typeof liveBet>>) => scene.price(1, '2.50', LIVE)],
    [
      'the game is over',
      async (scene) => {
        scene.end(1, 0, 1)
        await scene.betting.settleBets(scene.brandId)
      },
    ],
    ['it was held too long', (scene) => scene.wait(scene.sections.betting.riskLimits.holdMs)],
  ])('BET-13, LEDGER-3: a held premium is given back when %s, also by the rounds', async (why, happens) => {
    const scene = await liveBet(`late-premium-${why.replaceAll(' ', '-')}`)
    const { quoteId } = await insuranceOf(scene, 4000)
    const guid = scene.newGuid()
    await scene.insure(quoteId, guid)
    scene.wait(DELAY_MS)
    await happens(scene)
    await scene.betting.resolveDueBets(scene.brandId)
    expect(await scene.balanceOf(scene.bettor.accountId)).toEqual({ balance: 90_000, reserved: 0 })
    expect((await scene.insure(quoteId, guid)).kind).not.toBe('insured')
    expect(await scene.proven()).toEqual([])
    expect(scene.errors).toEqual([])
  })

  test('PLACE-5, PLACE-7: a sale that nobody asks for again is carried out by the rounds; one that was held too long is not', async () => {
    const scene = await liveBet('late-rounds')
    const { brandId } = scene.bettor
    const due = async () => (await brandsWithDueBets(database().db, scene.now())).includes(brandId)
    const { quoteId } = await scene.quote()
    const guid = scene.newGuid()
    await scene.sell(quoteId, guid)
    expect(await due()).toBe(false)
    const { holdMs } = scene.sections.betting.riskLimits
    scene.wait(DELAY_MS + holdMs)
    expect(await due()).toBe(true)
    await scene.betting.resolveDueBets(brandId)
    expect([await due(), await scene.balance()]).toEqual([false, 90_000])
    const { quoteId: next, payoutMinor } = await scene.quote()
    await scene.sell(next, scene.newGuid())
    scene.wait(DELAY_MS)
    await scene.betting.resolveDueBets(brandId)
    expect([await due(), await scene.balance()]).toEqual([false, 90_000 + payoutMinor])
    expect(scene.errors).toEqual([])
    expect(await scene.proven()).toEqual([])
  })

  test('PLACE-7: a bet that is settled while its sale waits is not sold', async () => {
    const scene = await liveBet('late-settled')
    const { quoteId } = await scene.quote()
    const guid = scene.newGuid()
    await scene.sell(quoteId, guid)
    scene.end(1, 1, 0)
    await scene.betting.settleBets(scene.bettor.brandId)
    scene.wait(DELAY_MS)
    expect(await scene.sell(quoteId, guid)).toMatchObject({ kind: 'refused', reason: 'cash_out.bet_over' })
    expect(await scene.balance()).toBe(110_000)
    expect(await scene.proven()).toEqual([])
  })

  test('BET-17: a part that names all of the stake sells the whole', async () => {
    const scene = await liveBet('late-whole')
    scene.price(1, '2.00')
    scene.sections.boolean = { ...scene.sections.boolean, isPartSaleAllowed: false }
    const answer = await scene.betting.quoteCashOut(scene.bettor, { betId: scene.betId, part: 10_000 })
    expect(quoteIn<{ soldMinor: number; remainingMinor: number }>(answer)).toMatchObject({
      soldMinor: 10_000,
      remainingMinor: 0,
    })
    expect(await scene.betting.quoteCashOut(scene.bettor, { betId: scene.betId, part: 9999 })).toMatchObject({
      reason: 'cash_out.part_not_offered',
    })
  })
})
