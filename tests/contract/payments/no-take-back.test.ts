import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeduceAnswer, PaymentCard, PaymentHistoryAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/payments.json', { isWithdrawalCancelAllowed: false })
    },
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })

test('RG-14: where a licence forbids it, a withdrawal is offered to be taken back nowhere, and the call that tries moves nothing', async () => {
  const { player } = await playerWithMoney(server, 600)
  const asked = (await player.send('/web-api/payments/withdrawal', post(wish({ amount: 501 })))).json<PaymentCard>()
  expect(asked).toMatchObject({ state: 'waiting', isCancelAllowed: false })
  const shown = async () => (await player.send(`/web-api/payments/payment?payment_id=${asked.id}`)).json<PaymentCard>()
  const listed = async () => {
    const { payments } = (
      await player.send('/web-api/gethistorypaymentmainaccount', post({ is_include_archive: false, page_number: 1 }))
    ).json<PaymentHistoryAnswer>()
    return payments.find(({ id }) => id === asked.id)
  }
  expect([await shown(), await listed()]).toMatchObject([{ isCancelAllowed: false }, { isCancelAllowed: false }])
  const cashier = async () => (await player.send('/web-api/getdeducedata')).json<DeduceAnswer>()
  // Waiting, approved and on its way, or paid: it is refused in every state, and the money stays out of reach of every stake.
  for (const state of ['waiting', 'approved', 'sent', 'paid'] as const) {
    await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.update('payment', { state }).where('payment_id', '=', asked.id).execute(),
    )
    await expectError(
      await player.send('/web-api/payments/cancel', post({ paymentId: asked.id })),
      'payment.not_cancellable',
    )
    expect(await shown()).toMatchObject({ state, isCancelAllowed: false })
    expect(await cashier()).toMatchObject({ balance: 99 })
  }
  await expectError(await player.send('/web-api/payments/withdrawal', post(wish({ amount: 100 }))), 'balance.too_low')
})
