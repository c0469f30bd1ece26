import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode, PaymentCard, RechargeAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { provePayments } from '#server/payments/payment-proof.ts'
import { type SignedEvents, signEvents } from '#server/payments/providers/signed-events.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const SECRET = 'a-secret-of-the-agency'
const HOOK = '/web-api/payments/webhook/agency'
const DEPOSIT = '/web-api/payments/deposit'
const WITHDRAWAL = '/web-api/payments/withdrawal'

let server: TestServer
let agency: Server
beforeAll(async () => {
  agency = await startAgency()
  const { port } = agency.address() as AddressInfo
  server = await startTestServer({
    environment: { LIVERY_AGENCY: SECRET },
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/payments.json', {
        methods: {
          bank: { provider: 'agency', fields: { iban: null } },
          wallet: { countries: ['se'] },
          voucher: { level: 'verified' },
        },
        providers: { agency: { kind: 'http', url: `http://127.0.0.1:${port}` } },
        providerWebhookSecrets: { agency: 'LIVERY_AGENCY' },
      })
    },
  })
})
afterAll(async () => {
  await server.close()
  agency.closeAllConnections()
  agency.close()
})

/** An adapter that begins whatever it is asked to: its reference is the name of the attempt. */
function startAgency(): Promise<Server> {
  const stub = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { attemptId } = JSON.parse(text) as { attemptId: string }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ reference: attemptId, state: 'created', rawState: 'open' }))
  })
  return new Promise((resolve) => stub.listen(0, '127.0.0.1', () => resolve(stub)))
}

const post = (body: object) => ({ method: 'POST' as const, body })
const balance = async (player: TestPlayer) =>
  (await player.send('/web-api/getrechargedata')).json<RechargeAnswer>().balance
const stateOf = async (player: TestPlayer, id: number) =>
  (await player.send(`/web-api/payments/payment?payment_id=${id}`)).json<PaymentCard>().state
const breaks = () =>
  forBrand(server.database.db, 'pier').transaction(async (tx) => [
    ...(await proveLedger(tx)).breaks,
    ...(await provePayments(tx)).breaks,
  ])

/** A deposit by the agency that waits for its money. */
async function begun() {
  const player = await newPlayer(server)
  const answer = await player.send(DEPOSIT, post(wish({ methodId: 'bank' })))
  expect(answer.statusCode, answer.body).toBe(200)
  const { id } = answer.json<PaymentCard>()
  const { reference } = await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx.select('payment').select('reference').where('payment_id', '=', id).executeTakeFirstOrThrow(),
  )
  return { player, id, reference: reference ?? '' }
}

let messages = 0
/** An event about a payment, which says that its money is there unless it says otherwise; what is no event at all too. */
const eventOf = (reference: string, more: object = {}) => ({
  ...{ eventId: `evt_${++messages}`, at: server.now().toISOString(), reference, state: 'succeeded', rawState: 'paid' },
  ...{ amountMinor: 5000, currency: 'EUR' },
  ...more,
})
const signed = (events: readonly object[], more: { secret?: string; now?: Date } = {}): SignedEvents =>
  signEvents(events as never, { id: `msg_${++messages}`, secret: SECRET, now: server.now(), ...more })
const deliver = ({ headers, body }: SignedEvents) =>
  newVisitor(server).send(HOOK, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { origin: null, 'sec-fetch-site': null, ...headers },
  })

