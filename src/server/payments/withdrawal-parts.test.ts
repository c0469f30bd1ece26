import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitWithdrawal } from '#machines/payments/payment-terms.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createCashier } from './payments.test-support.ts'
import { openLoops } from './withdrawal-checks.ts'

await describeOnQuickestEngine('a withdrawal that goes back where money came from', (database) => {
  const open = (brandId: string) => createCashier(database().db, brandId)
  const WALLET = { methodId: 'wallet', fields: { wallet: 'W-1234567' } }
  const BANK = { methodId: 'bank', fields: { iban: 'DE89370400440532013000' } }
  const CARD = { methodId: 'card', fields: {} }
  const SPLIT = { ...BANK, amount: 180, fields: {} }
  const PARTS = [
    { ...CARD, amount: 100 },
    { ...WALLET, amount: 50 },
    { ...BANK, amount: 30 },
  ]

  /** A player who has paid in 100.00 by card and 50.00 by wallet, and has won 30.00. */
  async function paidIn(brandId: string) {
    const cashier = open(brandId)
    const player = await cashier.newPlayer(3000)
    await cashier.act(await cashier.begin(player, 'deposit', { amount: 100 }), 'pay')
    await cashier.act(await cashier.begin(player, 'deposit', { methodId: 'wallet', amount: 50 }), 'pay')
    const parts = () =>
      cashier.door.transaction((tx) =>
        tx
          .select('payment')
          .selectAll('payment')
          .where('account_id', '=', player)
          .where('direction', '=', 'withdrawal')
          .orderBy('payment_id')
          .execute(),
      )
    return { cashier, player, parts }
  }

  test('PAY-8: nobody is sent by parts that they were not shown', async () => {
    const { cashier, player, parts } = await paidIn('pay-loop')
    const refused = await cashier.begin(player, 'withdrawal', { ...BANK, amount: 180 }).catch((error) => error)
    expect(refused).toMatchObject({
      code: 'payment.closed_loop',
      params: { amount: '100.00', currency: 'EUR', method: 'card' },
    })
    const other = [
      { ...CARD, amount: 90 },
      { ...WALLET, amount: 50 },
      { ...BANK, amount: 40 },
    ]
    await expect(cashier.begin(player, 'withdrawal', { ...SPLIT, parts: other })).rejects.toMatchObject({
      code: 'payment.closed_loop',
    })
    expect(await parts()).toEqual([])
    expect(await cashier.balances(player)).toMatchObject({ cash: 18_000, pending: 0 })
  })

  test('PAY-8: 180.00 go as 100.00 by card, 50.00 by wallet and 30.00 by bank, held and sent each by itself', async () => {
    const { cashier, player, parts } = await paidIn('pay-split')
    const first = await cashier.begin(player, 'withdrawal', { ...SPLIT, parts: PARTS })
    const sent = await parts()
    expect(sent.map((part) => [part.method_id, Number(part.amount_minor), part.state, part.part_of])).toEqual([
      ['card', 10_000, 'sent', first.payment_id],
      ['wallet', 5000, 'sent', first.payment_id],
      ['bank', 3000, 'sent', first.payment_id],
    ])
    expect(await cashier.balances(player)).toMatchObject({ cash: 0, pending: 18_000 })
    for (const part of sent) await cashier.act(part, 'pay')
    expect(await cashier.balances(player)).toMatchObject({ cash: 0, pending: 0 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-8: the same withdrawal sent again is the same one, and another under its name is refused', async () => {
    const { cashier, player, parts } = await paidIn('pay-split-twice')
    const guid = crypto.randomUUID()
    const wish = { ...SPLIT, guid, parts: PARTS }
    const [one, other] = await Promise.all([1, 2].map(() => cashier.begin(player, 'withdrawal', wish)))
    expect(one?.payment_id).toBe(other?.payment_id)
    expect(await parts()).toHaveLength(3)
    const less = [
      { ...CARD, amount: 100 },
      { ...WALLET, amount: 50 },
    ]
    await expect(cashier.begin(player, 'withdrawal', { ...wish, amount: 150, parts: less })).rejects.toMatchObject({
      code: 'payment.other_wish',
    })
  })

  test('PAY-9: parts that wait are approved, refused and taken back together', async () => {
    const { cashier, player, parts } = await paidIn('pay-split-waits')
    cashier.sections.payments = {
      ...cashier.sections.payments,
      isWithdrawalCancelAllowed: true,
      approval: { ...cashier.sections.payments.approval, withdrawalOneAboveMinor: 15_000 },
    }
    const states = async () => (await parts()).map(({ state }) => state)
    const { brandId, payments } = cashier
    const taken = await cashier.begin(player, 'withdrawal', { ...SPLIT, parts: PARTS })
    const [, wallet, bank] = await parts()
    await payments.cancel({ brandId, accountId: player }, wallet?.payment_id ?? 0)
    expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await cashier.balances(player)).toMatchObject({ cash: 18_000, pending: 0 })
    const stranger = await cashier.newPlayer()
    await expect(payments.cancel({ brandId, accountId: stranger }, taken.payment_id)).rejects.toMatchObject({
      code: 'payment.unknown',
    })
    const decide = (paymentId: number, decision: 'approved' | 'refused') =>
      payments.decide(brandId, { ...{ paymentId, decision, operator: 'anna', reason: 'seen' }, now: cashier.now() })
    const second = await cashier.begin(player, 'withdrawal', { ...SPLIT, parts: PARTS })
    await decide(second.payment_id, 'refused')
    await cashier.begin(player, 'withdrawal', { ...SPLIT, parts: PARTS })
    const third = (await parts()).at(-1)
    await decide(third?.payment_id ?? 0, 'approved')
    expect((await states()).slice(3)).toEqual([...Array(3).fill('refused'), ...Array(3).fill('approved')])
    await expect(decide(bank?.payment_id ?? 0, 'approved')).rejects.toMatchObject({ code: 'payment.not_waiting' })
    expect(await payments.reconcile(brandId)).toBe(3)
    expect((await states()).slice(6)).toEqual(['sent', 'sent', 'sent'])
    expect(await cashier.breaks()).toEqual([])
  })

  test('a part below the minimum of its method is refused with its name, and a rest below it goes as chosen', async () => {
    const { cashier, player } = await paidIn('pay-split-least')
    const less = [
      { ...CARD, amount: 100 },
      { ...WALLET, amount: 5 },
    ]
    await expect(cashier.begin(player, 'withdrawal', { ...BANK, amount: 105, parts: less })).rejects.toMatchObject({
      code: 'payment.below_minimum',
      params: { method: 'wallet', minimum: '10.00' },
    })
    await cashier.begin(player, 'withdrawal', { ...CARD, amount: 100 })
    await cashier.begin(player, 'withdrawal', { ...WALLET, amount: 45 })
    // 5.00 by wallet are left, and it pays 10.00 at least.
    expect(await cashier.begin(player, 'withdrawal', { ...BANK, amount: 25 })).toMatchObject({ state: 'sent' })
  })

  test('PAY-8: whatever a player asks for, nothing goes beyond what came by a method until all is back', async () => {
    const { cashier, player, parts } = await paidIn('pay-split-any')
    const minor = fc.integer({ min: 1000, max: 9000 })
    const CAME = { card: 10_000, wallet: 5000 } as const
    const LEAST = { card: 1000, wallet: 1000 } as const
    const asked = fc.sample(fc.tuple(fc.constantFrom('card', 'wallet', 'bank'), minor), { numRuns: 40, seed: 7 })
    for (const [methodId, amountMinor] of asked) {
      const own = { accountId: player, currency: 'EUR' }
      const open = await cashier.door.transaction((tx) => openLoops(tx, own, cashier.sections))
      const shown = splitWithdrawal(amountMinor, methodId, open).map((part) => ({
        ...{ methodId: part.methodId, amount: part.amountMinor / 100 },
        fields: { card: {}, ...{ wallet: WALLET.fields, bank: BANK.fields } }[part.methodId] ?? {},
      }))
      await cashier
        .begin(player, 'withdrawal', { methodId, amount: amountMinor / 100, fields: {}, parts: shown })
        .catch(({ code }) => expect(['payment.below_minimum', 'balance.too_low']).toContain(code))
      const gone = { card: 0, wallet: 0, bank: 0 }
      for (const { method_id, amount_minor } of await parts()) {
        gone[method_id as keyof typeof gone] += Number(amount_minor)
      }
      const isAllBack = (['card', 'wallet'] as const).every((id) => CAME[id] - gone[id] < LEAST[id])
      const isBeyond = gone.card > CAME.card || gone.wallet > CAME.wallet || gone.bank > 0
      if (isBeyond) expect([gone, isAllBack]).toEqual([gone, true])
    }
    const all = (await parts()).reduce((sum, part) => sum + Number(part.amount_minor), 0)
    expect(all).toBeGreaterThan(CAME.card)
    const { cash, pending } = await cashier.balances(player)
    expect([cash + pending, pending]).toEqual([18_000, all])
    expect(await cashier.breaks()).toEqual([])
  })
})
