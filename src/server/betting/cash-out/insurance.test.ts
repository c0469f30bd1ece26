import { expect, test } from 'vitest'
import type { InsuranceAnswer, InsuranceQuote, PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { proveBets } from '../bet-proof.ts'
import { betOn, createScene, seen } from '../betting.test-support.ts'

function quoteIn(answer: InsuranceAnswer): InsuranceQuote {
  if (answer.kind !== 'quoted' && answer.kind !== 'requoted') throw new Error(`no quote: ${JSON.stringify(answer)}`)
  return answer.quote
}

function reasonIn(answer: { readonly kind: string; readonly reason?: string }) {
  return answer.reason ?? answer.kind
}

await describeOnQuickestEngine('insuring bets', (database) => {
  async function sceneWith(brandId: string, balanceMinor = 100_000) {
    const scene = createScene(database().db, brandId)
    scene.sections.boolean = { ...scene.sections.boolean, isInsuranceAllowed: true, isCouponSellAllowed: true }
    scene.sections.betting = { ...scene.sections.betting, insurance: { marginPercent: 10, quoteMs: 10_000 } }
    const accountId = await scene.newPlayer(balanceMinor)
    const bettor = { brandId, accountId }
    const { betting } = scene
    const place = async (payload: PlaceBetPayload) => {
      const answer = await betting.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
      if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
      return answer.betId
    }
    const ask = (betId: number, percent?: number) => betting.quoteInsurance(bettor, { betId, percent })
    const quote = async (betId: number, percent?: number) => quoteIn(await ask(betId, percent))
    const insure = (quoteId: number, insuranceGuid = scene.newGuid()) =>
      betting.insureBet(bettor, { quoteId, insuranceGuid })
    const balance = async () => (await scene.balanceOf(accountId)).balance
    const settle = () => betting.settleBets(brandId)
    const proven = () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])
    return { ...scene, bettor, place, ask, quote, insure, balance, settle, proven }
  }
  const single = (odds: string) => betOn([seen(1, odds)], { summ: 10_000, groupsSumms: [10_000] })

  test('BET-13: an insured share is paid back when the bet is lost, and a correction takes it back', async () => {
    const scene = await sceneWith('insure-lost')
    scene.price(1, '2.00')
    const betId = await scene.place(single('2.00'))
    const quote = await scene.quote(betId, 40)
    // 40.00 × (1 − 0.5 × 0.9)
    expect(quote).toMatchObject({ betId, insuredMinor: 4000, premiumMinor: 2200, expiresInMs: 10_000 })
    const guid = scene.newGuid()
    const insured = await scene.insure(quote.quoteId, guid)
    expect(insured).toMatchObject({ kind: 'insured', insuredMinor: 4000, premiumMinor: 2200 })
    scene.wait(60_000)
    expect(await scene.insure(quote.quoteId, guid)).toEqual(insured)
    expect(await scene.balance()).toBe(87_800)
    expect(await scene.proven()).toEqual([])
    scene.end(1, 0, 1)
    expect(await scene.settle()).toMatchObject({ settled: 1 })
    expect(await scene.balance()).toBe(91_800)
    const { bets } = await scene.betting.readHistory(scene.bettor, {})
    expect(bets).toMatchObject([
      { status: 3, payoutMinor: 0, insuredMinor: 4000, premiumMinor: 2200, insuranceMinor: 4000 },
    ])
    expect(bets[0]?.explanation?.at(-1)).toMatchObject({ step: 'insurance', value: '40.00' })
    expect(await scene.proven()).toEqual([])
    scene.end(1, 1, 0)
    expect(await scene.settle()).toMatchObject({ settled: 1, reopened: 1 })
    expect(await scene.balance()).toBe(107_800)
    scene.end(1)
    await scene.settle()
    // I8: what is void leaves every balance as it was, the premium too.
    expect(await scene.balance()).toBe(100_000)
    const kinds = await scene.door.transaction((tx) =>
      tx.select('ledger_transfer').select('kind').where('kind', 'like', 'bet-%').orderBy('transfer_id').execute(),
    )
    expect(kinds.map(({ kind }) => kind).filter((kind) => /premium|insurance/.test(kind))).toEqual([
      'bet-premium',
      'bet-insurance',
      'bet-insurance-undone',
      'bet-insurance',
    ])
    expect(await scene.proven()).toEqual([])
  })

  test('BET-13: parts add up to the stake at most; a bet is insured or sold, never both', async () => {
    const scene = await sceneWith('insure-parts')
    scene.price(1, '2.00')
    const betId = await scene.place(single('2.00'))
    await scene.insure((await scene.quote(betId, 60)).quoteId)
    expect(await scene.ask(betId, 41)).toEqual({
      kind: 'refused',
      reason: 'insurance.part',
      params: { maximum: 4000 },
    })
    expect(reasonIn(await scene.betting.quoteCashOut(scene.bettor, { betId }))).toBe('cash_out.insured')
    const [one, other] = [await scene.quote(betId), await scene.quote(betId)]
    const both = await Promise.all([scene.insure(one.quoteId), scene.insure(other.quoteId)])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['insured', 'refused'])
    expect(await scene.balance()).toBe(90_000 - 5500)
    scene.price(2, '2.00')
    const sold = await scene.place(betOn([seen(2, '2.00')]))
    const answer = await scene.betting.quoteCashOut(scene.bettor, { betId: sold, part: 400 })
    const insurance = await scene.quote(sold, 50)
    if (answer.kind !== 'quoted') throw new Error('no quote')
    await scene.betting.sellBet(scene.bettor, { quoteId: answer.quote.quoteId, saleGuid: scene.newGuid() })
    expect(reasonIn(await scene.ask(sold))).toBe('insurance.sold')
    expect(reasonIn(await scene.insure(insurance.quoteId))).toBe('insurance.sold')
    expect(await scene.proven()).toEqual([])
  })

  test('BET-13: a quote that has expired or costs more by now insures nothing and is answered by another; one that would cost less is taken as quoted', async () => {
    const scene = await sceneWith('insure-again')
    scene.price(1, '2.00')
    const betId = await scene.place(single('2.00'))
    const first = await scene.quote(betId)
    scene.wait(10_000)
    const late = await scene.insure(first.quoteId)
    expect([late.kind, quoteIn(late).premiumMinor]).toEqual(['requoted', 5500])
    scene.price(1, '2.50')
    const raised = await scene.insure(quoteIn(late).quoteId)
    expect([raised.kind, quoteIn(raised).premiumMinor]).toEqual(['requoted', 6400])
    expect(await scene.balance()).toBe(90_000)
    scene.price(1, '1.50')
    expect(await scene.insure(quoteIn(raised).quoteId)).toMatchObject({ kind: 'insured', premiumMinor: 6400 })
    expect(await scene.balance()).toBe(83_600)
  })

  test('BET-13: insurance goes by its flag; who may not bet, or has not the money, may not insure', async () => {
    const scene = await sceneWith('insure-flags', 12_000)
    scene.price(1, '2.00')
    const betId = await scene.place(single('2.00'))
    const { quoteId } = await scene.quote(betId)
    expect(reasonIn(await scene.insure(quoteId))).toBe('balance.too_low')
    const part = await scene.quote(betId, 10)
    const { boolean } = scene.sections
    scene.sections.boolean = { ...boolean, isInsuranceAllowed: false }
    expect(reasonIn(await scene.ask(betId))).toBe('insurance.not_offered')
    expect(reasonIn(await scene.insure(part.quoteId))).toBe('insurance.not_offered')
    scene.sections.boolean = boolean
    Object.assign(scene.ports, { mayStake: async () => ({ reason: 'bet.player_not_allowed' }) })
    expect(reasonIn(await scene.ask(betId))).toBe('bet.player_not_allowed')
    expect(reasonIn(await scene.insure(part.quoteId))).toBe('bet.player_not_allowed')
    Object.assign(scene.ports, { mayStake: async () => null })
    const stranger = { ...scene.bettor, accountId: await scene.newPlayer(0) }
    await expect(scene.betting.quoteInsurance(stranger, { betId })).rejects.toMatchObject({
      code: 'insurance.bet_unknown',
    })
    const name = scene.newGuid()
    await expect(
      scene.betting.insureBet(stranger, { quoteId: part.quoteId, insuranceGuid: name }),
    ).rejects.toMatchObject({ code: 'insurance.quote_unknown' })
    const other = await scene.quote(betId, 5)
    await scene.insure(part.quoteId, name)
    await expect(scene.insure(other.quoteId, name)).rejects.toMatchObject({ code: 'insurance.guid_taken' })
    scene.end(1, 1, 0)
    await scene.settle()
    expect(reasonIn(await scene.ask(betId))).toBe('insurance.bet_over')
    expect(await scene.proven()).toEqual([])
  })
})
