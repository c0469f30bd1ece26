import { expect, test } from 'vitest'
import type { PlaceBetPayload } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { balanceOf } from '../bet-accounts.ts'
import { proveBets } from '../bet-proof.ts'
import { type BettingScene, betOn, createScene, START, seen } from '../betting.test-support.ts'

const HOUR_MS = 3_600_000

await describeOnQuickestEngine('bets on an advance', (database) => {
  /** A player with 10.00 left, who has 20.00 on game 1 at 2.00: half of the 40.00 that it can pay may be advanced. */
  async function sceneWith(brandId: string, cover: Partial<PlaceBetPayload> = {}) {
    const scene = createScene(database().db, brandId)
    Object.assign(scene.sections, {
      boolean: {
        ...scene.sections.boolean,
        isAdvanceBetAllowed: true,
        isCouponSellAllowed: true,
        isInsuranceAllowed: true,
      },
    })
    for (const id of [1, 2, 3, 4]) scene.price(id, '2.00')
    const accountId = await scene.newPlayer(3000)
    const bettor = { brandId, accountId }
    const send = (payload: PlaceBetPayload) =>
      scene.betting.placeBet(bettor, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
    const place = async (payload: PlaceBetPayload) => {
      const answer = await send(payload)
      if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
      return answer.betId
    }
    const onCredit = (id: number, minor: number, changes: Partial<PlaceBetPayload> = {}) =>
      betOn([seen(id, '2.00')], { summ: minor, groupsSumms: [minor], avanceBet: true, ...changes })
    const coverId = await place(betOn([seen(1, '2.00')], { summ: 2000, groupsSumms: [2000], ...cover }))
    const cash = async () => (await scene.balanceOf(accountId)).balance
    const owed = () => scene.door.transaction((tx) => owedBy(tx, accountId))
    const settle = async () => {
      const count = await scene.betting.settleBets(brandId)
      expect(await proven(scene)).toEqual([])
      return count
    }
    const stateOf = (betId: number) =>
      scene.door.transaction(async (tx) => {
        const bet = await tx
          .select('bet')
          .innerJoin('bet_advance', 'bet_advance.reservation_id', 'bet.reservation_id')
          .select(['bet.state as bet', 'bet_advance.state as advance'])
          .where('bet.bet_id', '=', betId)
          .executeTakeFirstOrThrow()
        return `${bet.bet}, ${bet.advance}`
      })
    return { ...scene, bettor, accountId, coverId, send, place, onCredit, cash, owed, settle, stateOf }
  }

  test('BET-20: own money is staked first, and the rest is advanced on bets that were open before', async () => {
    const scene = await sceneWith('advance-mixed')
    expect(await scene.betting.readAdvance(scene.bettor, 'EUR')).toEqual({
      ownMinor: 1000,
      availableMinor: 2000,
      covers: [{ betId: scene.coverId, creditedMinor: 2000 }],
    })
    const betId = await scene.place(scene.onCredit(2, 2500))
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual([0, -1500, 'open, waiting'])
    // What was advanced is not advanced again, and a bet on an advance covers nothing.
    expect(await scene.betting.readAdvance(scene.bettor, 'EUR')).toMatchObject({ ownMinor: 0, availableMinor: 500 })
    expect(await scene.send(scene.onCredit(3, 501))).toEqual({
      kind: 'rejected',
      reason: 'bet.advance_short',
      params: { maximum: '5.00 EUR' },
    })
    expect(await scene.send(betOn([seen(3, '2.00')], { summ: 100, groupsSumms: [100] }))).toEqual({
      kind: 'rejected',
      reason: 'balance.too_low',
    })
    expect(await proven(scene)).toEqual([])
  })

  test('C17: what the covering bet pays repays the advance first; then the bet on an advance pays by its own result', async () => {
    const scene = await sceneWith('advance-covered')
    const betId = await scene.place(scene.onCredit(2, 2500))
    scene.end(2, 1, 0)
    expect(await scene.settle()).toMatchObject({ settled: 0 })
    // It has won, and waits for its cover.
    expect([await scene.cash(), await scene.stateOf(betId)]).toEqual([0, 'open, waiting'])
    scene.end(1, 1, 0)
    expect(await scene.settle()).toMatchObject({ settled: 2 })
    // 40.00 of the cover less 15.00 advanced, and 50.00 of the bet on an advance.
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual([7500, 0, 'won, covered'])
    expect(await scene.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
  })

  test('C17: an advance whose cover loses makes the bet void: the own part comes back, and no deposit repays it', async () => {
    const scene = await sceneWith('advance-void')
    const betId = await scene.place(scene.onCredit(2, 2500))
    await scene.door.transaction((tx) => deposit(tx, scene.accountId, 9000))
    scene.end(2, 1, 0)
    scene.end(1, 0, 1)
    await scene.settle()
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual([10_000, 0, 'returned, void'])
    const { bets } = await scene.betting.readHistory(scene.bettor, {})
    expect(bets.find((bet) => bet.betId === betId)).toMatchObject({
      status: 4,
      payoutMinor: 2500,
      advance: { ownMinor: 1000, advanceMinor: 1500, repaidMinor: 0, state: 'void' },
    })
  })

  test('C17: what is not covered when the window is over is void, by the clock of the settling', async () => {
    const scene = await sceneWith('advance-late')
    const betId = await scene.place(scene.onCredit(2, 1500))
    scene.wait(48 * HOUR_MS - 1)
    await scene.settle()
    expect(await scene.stateOf(betId)).toBe('open, waiting')
    scene.wait(1)
    expect(await scene.settle()).toMatchObject({ settled: 1 })
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual([1000, 0, 'returned, void'])
    scene.end(1, 1, 0)
    await scene.settle()
    expect([await scene.cash(), await scene.owed()]).toEqual([5000, 0])
  })

  test('LEDGER-4: a corrected cover takes its repayment back, and the bet on an advance with it; and once more the other way', async () => {
    const scene = await sceneWith('advance-corrected')
    const betId = await scene.place(scene.onCredit(2, 2500))
    scene.end(1, 1, 0)
    scene.end(2, 1, 0)
    await scene.settle()
    const covered = [await scene.cash(), await scene.owed(), await scene.stateOf(betId)]
    expect(covered).toEqual([7500, 0, 'won, covered'])
    scene.end(1, 0, 1)
    await scene.settle()
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual([1000, 0, 'returned, void'])
    scene.end(1, 2, 1)
    await scene.settle()
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual(covered)
    // A correction after the window is over counts as the result that came in time.
    scene.wait(72 * HOUR_MS)
    scene.end(1, 0, 1)
    await scene.settle()
    scene.end(1, 3, 1)
    await scene.settle()
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual(covered)
  })

  test('LEDGER-4: a cover that is half lost repays a part, which comes back with the void bet; a void one repays its stake', async () => {
    const scene = await sceneWith('advance-part')
    scene.price(5, '2.00', { marketTypeId: 9, outcomeTypeId: 2 })
    scene.end(1, 0, 1)
    await scene.settle()
    await scene.place(betOn([seen(5, '2.00', { typeId: 2 })], { summ: 1000, groupsSumms: [1000] }))
    const betId = await scene.place(scene.onCredit(2, 900))
    expect(await scene.owed()).toBe(-900)
    scene.end(5, 1, 1)
    await scene.settle()
    // Half of the 10.00 came back, and all of it went into the advance; then the 9.00 came back to those who gave them.
    expect([await scene.cash(), await scene.owed(), await scene.stateOf(betId)]).toEqual([500, 0, 'returned, void'])
  })

  test('LEDGER-3: an advance is given with the hold and taken back with it, and a cover that ends meanwhile refuses the bet', async () => {
    const scene = await sceneWith('advance-held')
    scene.price(2, '2.00', { kind: 1, startsAt: new Date('2026-03-01T11:00:00Z') })
    const live = scene.onCredit(2, 2500, { events: [seen(2, '2.00', { kind: 1 })] })
    expect(await scene.send(live)).toMatchObject({ kind: 'pending' })
    expect([await scene.cash(), await scene.owed()]).toEqual([0, -1500])
    scene.end(1, 0, 1)
    await scene.settle()
    scene.wait(6000)
    await scene.betting.resolveDueBets('advance-held')
    const { bets } = await scene.betting.readHistory(scene.bettor, { status: 6 })
    expect(bets).toMatchObject([{ reason: 'bet.advance_uncovered' }])
    expect([await scene.cash(), await scene.owed()]).toEqual([1000, 0])
    expect(await proven(scene)).toEqual([])
  })

  test('PLACE-6: only a single bet or an express within the window is placed on an advance, where that is offered', async () => {
    const scene = await sceneWith('advance-refused')
    const reasonOf = async (payload: PlaceBetPayload) => {
      const answer = await scene.send(payload)
      return answer.kind === 'rejected' ? answer.reason : answer.kind
    }
    const system = { betType: 'system' as const, sizes: [2], events: [2, 3, 4].map((id) => seen(id, '2.00')) }
    expect(await reasonOf(scene.onCredit(2, 1500, system))).toBe('bet.advance_type')
    expect(await reasonOf(scene.onCredit(2, 1500, { isAutoBet: true, autoBetCf: '2.50' }))).toBe('bet.bid_not_offered')
    scene.price(3, '2.00', { startsAt: new Date('2026-03-03T12:00:00.001Z') })
    expect(await reasonOf(scene.onCredit(3, 1500))).toBe('bet.advance_window')
    const express = betOn([seen(2, '2.00'), seen(4, '2.00')], { summ: 3000, groupsSumms: [3000], avanceBet: true })
    expect(await reasonOf(express)).toBe('accepted')
    Object.assign(scene.sections, { boolean: { ...scene.sections.boolean, isAdvanceBetAllowed: false } })
    expect(await reasonOf(scene.onCredit(2, 100))).toBe('bet.advance_not_offered')
  })

  test('BET-12, BET-13: a bet that covers an advance is not sold, and a bet on an advance neither sold nor insured', async () => {
    const scene = await sceneWith('advance-kept')
    const answer = await scene.betting.quoteCashOut(scene.bettor, { betId: scene.coverId })
    const betId = await scene.place(scene.onCredit(2, 1500))
    const reasonIn = (answer: { kind: string; reason?: string }) => answer.reason ?? answer.kind
    if (answer.kind !== 'quoted') throw new Error('no quote')
    const sale = { quoteId: answer.quote.quoteId, saleGuid: scene.newGuid() }
    expect(reasonIn(await scene.betting.sellBet(scene.bettor, sale))).toBe('cash_out.advance_cover')
    expect(reasonIn(await scene.betting.quoteCashOut(scene.bettor, { betId: scene.coverId }))).toBe(
      'cash_out.advance_cover',
    )
    expect(reasonIn(await scene.betting.quoteCashOut(scene.bettor, { betId }))).toBe('cash_out.advance_bet')
    const insured = await scene.betting.quoteInsurance(scene.bettor, { betId, percent: 50 })
    expect(reasonIn(insured)).toBe('insurance.advance_bet')
  })

  test('LEDGER-2: placements at once never have more advanced than the cover gives', async () => {
    const scene = await sceneWith('advance-at-once')
    const answers = await Promise.all([2, 3, 4].map((id) => scene.send(scene.onCredit(id, 1500))))
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['accepted', 'accepted', 'rejected'])
    // Each answer says what of its stake is advanced.
    expect(answers.flatMap((answer) => (answer.kind === 'accepted' ? (answer.advanceMinor ?? 0) : [])).sort()).toEqual([
      1500, 500,
    ])
    expect(await scene.owed()).toBe(-2000)
    expect(await proven(scene)).toEqual([])
  })
})

const proven = ({ door }: Pick<BettingScene, 'door'>) =>
  door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks])

async function owedBy(tx: BrandTransaction, accountId: number): Promise<number> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'advance')
    .executeTakeFirst()
  return row ? balanceOf(tx, row.id) : 0
}

function deposit(tx: BrandTransaction, accountId: number, amountMinor: number) {
  const gift = {
    accountId,
    currency: 'EUR',
    amountMinor,
    reference: `deposit-${accountId}`,
    reason: 'a test',
    now: START,
  }
  return correctBalance(tx, gift)
}
