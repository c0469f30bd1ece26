import { expect, test } from 'vitest'
import type { CashOutAnswer, CashOutQuote, PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from '../bet-proof.ts'
import { betOn, createScene, seen } from '../betting.test-support.ts'

function quoteIn(answer: CashOutAnswer): CashOutQuote {
  if (answer.kind !== 'quoted' && answer.kind !== 'requoted') throw new Error(`no quote: ${JSON.stringify(answer)}`)
  return answer.quote
}

function reasonIn(answer: CashOutAnswer) {
  return answer.kind === 'refused' ? answer.reason : answer.kind
}

await describeOnQuickestEngine('selling bets', (database) => {
  async function sceneWith(brandId: string) {
    const scene = createScene(database().db, brandId)
    scene.sections.boolean = { ...scene.sections.boolean, isCouponSellAllowed: true }
    const accountId = await scene.newPlayer(100_000)
    const bettor = { brandId, accountId }
    const place = async (payload: PlaceBetPayload) => {
      const answer = await scene.betting.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
      if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
      return answer.betId
    }
    const ask = (betId: number, part?: number) => scene.betting.quoteCashOut(bettor, { betId, part })
    const quote = async (betId: number, part?: number) => quoteIn(await ask(betId, part))
    const sell = (quoteId: number, saleGuid = scene.newGuid()) => scene.betting.sellBet(bettor, { quoteId, saleGuid })
    const balance = async () => (await scene.balanceOf(accountId)).balance
    const settle = () => scene.betting.settleBets(brandId)
    const bets = () =>
      scene.door.transaction((tx) =>
        tx
          .select('bet')
          .select(['state', 'sold_stake_minor as sold', 'sold_for_minor as soldFor', 'possible_minor as possible'])
          .orderBy('bet_id')
          .execute(),
      )
    const proven = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    return { ...scene, bettor, accountId, place, ask, quote, sell, balance, settle, bets, proven }
  }
  const single = (odds: string) => betOn([seen(1, odds)], { summ: 10_000, groupsSumms: [10_000] })

  test('PLACE-7: a bet is sold whole for what was quoted, once under its name, and is settled no more', async () => {
    const scene = await sceneWith('sale-whole')
    scene.price(1, '2.50')
    const betId = await scene.place(single('2.50'))
    scene.price(1, '1.25')
    const quote = await scene.quote(betId)
    expect(quote).toMatchObject({ saleBetId: betId, soldMinor: 10_000, remainingMinor: 0, payoutMinor: 19_000 })
    expect(quote.expiresInMs).toBe(10_000)
    const guid = scene.newGuid()
    const sold = await scene.sell(quote.quoteId, guid)
    expect(sold).toMatchObject({ kind: 'sold', payoutMinor: 19_000, remainingMinor: 0 })
    scene.wait(60_000)
    expect(await scene.sell(quote.quoteId, guid)).toEqual(sold)
    expect(await scene.balance()).toBe(109_000)
    expect(reasonIn(await scene.sell(quote.quoteId))).toBe('cash_out.bet_over')
    expect(reasonIn(await scene.ask(betId))).toBe('cash_out.bet_over')
    scene.end(1, 1, 0)
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
    expect(await scene.balance()).toBe(109_000)
    expect(await scene.bets()).toEqual([{ state: 'sold', sold: 10_000, soldFor: 19_000, possible: 0 }])
    expect(await scene.proven()).toEqual([])
  })

  test('BET-17, PLACE-7: a part is sold, the rest keeps the accepted price, and a correction takes it back', async () => {
    const scene = await sceneWith('sale-part')
    scene.price(1, '2.50')
    const betId = await scene.place(single('2.50'))
    scene.price(1, '1.25')
    const quote = await scene.quote(betId, 4000)
    expect(quote).toMatchObject({ soldMinor: 4000, remainingMinor: 6000, payoutMinor: 7600, possibleMinor: 15_000 })
    await scene.sell(quote.quoteId)
    expect(await scene.bets()).toEqual([{ state: 'open', sold: 4000, soldFor: 7600, possible: 15_000 }])
    const { open } = await scene.door.transaction(proveBets)
    expect(open).toEqual([{ currency: 'EUR', bets: 1, stakeMinor: 6000, possibleMinor: 15_000 }])
    // The limits of an outcome count what is left of the bet.
    const limits = { ...scene.sections.betting.riskLimits, playerOutcomeStakeMinor: 10_000 }
    scene.sections.betting = { ...scene.sections.betting, riskLimits: limits }
    await scene.place(betOn([seen(1, '1.25')], { summ: 4000, groupsSumms: [4000] }))
    expect(await scene.proven()).toEqual([])
    scene.end(1, 1, 0)
    await scene.settle()
    expect(await scene.balance()).toBe(100_000 - 10_000 + 7600 - 4000 + 15_000 + 5000)
    expect(await scene.proven()).toEqual([])
    scene.end(1)
    await scene.settle()
    expect(await scene.balance()).toBe(100_000 - 10_000 + 7600 + 6000)
    expect((await scene.bets()).map(({ state }) => state)).toEqual(['returned', 'returned'])
    expect(await scene.proven()).toEqual([])
  })

  test('BET-24, PLACE-7: a capped bet is sold for no more than it pays at most, and what is left of it pays its share of that', async () => {
    const scene = await sceneWith('sale-capped')
    const maximumPayoutMinor = 20_000
    scene.sections.coupon = { ...scene.sections.coupon, maximumPayoutMinor }
    const possible = async () => (await scene.betting.readHistory(scene.bettor, {})).bets[0]?.possibleMinor
    scene.price(1, '9.00')
    const betId = await scene.place(single('9.00'))
    expect(await possible()).toBe(maximumPayoutMinor)
    // All but won: by its prices alone the bet would be worth 89,109 by now.
    scene.price(1, '1.01')
    const whole = await scene.quote(betId)
    // 20,000 ÷ 1.01, the margin of 5 % taken.
    expect(whole.payoutMinor).toBe(18_812)
    const part = await scene.quote(betId, 2500)
    expect(part).toMatchObject({ payoutMinor: 4703, remainingMinor: 7500, possibleMinor: 15_000 })
    expect(await scene.sell(part.quoteId)).toMatchObject({ kind: 'sold', payoutMinor: 4703 })
    expect(await possible()).toBe(15_000)
    const rest = await scene.quote(betId)
    expect(rest.payoutMinor).toBe(14_109)
    scene.end(1, 1, 0)
    await scene.settle()
    const [settled] = (await scene.betting.readHistory(scene.bettor, {})).bets
    expect(settled).toMatchObject({ payoutMinor: 15_000, soldForMinor: 4703 })
    expect(settled?.explanation?.at(-1)).toMatchObject({ step: 'payout', value: '150' })
    expect(await scene.balance()).toBe(100_000 - 10_000 + 4703 + 15_000)
    expect(await scene.proven()).toEqual([])
  })

  test('PLACE-7: an expired or worsened quote sells nothing and is answered by another; a better price sells at the old one', async () => {
    const scene = await sceneWith('sale-again')
    scene.price(1, '2.50')
    const betId = await scene.place(single('2.50'))
    scene.price(1, '1.25')
    const first = await scene.quote(betId)
    scene.wait(10_000)
    const late = await scene.sell(first.quoteId)
    expect([late.kind, quoteIn(late).payoutMinor]).toEqual(['requoted', 19_000])
    scene.price(1, '1.30')
    const worse = await scene.sell(quoteIn(late).quoteId)
    expect([worse.kind, quoteIn(worse).payoutMinor]).toEqual(['requoted', 18_269])
    expect(await scene.balance()).toBe(90_000)
    scene.price(1, '1.20')
    const sold = await scene.sell(quoteIn(worse).quoteId)
    expect(sold).toMatchObject({ kind: 'sold', payoutMinor: 18_269 })
    expect(await scene.balance()).toBe(108_269)
    expect(await scene.proven()).toEqual([])
  })

  test('PLACE-7: of two sales at once one takes the bet; a name belongs to one quote', async () => {
    const scene = await sceneWith('sale-twice')
    scene.price(1, '2.50')
    const betId = await scene.place(single('2.50'))
    scene.price(1, '1.25')
    const [one, other, part] = [await scene.quote(betId), await scene.quote(betId), await scene.quote(betId, 4000)]
    const guid = scene.newGuid()
    const answers = await Promise.all([
      scene.sell(one.quoteId, guid),
      scene.sell(one.quoteId, guid),
      scene.sell(other.quoteId),
      scene.sell(part.quoteId),
    ])
    const kinds = answers.map(({ kind }) => kind).filter((kind) => kind === 'sold')
    expect(kinds.length).toBeGreaterThan(0)
    const [bet] = await scene.bets()
    expect(await scene.balance()).toBe(90_000 + (bet?.soldFor ?? 0))
    expect([19_000, 7600]).toContain(bet?.soldFor)
    expect(await scene.proven()).toEqual([])
    const betId2 = await scene.place(betOn([seen(1, '1.25')], { summ: 1000, groupsSumms: [1000] }))
    const [third, fourth] = [await scene.quote(betId2), await scene.quote(betId2)]
    const name = scene.newGuid()
    await scene.sell(third.quoteId, name)
    await expect(scene.sell(fourth.quoteId, name)).rejects.toMatchObject({ code: 'cash_out.guid_taken' })
  })

  test('PLACE-7: an outcome without a price gives no quote; ended ones count by what they have become', async () => {
    const scene = await sceneWith('sale-express')
    for (const id of [1, 2]) scene.price(id, '2.00')
    const betId = await scene.place(betOn([seen(1, '2.00'), seen(2, '2.00')]))
    for (const changes of [{ isSuspended: true }, { marketId: 9 }, { parameter: '1.5' }, { isProducerUp: false }]) {
      scene.price(2, '2.00', changes)
      expect(await scene.ask(betId)).toEqual({ kind: 'refused', reason: 'cash_out.suspended', params: { event: 2 } })
    }
    scene.price(2, '1000.1')
    expect(reasonIn(await scene.ask(betId))).toBe('cash_out.suspended')
    scene.price(2, '2.00')
    expect((await scene.quote(betId)).payoutMinor).toBe(950)
    scene.outcomes.delete(1)
    expect(reasonIn(await scene.ask(betId))).toBe('cash_out.suspended')
    scene.end(1, 1, 0)
    await scene.settle()
    expect((await scene.quote(betId)).payoutMinor).toBe(1900)
  })

  test('BET-12, BET-17: selling and selling in part go by their flags; who may not bet may not sell', async () => {
    const scene = await sceneWith('sale-flags')
    scene.price(1, '2.50')
    const betId = await scene.place(single('2.50'))
    const { quoteId } = await scene.quote(betId, 4000)
    const set = (changes: object) =>
      Object.assign(scene.sections, { boolean: { ...scene.sections.boolean, ...changes } })
    set({ isPartSaleAllowed: false })
    expect(reasonIn(await scene.ask(betId, 4000))).toBe('cash_out.part_not_offered')
    expect(reasonIn(await scene.sell(quoteId))).toBe('cash_out.part_not_offered')
    expect(reasonIn(await scene.ask(betId))).toBe('quoted')
    set({ isPartSaleAllowed: true, isCouponSellAllowed: false })
    expect(reasonIn(await scene.ask(betId))).toBe('cash_out.not_offered')
    set({ isCouponSellAllowed: true })
    const stranger = { ...scene.bettor, accountId: await scene.newPlayer(0) }
    await expect(scene.betting.quoteCashOut(stranger, { betId })).rejects.toMatchObject({
      code: 'cash_out.bet_unknown',
    })
    await expect(scene.betting.sellBet(stranger, { quoteId, saleGuid: scene.newGuid() })).rejects.toMatchObject({
      code: 'cash_out.quote_unknown',
    })
    expect(await scene.balance()).toBe(90_000)
  })

  test('MATH-10: a sale is taxed, and the tax on the stake stays with what was sold', async () => {
    const scene = await sceneWith('sale-tax')
    const taxes = { ...scene.sections.betting.taxes, type: 'net' as const, stakeTaxPercent: 5, payoutTaxPercent: 20 }
    scene.sections.betting = { ...scene.sections.betting, taxes: { ...taxes, hasReturnTax: true } }
    scene.sections.coupon = { ...scene.sections.coupon, cashOutMarginPercent: 0 }
    scene.price(1, '3.00')
    const betId = await scene.place(single('3.00'))
    scene.price(1, '1.50')
    // 95.00 × 3 ÷ 1.5 = 190.00, 20 % of the 95.00 that are won: 171.00 for all of it.
    const quote = await scene.quote(betId, 4000)
    expect(quote).toMatchObject({ payoutMinor: 6840, taxMinor: 760 })
    await scene.sell(quote.quoteId)
    expect(await scene.proven()).toEqual([])
    scene.end(1)
    await scene.settle()
    expect(await scene.balance()).toBe(90_000 + 6840 + 6000)
    expect(await scene.proven()).toEqual([])
  })
})
