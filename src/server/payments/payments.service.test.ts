import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { ProviderSilent } from './payment-provider.ts'
import { createCashier } from './payments.test-support.ts'

await describeOnEachEngine('the cashier', (database) => {
  const open = (brandId: string, changes?: Parameters<typeof createCashier>[2]) =>
    createCashier(database().db, brandId, changes)

  test('PAY-7: a deposit is credited once its provider says that the money is there, and exactly once', async () => {
    const cashier = open('pay-deposit')
    const player = await cashier.newPlayer()
    const payment = await cashier.begin(player, 'deposit')
    expect(payment).toMatchObject({ state: 'created', redirect_url: expect.stringContaining('/payment-page/sim_') })
    expect(await cashier.balances(player)).toMatchObject({ cash: 0 })
    cashier.dials.duplicatedPpm = 1_000_000
    expect(await cashier.act(payment, 'pay')).toBe(2)
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'succeeded', deposit_number: 1 })
    expect(await cashier.balances(player)).toEqual({ cash: 5000, pending: 0, receivable: 0 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-7: the same guid is the same payment, and another wish under it is refused', async () => {
    const cashier = open('pay-guid')
    const player = await cashier.newPlayer()
    const guid = crypto.randomUUID()
    const [one, other] = await Promise.all([
      cashier.begin(player, 'deposit', { guid }),
      cashier.begin(player, 'deposit', { guid }),
    ])
    expect(one.payment_id).toBe(other.payment_id)
    await expect(cashier.begin(player, 'deposit', { guid, amount: 51 })).rejects.toMatchObject({
      code: 'payment.other_wish',
    })
  })

  test('PAY-7: what is no amount, out of bounds, or not for this player is refused with a reason', async () => {
    const cashier = open('pay-bounds')
    const player = await cashier.newPlayer(100_000)
    const refused = (direction: 'deposit' | 'withdrawal', more: object) =>
      cashier.begin(player, direction, more).then(
        () => 'taken',
        (error) => [error.code, ...(error.params ? [error.params] : [])],
      )
    expect(await refused('deposit', { amount: 4.99 })).toEqual([
      'payment.below_minimum',
      { minimum: '5.00', method: 'card', currency: 'EUR' },
    ])
    expect(await refused('deposit', { amount: 5000.01 })).toEqual(expect.arrayContaining(['payment.above_maximum']))
    expect(await refused('deposit', { amount: 10.001 })).toEqual(expect.arrayContaining(['payment.amount_invalid']))
    expect(await refused('deposit', { methodId: 'cash' })).toEqual(expect.arrayContaining(['payment.method_unknown']))
    expect(await refused('deposit', { methodId: 'toString' })).toEqual(
      expect.arrayContaining(['payment.method_unknown']),
    )
    expect(await refused('deposit', { currency: 'XTS' })).toEqual(expect.arrayContaining(['payment.no_account']))
    expect(await refused('withdrawal', { methodId: 'voucher' })).toEqual(
      expect.arrayContaining(['payment.wrong_direction']),
    )
    expect(await refused('withdrawal', { methodId: 'bank' })).toEqual([
      'payment.field_invalid',
      { field: 'iban', method: 'bank' },
    ])
    const numbers = { methodId: 'bank', fields: { iban: '4111 1111 1111 1111' } }
    expect(await refused('withdrawal', numbers)).toEqual(expect.arrayContaining(['payment.card_number']))
    expect(await refused('withdrawal', { amount: 1000.01 })).toEqual(expect.arrayContaining(['balance.too_low']))
    cashier.sections.payments = structuredClone(cashier.sections.payments)
    const { card } = cashier.sections.payments.methods
    Object.assign(card ?? {}, { countries: ['se'] })
    expect(await refused('deposit', {})).toEqual(expect.arrayContaining(['payment.not_for_country']))
    Object.assign(card ?? {}, { countries: [], level: 'verified' })
    expect(await refused('deposit', {})).toEqual(expect.arrayContaining(['payment.needs_verification']))
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-7, PAY-12: fees go to the house, and the whole refund gives them back', async () => {
    const cashier = open('pay-fee')
    const player = await cashier.newPlayer()
    const { card } = cashier.sections.payments.methods
    Object.assign(card?.amounts.deposit ?? {}, { feeMinor: 100, feePpm: 20_000 })
    const payment = await cashier.begin(player, 'deposit')
    await cashier.act(payment, 'pay')
    expect(await cashier.balances(player)).toMatchObject({ cash: 4800 })
    expect(await cashier.breaks()).toEqual([])
    const { payment_id: paymentId } = payment
    expect(await cashier.payments.refund(cashier.brandId, { paymentId, amountMinor: 1000, reason: 'asked for' })).toBe(
      'refunded',
    )
    expect(await cashier.balances(player)).toMatchObject({ cash: 3800, pending: 0 })
    expect(await cashier.payments.refund(cashier.brandId, { paymentId, reason: 'the rest' })).toBe('refunded')
    expect(await cashier.balances(player)).toEqual({ cash: 0, pending: 0, receivable: 0 })
    expect(await cashier.read(paymentId)).toMatchObject({ state: 'refunded' })
    await cashier.deliver()
    await expect(cashier.payments.refund(cashier.brandId, { paymentId, reason: 'more' })).rejects.toMatchObject({
      code: 'payment.not_refundable',
    })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-8: a withdrawal holds its amount at once, and every end spends or releases it once', async () => {
    const cashier = open('pay-withdrawal')
    const player = await cashier.newPlayer(20_000)
    const paid = await cashier.begin(player, 'withdrawal')
    expect(await cashier.balances(player)).toMatchObject({ cash: 15_000, pending: 5000 })
    expect(paid).toMatchObject({ state: 'sent' })
    await cashier.act(paid, 'pay')
    expect(await cashier.balances(player)).toEqual({ cash: 15_000, pending: 0, receivable: 0 })
    const failed = await cashier.begin(player, 'withdrawal')
    await cashier.act(failed, 'fail')
    await cashier.deliver()
    expect(await cashier.balances(player)).toEqual({ cash: 15_000, pending: 0, receivable: 0 })
    expect(await cashier.read(failed.payment_id)).toMatchObject({ state: 'failed', reason: 'payment.reason_declined' })
    // Late return: what was paid out comes back.
    await cashier.act(paid, 'return')
    expect(await cashier.read(paid.payment_id)).toMatchObject({ state: 'reversed' })
    expect(await cashier.balances(player)).toEqual({ cash: 20_000, pending: 0, receivable: 0 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-8: two operators approve what is above the second bound, and nobody approves twice', async () => {
    const cashier = open('pay-four-eyes')
    const player = await cashier.newPlayer(900_000)
    Object.assign(cashier.sections.payments.methods.card?.amounts.withdrawal ?? {}, { maximumMinor: 900_000 })
    const payment = await cashier.begin(player, 'withdrawal', { amount: 6000 })
    expect(payment).toMatchObject({ state: 'waiting', approvals_needed: 2, rules: ['above_two', 'velocity_amount'] })
    const decide = (operator: string, decision: 'approved' | 'refused' = 'approved') =>
      cashier.payments.decide(cashier.brandId, {
        ...{ paymentId: payment.payment_id, operator, decision },
        reason: 'seen',
        now: cashier.now(),
      })
    await decide('anna')
    await expect(decide('anna')).rejects.toMatchObject({ code: 'payment.same_operator' })
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'waiting' })
    await decide('ben')
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'approved' })
    await expect(decide('cleo', 'refused')).rejects.toMatchObject({ code: 'payment.not_waiting' })
    await cashier.payments.reconcile(cashier.brandId)
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'sent' })
    await cashier.act(await cashier.read(payment.payment_id), 'pay')
    expect(await cashier.balances(player)).toEqual({ cash: 300_000, pending: 0, receivable: 0 })
    const second = await cashier.begin(player, 'withdrawal', { amount: 600 })
    await cashier.payments.decide(cashier.brandId, {
      ...{ paymentId: second.payment_id, operator: 'anna', decision: 'refused' },
      reason: 'not yours',
      now: cashier.now(),
    })
    expect(await cashier.read(second.payment_id)).toMatchObject({ state: 'refused', note: 'not yours' })
    expect(await cashier.balances(player)).toEqual({ cash: 300_000, pending: 0, receivable: 0 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-9: a player takes a withdrawal back before it is approved, where the brand allows it', async () => {
    const cashier = open('pay-cancel')
    const player = await cashier.newPlayer(200_000)
    const payer = { brandId: cashier.brandId, accountId: player }
    const waiting = await cashier.begin(player, 'withdrawal', { amount: 600 })
    const stranger = { ...payer, accountId: await cashier.newPlayer() }
    await expect(cashier.payments.cancel(stranger, waiting.payment_id)).rejects.toMatchObject({
      code: 'payment.unknown',
    })
    expect(await cashier.payments.cancel(payer, waiting.payment_id)).toMatchObject({ state: 'cancelled' })
    await expect(cashier.payments.cancel(payer, waiting.payment_id)).rejects.toMatchObject({
      code: 'payment.not_cancellable',
    })
    const sent = await cashier.begin(player, 'withdrawal')
    await expect(cashier.payments.cancel(payer, sent.payment_id)).rejects.toMatchObject({
      code: 'payment.not_cancellable',
    })
    const again = await cashier.begin(player, 'withdrawal', { amount: 600 })
    cashier.sections.payments = { ...cashier.sections.payments, isWithdrawalCancelAllowed: false }
    await expect(cashier.payments.cancel(payer, again.payment_id)).rejects.toMatchObject({
      code: 'payment.not_cancellable',
    })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-8: a hundred withdrawals at once never take more than there is', async () => {
    const cashier = open('pay-race')
    const player = await cashier.newPlayer(20_000)
    cashier.sections.payments = {
      ...cashier.sections.payments,
      approval: { ...cashier.sections.payments.approval, velocityCount: 0 },
    }
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => cashier.begin(player, 'withdrawal', { amount: 30 })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect(await cashier.balances(player)).toMatchObject({ cash: 2000, pending: 18_000 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-11: what a silent provider has done stays unknown and held, and is asked after until it is known', async () => {
    const cashier = open('pay-silent')
    const player = await cashier.newPlayer(10_000)
    cashier.dials.silentPpm = 1_000_000
    const payment = await cashier.begin(player, 'withdrawal')
    expect(payment).toMatchObject({ state: 'unknown' })
    expect(await cashier.balances(player)).toMatchObject({ cash: 5000, pending: 5000 })
    expect(await cashier.payments.reconcile(cashier.brandId)).toBe(0)
    cashier.wait(31_000)
    expect(await cashier.payments.reconcile(cashier.brandId)).toBe(1)
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'sent', reference: expect.any(String) })
    await cashier.act(await cashier.read(payment.payment_id), 'pay')
    expect(await cashier.balances(player)).toEqual({ cash: 5000, pending: 0, receivable: 0 })
  })

  test('PAY-11: what its provider has not heard of fails at the third time, and lives when the call was only on its way', async () => {
    const real = open('pay-unheard')
    const sim = real.simulated.of('pay-unheard')
    let calls: (() => void)[] = []
    const arrival = () => new Promise<void>((arrive) => calls.push(arrive))
    const cashier = open('pay-unheard', {
      provider: async () => ({ ...sim, start: (order) => arrival().then(() => sim.start(order)) }),
    })
    const player = await cashier.newPlayer(20_000)
    const begin = async (direction: 'deposit' | 'withdrawal') => {
      const payment = cashier.begin(player, direction)
      await expect.poll(() => calls.length).toBe(1)
      const [arrive] = calls
      calls = []
      return { payment, arrive: () => arrive?.() }
    }
    const look = async (waitMs: number) => {
      cashier.wait(waitMs)
      await cashier.payments.reconcile(cashier.brandId)
      const rows = await cashier.door.transaction((tx) =>
        tx.select('payment').select('state').orderBy('payment_id').execute(),
      )
      return rows.map(({ state }) => state)
    }
    const late = await begin('deposit')
    expect(await look(31_000)).toEqual(['unknown'])
    expect(await look(31_000)).toEqual(['unknown'])
    late.arrive()
    const begun = await late.payment
    expect(begun).toMatchObject({ state: 'processing', redirect_url: expect.stringContaining('/payment-page/') })
    await cashier.act(begun, 'pay')
    const lost = await begin('deposit')
    const states = [await look(31_000), await look(31_000), await look(61_000)]
    expect(states.map(([, state]) => state)).toEqual(['unknown', 'unknown', 'failed'])
    lost.arrive()
    expect(await lost.payment).toMatchObject({ state: 'failed', redirect_url: null })
    expect(await cashier.balances(player)).toMatchObject({ cash: 25_000, pending: 0 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-11: a lost event is found by asking', async () => {
    const cashier = open('pay-lost')
    const player = await cashier.newPlayer()
    const payment = await cashier.begin(player, 'deposit')
    cashier.dials.lostPpm = 1_000_000
    expect(await cashier.act(payment, 'pay')).toBe(0)
    cashier.wait(31_000)
    await cashier.payments.reconcile(cashier.brandId)
    expect(await cashier.balances(player)).toMatchObject({ cash: 5000 })
    expect(await cashier.payments.reconcile(cashier.brandId)).toBe(0)
  })

  test('PAY-12: a chargeback takes what there is, the rest is owed, is repaid by the next deposit, and a dispute that is won gives all back', async () => {
    const cashier = open('pay-dispute')
    const player = await cashier.newPlayer()
    const payment = await cashier.begin(player, 'deposit')
    await cashier.act(payment, 'pay')
    const out = await cashier.begin(player, 'withdrawal', { amount: 40 })
    await cashier.act(out, 'pay')
    await cashier.act(payment, 'dispute')
    expect(await cashier.balances(player)).toEqual({ cash: 0, pending: 0, receivable: -4000 })
    await expect(cashier.begin(player, 'withdrawal', { amount: 10 })).rejects.toMatchObject({
      code: 'payment.owes',
      params: { amount: '40.00', currency: 'EUR' },
    })
    const next = await cashier.begin(player, 'deposit', { amount: 100 })
    await cashier.act(next, 'pay')
    expect(await cashier.balances(player)).toEqual({ cash: 6000, pending: 0, receivable: 0 })
    await cashier.act(payment, 'win_dispute')
    expect(await cashier.balances(player)).toEqual({ cash: 11_000, pending: 0, receivable: 0 })
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'succeeded' })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-12: a failed withdrawal that was paid all the same waits for people, and is taken back as far as it goes', async () => {
    const cashier = open('pay-late-payout')
    const player = await cashier.newPlayer(6000)
    const payment = await cashier.begin(player, 'withdrawal')
    await cashier.act(payment, 'fail')
    const paid = {
      eventId: 'late',
      at: cashier.now(),
      reference: payment.reference ?? '',
      state: 'succeeded',
      rawState: 'paid',
      amountMinor: 5000,
      currency: 'EUR',
    } as const
    await cashier.webhook([paid])
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'review', review_from: 'failed' })
    await cashier.begin(player, 'withdrawal', { amount: 40 })
    await cashier.payments.decide(cashier.brandId, {
      paymentId: payment.payment_id,
      operator: 'anna',
      decision: 'approved',
      reason: 'seen at the bank',
      now: cashier.now(),
    })
    expect(await cashier.balances(player)).toEqual({ cash: 0, pending: 4000, receivable: -3000 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-12: a refund that its provider does not answer stays held, and is asked for again', async () => {
    const real = open('pay-refund-silent')
    let isSilent = true
    const cashier = open('pay-refund-silent', {
      provider: async () => {
        const joined = real.simulated.of('pay-refund-silent')
        return {
          ...joined,
          refund: (refund) => (isSilent ? Promise.reject(new ProviderSilent('no answer')) : joined.refund(refund)),
        }
      },
    })
    const player = await cashier.newPlayer()
    const payment = await cashier.begin(player, 'deposit')
    await cashier.act(payment, 'pay')
    const { payment_id: paymentId } = payment
    expect(await cashier.payments.refund(cashier.brandId, { paymentId, reason: 'asked for' })).toBe('held')
    expect(await cashier.balances(player)).toMatchObject({ cash: 0, pending: 5000 })
    isSilent = false
    await cashier.payments.reconcile(cashier.brandId)
    expect(await cashier.balances(player)).toEqual({ cash: 0, pending: 0, receivable: 0 })
    expect(await cashier.read(paymentId)).toMatchObject({ state: 'refunded', ask_at: null })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-14: money is converted at the rate that was shown, once, through the liquidity account', async () => {
    const cashier = open('pay-convert')
    const player = await cashier.newPlayer(11_000)
    const payer = { brandId: cashier.brandId, accountId: player }
    const { conversions } = cashier.payments
    await expect(conversions.quote(payer, { from: 'EUR', to: 'USD', amount: 100 })).rejects.toMatchObject({
      code: 'payment.no_account',
    })
    await cashier.door.transaction(async (tx) => {
      const row = {
        account_id: player,
        currency: 'USD',
        kind: 'cash',
        is_active: false,
        created_at: cashier.now(),
      } as const
      await tx.insert('currency_account', row).execute()
    })
    const quote = await conversions.quote(payer, { from: 'EUR', to: 'USD', amount: 100 })
    expect(quote).toMatchObject({ givenMinor: 10_000, receivedMinor: 10_890, rate: '1.08900000' })
    const [one, other] = await Promise.all([
      conversions.convert(payer, quote.quoteId),
      conversions.convert(payer, quote.quoteId),
    ])
    expect(one).toEqual(other)
    expect(await cashier.balances(player)).toMatchObject({ cash: 1000 })
    const late = await conversions.quote(payer, { from: 'EUR', to: 'USD', amount: 10 })
    cashier.wait(60_001)
    await expect(conversions.convert(payer, late.quoteId)).rejects.toMatchObject({ code: 'payment.quote_unknown' })
    expect(await cashier.breaks()).toEqual([])
  })
})
