import type { PaymentCard } from '#schemas'
import type { CallContract } from './call-contract.ts'
import { playerWithDollars } from './currency-account-contracts.ts'
import type { TestServer } from './test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from './test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)
const asGuestPosts: CallContract['refuse'] = (server, path) => newVisitor(server).send(path, post({}))

/** A deposit of 50.00 by card. */
export const wish = (more: object = {}) => ({
  ...{ guid: crypto.randomUUID(), methodId: 'card', currency: 'EUR', amount: 50, fields: {} },
  ...more,
})

/** Pays a deposit at the built-in provider's page. @returns the payment before it was paid */
export async function deposit(server: TestServer, player: TestPlayer, amount = 50): Promise<PaymentCard> {
  const payment = (await player.send('/web-api/payments/deposit', post(wish({ amount })))).json<PaymentCard>()
  const { pathname } = new URL(payment.redirectUrl ?? '')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await newVisitor(server).send(pathname, { method: 'POST', body: 'act=pay', headers })
  return payment
}

/** A player with a deposit that has arrived. */
export async function playerWithMoney(server: TestServer, amount = 50) {
  const player = await newPlayer(server)
  return { player, payment: await deposit(server, player, amount) }
}

async function playerWithTwoCurrencies(server: TestServer) {
  const { player } = await playerWithDollars(server)
  await deposit(server, player)
  const asked = post({ from: 'EUR', to: 'USD', amount: 10 })
  const quote = (await player.send('/web-api/payments/quote', asked)).json<{ quoteId: string }>()
  return { player, asked, quote }
}

const QUESTION = { topicId: 'other', text: 'Where is my receipt?' }

/** The contracts of the calls of the cashier (PAY-1 to PAY-14, OFF-18). */
export const PAYMENT_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getRechargeData: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getDeduceData: {
    succeed: async (server, path) => (await playerWithMoney(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  startDeposit: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post(wish())),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post(wish({ amount: 1 }))),
    refusal: 'payment.below_minimum',
  },
  startWithdrawal: {
    succeed: async (server, path) => (await playerWithMoney(server)).player.send(path, post(wish({ amount: 10 }))),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post(wish())),
    refusal: 'balance.too_low',
  },
  getPayment: {
    succeed: async (server, path) => {
      const { player, payment } = await playerWithMoney(server)
      return player.send(`${path}?payment_id=${payment.id}`)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?payment_id=70009`),
    refusal: 'payment.unknown',
  },
  cancelWithdrawal: {
    succeed: async (server, path) => {
      const { player } = await playerWithMoney(server, 600)
      const sent = await player.send('/web-api/payments/withdrawal', post(wish({ amount: 501 })))
      return player.send(path, post({ paymentId: sent.json<PaymentCard>().id }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ paymentId: 1 })),
    refusal: 'payment.unknown',
  },
  getPaymentReceipt: {
    succeed: async (server, path) => {
      const { player, payment } = await playerWithMoney(server)
      return player.send(`${path}?payment_id=${payment.id}`)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?payment_id=70009`),
    refusal: 'payment.unknown',
  },
  getPaymentRequests: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      await player.send('/web-api/payments/deposit', post(wish()))
      return player.send(path)
    },
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getPaymentHistory: {
    succeed: async (server, path) =>
      (await playerWithMoney(server)).player.send(path, post({ is_include_archive: false, page_number: 1 })),
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, post({ is_include_archive: false, page_number: 0 })),
    refusal: 'request.invalid',
  },
  getVirtualHistory: {
    succeed: async (server, path) =>
      (await newPlayer(server)).send(path, post({ is_include_archive: true, page_number: 1 })),
    refuse: asGuestPosts,
    refusal: 'access.denied',
  },
  getPaymentSources: {
    succeed: async (server, path) => (await playerWithMoney(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  quoteConversion: {
    succeed: async (server, path) => {
      const { player, asked } = await playerWithTwoCurrencies(server)
      return player.send(path, asked)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ from: 'EUR', to: 'EUR', amount: 10 })),
    refusal: 'payment.same_currency',
  },
  convertMoney: {
    succeed: async (server, path) => {
      const { player, quote } = await playerWithTwoCurrencies(server)
      return player.send(path, post({ quoteId: quote.quoteId }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ quoteId: crypto.randomUUID() })),
    refusal: 'payment.quote_unknown',
  },
  getConsultantRequests: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      await player.send('/web-api/payments/consultant-create', post(QUESTION))
      return player.send(path)
    },
    refuse: asGuest,
    refusal: 'access.denied',
  },
  createConsultantRequest: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post(QUESTION)),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ ...QUESTION, topicId: 'weather' })),
    refusal: 'payment.topic_unknown',
  },
  getConsultantTransactions: {
    succeed: async (server, path) => (await playerWithMoney(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  fillOutConsultantRequest: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      const made = (await player.send('/web-api/payments/consultant-create', post(QUESTION))).json<{ id: number }>()
      return player.send(path, post({ requestId: made.id, text: 'It was yesterday.' }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ requestId: 999, text: 'And?' })),
    refusal: 'payment.request_unknown',
  },
}