describe('bad input at the cashier', () => {
  test.each([
    ['a text', '50', 'request.invalid'],
    ['nothing', null, 'request.invalid'],
    ['zero', 0, 'request.invalid'],
    ['below zero', -50, 'request.invalid'],
    ['a huge number', 1e300, 'request.invalid'],
    ['a list', [50], 'request.invalid'],
    ['a part of a cent', 50.001, 'payment.amount_invalid'],
    ['the smallest number that there is', 5e-324, 'payment.amount_invalid'],
    ['below the minimum', 4.99, 'payment.below_minimum'],
    ['above the maximum', 5000.01, 'payment.above_maximum'],
  ])('PAY-7: an amount that is %s is refused in both directions, and nothing is kept', async (_, amount, code) => {
    const { player } = await playerWithMoney(server)
    for (const path of [DEPOSIT, WITHDRAWAL])
      await expectError(await player.send(path, post(wish({ amount }))), code as ErrorCode)
    const { payments } = (await player.send('/web-api/payments/requests')).json<{ payments: unknown[] }>()
    expect(payments).toEqual([])
    expect(await balance(player)).toBe(50)
  })

  test('PAY-7: a currency that is none, that the site lacks or that the player has no account in is refused', async () => {
    const { player } = await playerWithMoney(server)
    for (const path of [DEPOSIT, WITHDRAWAL]) {
      await expectError(await player.send(path, post(wish({ currency: 'euro' }))), 'request.invalid')
      await expectError(await player.send(path, post(wish({ currency: 'XTS' }))), 'payment.no_account')
      const refused = await expectError(await player.send(path, post(wish({ currency: 'USD' }))), 'payment.no_account')
      expect(refused.params).toEqual({ currency: 'USD' })
    }
    expect(await balance(player)).toBe(50)
  })

  test('PAY-7: a method of another country or another level is refused in both directions, and so is one that there is not', async () => {
    const { player } = await playerWithMoney(server)
    const ways = [
      [DEPOSIT, { methodId: 'wallet' }, 'payment.not_for_country'],
      [WITHDRAWAL, { methodId: 'wallet', fields: { wallet: 'anna' } }, 'payment.not_for_country'],
      [DEPOSIT, { methodId: 'voucher' }, 'payment.needs_verification'],
      [DEPOSIT, { methodId: 'constructor' }, 'payment.method_unknown'],
      [DEPOSIT, { methodId: '../card' }, 'request.invalid'],
    ] as const
    for (const [path, more, code] of ways) await expectError(await player.send(path, post(wish(more))), code)
    expect(await balance(player)).toBe(50)
  })

  test('PAY-10: a webhook that is signed by another, old, early, cut short or no list of events moves nothing', async () => {
    const { player, reference } = await begun()
    const events = [eventOf(reference)]
    const [whole, minute] = [signed(events), 60_000]
    const away = (ms: number) => signed(events, { now: new Date(server.now().getTime() + ms) })
    const cut = whole.body.slice(0, 40)
    const wrong: readonly (readonly [SignedEvents, ErrorCode])[] = [
      [signed(events, { secret: 'guessed' }), 'payment.webhook_wrong_signature'],
      [{ ...whole, headers: { ...whole.headers, 'webhook-id': 'another' } }, 'payment.webhook_wrong_signature'],
      [{ ...whole, body: cut }, 'payment.webhook_wrong_signature'],
      [away(-6 * minute), 'payment.webhook_too_old'],
      [away(6 * minute), 'payment.webhook_too_old'],
      [signed([]), 'payment.webhook_malformed'],
      [signed([{ ...events[0], amountMinor: -5000 }]), 'payment.webhook_malformed'],
      [signed([{ ...events[0], amountMinor: 50.5 }]), 'payment.webhook_malformed'],
      [signed([{ ...events[0], amountMinor: 1e15 }]), 'payment.webhook_malformed'],
      [signed([{ ...events[0], state: 'rich' }]), 'payment.webhook_malformed'],
      [signed([{ ...events[0], at: 'yesterday' }]), 'payment.webhook_malformed'],
      [signed(Array.from({ length: 101 }, () => eventOf(reference))), 'payment.webhook_malformed'],
    ]
    for (const [webhook, code] of wrong) await expectError(await deliver(webhook), code)
    expect(await balance(player)).toBe(0)
    expect((await deliver(whole)).json()).toEqual({ applied: 1, ignored: 0, kept: 0 })
    expect(await balance(player)).toBe(50)
  })

  test('PAY-10: a webhook that comes again, all at once too, is counted once, whatever it says the second time', async () => {
    const { player, reference } = await begun()
    const event = eventOf(reference)
    const webhook = signed([event])
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver(webhook)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const applied = answers.map((answer) => answer.json<{ applied: number }>().applied)
    expect(applied.toSorted()).toEqual([...Array.from({ length: 11 }, () => 0), 1])
    const twice = { ...event, amountMinor: 9000 }
    expect((await deliver(signed([twice, eventOf(reference)]))).json()).toEqual({ applied: 0, ignored: 2, kept: 0 })
    expect(await balance(player)).toBe(50)
    expect(await breaks()).toEqual([])
  })

  test('PAY-10: a webhook of an unknown payment is taken and kept; one of another amount credits what came, one of nothing waits for people', async () => {
    const unknown = await deliver(signed([eventOf('pay_of_nobody')]))
    expect({ status: unknown.statusCode, answer: unknown.json() }).toEqual({
      status: 200,
      answer: { applied: 0, ignored: 0, kept: 1 },
    })
    const [less, none, other] = [await begun(), await begun(), await begun()]
    await deliver(signed([eventOf(less.reference, { amountMinor: 1 })]))
    expect([await stateOf(less.player, less.id), await balance(less.player)]).toEqual(['succeeded', 0.01])
    await deliver(signed([eventOf(none.reference, { amountMinor: 0 })]))
    await deliver(signed([eventOf(other.reference, { currency: 'JPY' })]))
    for (const { player, id } of [none, other])
      expect([await stateOf(player, id), await balance(player)]).toEqual(['review', 0])
    expect(await breaks()).toEqual([])
  })

  test('PAY-7: who comes back from the provider to the payment of somebody else, or of nobody, is shown nothing of it', async () => {
    const { player, id } = await begun()
    const stranger = await newPlayer(server)
    const found = await stranger.send(`/web-api/payments/payment?payment_id=${id}`)
    const none = await stranger.send('/web-api/payments/payment?payment_id=99999999')
    const [one, another] = [await expectError(found, 'payment.unknown'), await expectError(none, 'payment.unknown')]
    expect({ ...one, requestId: '' }).toEqual({ ...another, requestId: '' })
    for (const wrong of ['', '0', '-1', '1.5', '1e300', 'x', `${id}&payment_id=${id}`])
      await expectError(await player.send(`/web-api/payments/payment?payment_id=${wrong}`), 'request.invalid')
    await expectError(await newVisitor(server).send(`/web-api/payments/payment?payment_id=${id}`), 'access.denied')
  })

  test.skipIf(!HAS_PAGES)('PAY-7: the page to which they come back says that there is no such payment', async () => {
    const { player, id } = await begun()
    const stranger = await newPlayer(server)
    const page = (who: TestPlayer, payment: string) =>
      who.send(`/en/office/deposit?payment=${payment}`, { headers: { 'sec-fetch-site': null, origin: null } })
    expect((await page(player, String(id))).statusCode).toBe(200)
    const [found, none] = [await page(stranger, String(id)), await page(stranger, '99999999')]
    expect([found.statusCode, none.statusCode]).toEqual([404, 404])
    expect(found.body).not.toContain('50.00')
  })

  test('PAY-8: a withdrawal that is sent twice is one, and another under its name is refused', async () => {
    const { player } = await playerWithMoney(server)
    const asked = wish({ amount: 20 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => player.send(WITHDRAWAL, post(asked))))
    expect(new Set(answers.map((answer) => answer.json<PaymentCard>().id)).size).toBe(1)
    expect(await balance(player)).toBe(30)
    await expectError(await player.send(WITHDRAWAL, post({ ...asked, amount: 30 })), 'payment.other_wish')
    await expectError(await player.send(DEPOSIT, post(asked)), 'payment.other_wish')
    await expectError(await player.send(WITHDRAWAL, post(wish({ amount: 30.01 }))), 'balance.too_low')
    expect(await balance(player)).toBe(30)
    expect(await breaks()).toEqual([])
  })
})
