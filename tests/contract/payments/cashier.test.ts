import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  DeduceAnswer,
  PaymentCard,
  PaymentHistoryAnswer,
  PaymentSourceAnswer,
  RechargeAnswer,
  VirtualHistoryAnswer,
} from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { deposit, playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' }),
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const DAY_MS = 86_400_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function balance(player: TestPlayer): Promise<number> {
  return (await player.send('/web-api/getrechargedata')).json<RechargeAnswer>().balance
}

/** Gives a player bonus money, cents: cash that is moved to a bonus account. */
function giveBonus({ userId: accountId }: TestPlayer, amountMinor: number) {
  const [now, currency] = [server.now(), 'EUR']
  return forBrand(server.database.db, 'pier').transaction(async (tx) => {
    const named = { reference: `bonus of ${accountId}`, reason: 'test' }
    await correctBalance(tx, { accountId, currency, amountMinor, ...named, now })
    const { id: cash } = await tx
      .select('currency_account')
      .select('currency_account_id as id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'cash')
      .executeTakeFirstOrThrow()
    const { id: bonus } = await tx
      .insert('currency_account', { account_id: accountId, kind: 'bonus', currency, is_active: false, created_at: now })
      .returning('currency_account_id as id')
      .executeTakeFirstOrThrow()
    const entries = [
      { currencyAccountId: cash, currency, amountMinor: 0 - amountMinor },
      { currencyAccountId: bonus, currency, amountMinor },
    ]
    await postTransfer(tx, { kind: 'bonus', reference: String(accountId), entries, now })
  })
}

describe('the cashier over HTTP', () => {
  test('PAY-5, PAY-7: methods come with bounds, fee and time; the page of the provider credits the deposit at once', async () => {
    const player = await newPlayer(server)
    const cashier = (await player.send('/web-api/getrechargedata')).json<RechargeAnswer>()
    expect(cashier.methods.map(({ id }) => id)).toEqual(['card', 'wallet', 'bank', 'voucher', 'crypto'])
    expect(cashier).toMatchObject({
      balance: 0,
      currency: 'EUR',
      quickAmounts: [10, 20, 50, 100],
      isFirstDeposit: true,
    })
    const payment = await deposit(server, player, 20)
    const now = (await player.send(`/web-api/payments/payment?payment_id=${payment.id}`)).json<PaymentCard>()
    expect(now).toMatchObject({ state: 'succeeded', amount: 20, fee: 0, depositNumber: 1 })
    expect(await balance(player)).toBe(20)
  })

  test('PAY-7: nobody reads the payment of somebody else', async () => {
    const { payment } = await playerWithMoney(server)
    const stranger = await newPlayer(server)
    for (const path of ['payment', 'receipt'])
      await expectError(await stranger.send(`/web-api/payments/${path}?payment_id=${payment.id}`), 'payment.unknown')
  })

  test('PAY-16: a card number is refused, and is neither kept nor logged', async () => {
    const player = await newPlayer(server)
    const canary = '4242424242424242'
    const asked = wish({ methodId: 'wallet', fields: { wallet: canary } })
    await expectError(await player.send('/web-api/payments/withdrawal', post(asked)), 'payment.card_number')
    const { rows } = await server.database.db
      .selectFrom('payment')
      .select('fields')
      .execute()
      .then((kept) => ({ rows: JSON.stringify(kept) }))
    expect(rows).not.toContain(canary)
    expect(server.log()).not.toContain(canary)
  })

  test('the page of the provider says what it is, asks in two steps, and takes nothing that it does not offer', async () => {
    const player = await newPlayer(server)
    const payment = (await player.send('/web-api/payments/deposit', post(wish()))).json<PaymentCard>()
    const { pathname } = new URL(payment.redirectUrl ?? '')
    const page = await server.send(pathname)
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    expect(page.body).toContain('no real money moves')
    expect(page.body).not.toContain('<input')
    const press = (act: string) =>
      newVisitor(server).send(pathname, { method: 'POST', body: `act=${act}`, headers: FORM })
    for (const act of ['dispute', 'win_dispute', '', 'toString']) await expectError(await press(act), 'request.invalid')
    expect((await press('challenge')).headers.location).toBe(`${pathname}?step=challenge`)
    expect((await server.send(`${pathname}?step=challenge`)).body).toContain('Your bank wants to be sure')
    expect((await press('decline')).headers.location).toMatch(/\/en\/office\/deposit\?payment=\d+$/)
    expect((await press('pay')).statusCode).toBe(303)
    expect(await balance(player)).toBe(0)
    await expectError(await server.send('/payment-page/sim_nothing'), 'payment.unknown')
  })

  test('the page of the provider speaks the language of the player, in its direction', async () => {
    const player = await newPlayer(server)
    const headers = { 'accept-language': 'ar' }
    const asked = await player.send('/web-api/payments/deposit', { ...post(wish()), headers })
    const { pathname } = new URL(asked.json<PaymentCard>().redirectUrl ?? '')
    const { body } = await server.send(pathname)
    expect(body).toContain('<html lang="ar" dir="rtl">')
    expect(body).toContain('ar: Pay with a test card')
    expect(body).not.toContain('hosted.')
  })

  test('PAY-10: webhooks that are unsigned, cut short, a megabyte long or for no provider are refused', async () => {
    const hook = (body: string, headers: Record<string, string> = {}, provider = 'simulated') =>
      server.send(`/web-api/payments/webhook/${provider}`, {
        method: 'POST',
        body,
        headers: { origin: null, 'sec-fetch-site': null, 'content-type': 'application/json', ...headers },
      })
    await expectError(await hook('{"events":['), 'payment.webhook_unsigned')
    const signed = {
      'webhook-id': 'a',
      'webhook-timestamp': String(server.now().getTime() / 1000),
      'webhook-signature': 'v1,AAAA',
    }
    await expectError(await hook('{"events":[', signed), 'payment.webhook_wrong_signature')
    await expectError(await hook('{}', {}, 'elsewhere'), 'payment.provider_unknown')
    expect((await hook('x'.repeat(1024 * 1024))).statusCode).toBe(413)
    const answers = await Promise.all(Array.from({ length: 80 }, () => hook('{}')))
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })

  test('PAY-6, PAY-13: the history has fifty on a page, narrowed down and with sums', async () => {
    const player = await newPlayer(server)
    for (let n = 0; n < 51; n += 1) await player.send('/web-api/payments/deposit', post(wish({ amount: 10 + n })))
    await deposit(server, player, 200)
    const read = async (more: object = {}) =>
      (
        await player.send(
          '/web-api/gethistorypaymentmainaccount',
          post({ is_include_archive: false, page_number: 1, ...more }),
        )
      ).json<PaymentHistoryAnswer>()
    const first = await read()
    expect(first.payments).toHaveLength(50)
    expect(first).toMatchObject({ page: 1, pages: 2, total: 52 })
    expect((await read({ page_number: 2 })).payments).toHaveLength(2)
    expect((await read({ state: 'succeeded' })).payments.map(({ amount }) => amount)).toEqual([200])
    expect((await read({ direction: 'withdrawal' })).total).toBe(0)
    expect(first.sums).toEqual([{ currency: 'EUR', exponent: 2, deposited: 200, withdrawn: 0, fees: 0 }])
    expect((await read({ dateFrom: '2026-03-02' })).total).toBe(0)
  })

  test('PAY-1: the history reaches back as far as the brand says, and with its archive to the first payment', async () => {
    const { player, payment } = await playerWithMoney(server)
    await deposit(server, player, 30)
    await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx
        .update('payment', { created_at: new Date(server.now().getTime() - 91 * DAY_MS) })
        .where('payment_id', '=', payment.id)
        .execute(),
    )
    const read = async (is_include_archive: boolean) => {
      const asked = post({ is_include_archive, page_number: 1 })
      const answer = await player.send('/web-api/gethistorypaymentmainaccount', asked)
      return answer.json<PaymentHistoryAnswer>().payments.map(({ amount }) => amount)
    }
    expect(await read(false)).toEqual([30])
    expect(await read(true)).toEqual([30, 50])
  })

  test('PAY-2: the history of bonus money has each movement with what was left after it', async () => {
    const player = await newPlayer(server)
    await giveBonus(player, 2500)
    const asked = post({ is_include_archive: false, page_number: 1 })
    const answer = await player.send('/web-api/gethistorypaymentvirtualaccount', asked)
    expect(answer.json<VirtualHistoryAnswer>()).toMatchObject({
      entries: [{ kind: 'bonus', amount: 25, balance: 25, currency: 'EUR', exponent: 2 }],
      ...{ page: 1, pages: 1, total: 1 },
    })
  })

  test('PAY-3: the methods that were used are listed with what came in and went out by them', async () => {
    const { player } = await playerWithMoney(server)
    await deposit(server, player, 30)
    await player.send('/web-api/payments/deposit', post(wish({ methodId: 'wallet', fields: {} })))
    const { sources } = (await player.send('/web-api/gethistorypaymentsource')).json<PaymentSourceAnswer>()
    expect(sources).toMatchObject([
      { methodId: 'card', currency: 'EUR', deposited: 80, withdrawn: 0, payments: 2 },
      { methodId: 'wallet', currency: 'EUR', deposited: 0, withdrawn: 0, payments: 1 },
    ])
  })

  test('PAY-4: the withdrawal shows what there is, what is held, and what has to go back where it came from', async () => {
    const { player } = await playerWithMoney(server, 600)
    await player.send('/web-api/payments/withdrawal', post(wish({ amount: 501 })))
    const cashier = (await player.send('/web-api/getdeducedata')).json<DeduceAnswer>()
    expect(cashier).toMatchObject({ currency: 'EUR', balance: 99, held: 501, isVerified: false })
    expect(cashier.methods.map(({ id }) => id)).not.toContain('voucher')
    expect(cashier.methods.find(({ id }) => id === 'card')).toMatchObject({ openLoop: 99 })
  })

  test('PAY-16: a card number in a question to the consultant is refused', async () => {
    const player = await newPlayer(server)
    const question = { topicId: 'other', text: 'I paid with 4242 4242 4242 4242 yesterday.' }
    await expectError(await player.send('/web-api/payments/consultant-create', post(question)), 'payment.card_number')
  })
})
