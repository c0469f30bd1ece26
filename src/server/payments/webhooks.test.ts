import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { ProviderEvent } from './payment-provider.ts'
import { createCashier } from './payments.test-support.ts'

await describeOnQuickestEngine('events of providers', (database) => {
  const open = (brandId: string, changes?: Parameters<typeof createCashier>[2]) =>
    createCashier(database().db, brandId, changes)

  test('PAY-10: an event that is unsigned, signed wrong, too old or no event is refused, and one of nobody is kept', async () => {
    const cashier = open('pay-webhooks')
    const event = {
      eventId: 'e1',
      at: cashier.now(),
      reference: 'nobody',
      state: 'succeeded',
      rawState: 'paid',
      amountMinor: 100,
      currency: 'EUR',
    } as const
    await expect(cashier.webhook([event], 'another secret')).rejects.toMatchObject({
      code: 'payment.webhook_wrong_signature',
    })
    const take = (headers: Record<string, string>, body: string) =>
      cashier.payments.takeWebhook(cashier.brandId, 'simulated', {
        headers,
        body: new TextEncoder().encode(body),
        now: cashier.now(),
      })
    await expect(take({}, '{}')).rejects.toMatchObject({ code: 'payment.webhook_unsigned' })
    const old = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }
    await expect(take(old, '{}')).rejects.toMatchObject({ code: 'payment.webhook_too_old' })
    await expect(cashier.webhook([])).rejects.toMatchObject({ code: 'payment.webhook_malformed' })
    await expect(
      cashier.payments.takeWebhook(cashier.brandId, 'elsewhere', {
        headers: {},
        body: new Uint8Array(),
        now: cashier.now(),
      }),
    ).rejects.toMatchObject({ code: 'payment.provider_unknown' })
    expect(await cashier.webhook([event])).toEqual({ applied: 0, ignored: 0, kept: 1 })
    expect(await cashier.quarantine()).toEqual([{ id: 'e1', why: 'unknown reference' }])
  })

  test('PAY-10: less, more, late and in another currency: what arrives is credited, and what is unclear waits for people', async () => {
    const cashier = open('pay-odd')
    const player = await cashier.newPlayer()
    const [less, more, late, other] = [
      await cashier.begin(player, 'deposit'),
      await cashier.begin(player, 'deposit'),
      await cashier.begin(player, 'deposit'),
      await cashier.begin(player, 'deposit'),
    ]
    await cashier.act(less, 'pay_less')
    await cashier.act(more, 'pay_more')
    expect(await cashier.balances(player)).toMatchObject({ cash: 2500 + 5500 })
    await cashier.act(late, 'expire')
    expect(await cashier.read(late.payment_id)).toMatchObject({ state: 'expired' })
    await cashier.act(late, 'pay')
    expect(await cashier.read(late.payment_id)).toMatchObject({ state: 'succeeded' })
    await cashier.act(other, 'pay_other_currency')
    expect(await cashier.read(other.payment_id)).toMatchObject({ state: 'review', review_from: 'created' })
    expect(await cashier.balances(player)).toMatchObject({ cash: 13_000 })
    const decide = (amountMinor?: number) =>
      cashier.payments.decide(cashier.brandId, {
        ...{ paymentId: other.payment_id, operator: 'anna', decision: 'approved', reason: 'seen' },
        amountMinor,
        now: cashier.now(),
      })
    await expect(decide()).rejects.toMatchObject({ code: 'payment.amount_needed' })
    await decide(4600)
    expect(await cashier.read(other.payment_id)).toMatchObject({ state: 'succeeded', arrived_minor: 4600 })
    expect(await cashier.breaks()).toEqual([])
  })

  test('PAY-10: an event that comes before the payment is known is applied once it is', async () => {
    const cashier = open('pay-early')
    const player = await cashier.newPlayer()
    cashier.dials.silentPpm = 1_000_000
    const payment = await cashier.begin(player, 'deposit')
    expect(payment).toMatchObject({ state: 'unknown', reference: null })
    const reference = 'sim_early'
    const paid = {
      eventId: 'early',
      at: cashier.now(),
      reference,
      state: 'succeeded',
      rawState: 'paid',
      amountMinor: 5000,
      currency: 'EUR',
    } as const
    expect(await cashier.webhook([paid])).toMatchObject({ kept: 1 })
    const attempt = await cashier.door.transaction((tx) =>
      tx
        .select('payment_attempt')
        .select('attempt_id as id')
        .where('payment_id', '=', payment.payment_id)
        .executeTakeFirstOrThrow(),
    )
    await cashier.webhook([
      {
        eventId: 'known',
        at: cashier.now(),
        attemptId: attempt.id,
        reference,
        state: 'processing',
        rawState: 'on its way',
      },
    ])
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'succeeded', reference })
    expect(await cashier.balances(player)).toMatchObject({ cash: 5000 })
    expect(await cashier.quarantine()).toEqual([])
  })

  test('PAY-10: a hint that comes before the payment is known leaves its state as it is', async () => {
    const cashier = open('pay-hint')
    const player = await cashier.newPlayer()
    const event = (eventId: string, state: 'unknown' | 'processing', more: object = {}): ProviderEvent => ({
      ...{ eventId, at: cashier.now(), reference: 'sim_hint', state, rawState: state },
      ...more,
    })
    cashier.dials.silentPpm = 1_000_000
    const payment = await cashier.begin(player, 'deposit')
    expect(await cashier.webhook([event('hint', 'unknown')])).toMatchObject({ kept: 1 })
    const { id: attemptId } = await cashier.door.transaction((tx) =>
      tx
        .select('payment_attempt')
        .select('attempt_id as id')
        .where('payment_id', '=', payment.payment_id)
        .executeTakeFirstOrThrow(),
    )
    await cashier.webhook([event('known', 'processing', { attemptId })])
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'processing', reference: 'sim_hint' })
    expect(await cashier.quarantine()).toEqual([])
  })

  test('PAY-10: a payment never goes backwards', async () => {
    const cashier = open('pay-monotone')
    const player = await cashier.newPlayer()
    const payment = await cashier.begin(player, 'deposit')
    await cashier.act(payment, 'pay')
    const late = (eventId: string, state: 'processing' | 'failed' | 'expired') => ({
      eventId,
      at: cashier.now(),
      reference: payment.reference ?? '',
      state,
      rawState: state,
    })
    expect(await cashier.webhook([late('a', 'processing'), late('b', 'failed'), late('c', 'expired')])).toEqual({
      applied: 0,
      ignored: 3,
      kept: 0,
    })
    expect(await cashier.read(payment.payment_id)).toMatchObject({ state: 'succeeded' })
  })
})
