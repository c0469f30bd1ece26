import { betBody, newBettor, newGame, newGuid } from './betting-scene.ts'
import type { CallContract } from './call-contract.ts'
import { provedPlayer } from './security-scene.ts'
import type { TestServer } from './test-server.ts'
import { newPlayer, newVisitor } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const GUEST = 'access.denied'

async function askedCoupon(server: TestServer) {
  const { outcomes } = await newGame(server)
  return { events: outcomes.slice(0, 1).map(({ outcomeId }) => ({ outcomeId })) }
}

const one = (path: string): Pick<CallContract, 'succeed' | 'refuse' | 'refusal'> => ({
  succeed: async (server) => newVisitor(server).send(path, post(await askedCoupon(server))),
  refuse: (server) => newVisitor(server).send(path, post({ events: [] })),
  refusal: 'request.invalid',
})
const several = (path: string): Pick<CallContract, 'succeed' | 'refuse' | 'refusal'> => ({
  succeed: async (server) => newVisitor(server).send(path, post({ coupons: [await askedCoupon(server)] })),
  refuse: (server) => {
    const events = Array.from({ length: 50 }, (_, index) => ({ outcomeId: index + 1 }))
    return newVisitor(server).send(path, post({ coupons: [{ events }, { events }, { events: events.slice(0, 1) }] }))
  },
  refusal: 'request.invalid',
})

/** A single bet that was placed, and an offer for it. */
async function offeredBet(server: TestServer) {
  const { outcomes } = await newGame(server)
  const { bearer } = await newBettor(server)
  const made = await bearer.send('/web-api/LiveBet/Secure/MakeBetWeb', post(betBody(outcomes.slice(0, 1))))
  const { betId: saleBetId } = made.json<{ betId: number }>()
  const quoted = await bearer.send('/web-api/LiveBet/Secure/QuoteSale', post({ saleBetId }))
  return { bearer, quoted, quoteId: quoted.json<{ quote: { quoteId: number } }>().quote.quoteId }
}

/** A single bet that was placed, and an offer to insure it. */
async function insurableBet(server: TestServer) {
  const { outcomes } = await newGame(server)
  const { bearer } = await newBettor(server)
  const made = await bearer.send('/web-api/LiveBet/Secure/MakeBetWeb', post(betBody(outcomes.slice(0, 1))))
  const { betId } = made.json<{ betId: number }>()
  const quoted = await bearer.send('/web-api/LiveBet/Secure/QuoteInsurance', post({ betId, percent: 50 }))
  return { bearer, quoted, quoteId: quoted.json<{ quote: { quoteId: number } }>().quote.quoteId }
}

/** The contracts of the calls of betting. */
export const BETTING_CONTRACTS: Readonly<Record<string, CallContract>> = {
  updateCoupon: one('/web-api/LiveBet/Open/UpdateCoupon'),
  updateCouponLive: one('/web-api/LiveBet-update/Open/UpdateCoupon'),
  updateCouponMulti: several('/web-api/LiveBet/Open/UpdateCouponMulti'),
  updateCouponMultiLive: several('/web-api/LiveBet-update/Open/UpdateCouponMulti'),
  saveCoupon: {
    succeed: async (server, path) => newVisitor(server).send(path, post(await askedCoupon(server))),
    refuse: (server, path) => newVisitor(server).send(path, post({ events: [{ outcomeId: 0 }] })),
    refusal: 'request.invalid',
  },
  getCoupon: {
    succeed: async (server, path) => {
      const saved = await newVisitor(server).send('/web-api/LiveBet/Open/SaveCoupon', post(await askedCoupon(server)))
      return newVisitor(server).send(path, post({ couponCode: saved.json<{ couponCode: string }>().couponCode }))
    },
    refuse: (server, path) => newVisitor(server).send(path, post({ couponCode: 'ZZZZZZZZ' })),
    refusal: 'coupon.unknown',
  },
  getAvance: {
    succeed: async (server, path) => (await newBettor(server)).bearer.send(path, post()),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post()),
    refusal: GUEST,
  },
  makeBetWeb: {
    succeed: async (server, path) => {
      const { outcomes } = await newGame(server)
      return (await newBettor(server)).bearer.send(path, post(betBody(outcomes.slice(0, 1))))
    },
    refuse: async (server, path) => {
      const { outcomes } = await newGame(server)
      return (await newPlayer(server)).send(path, post(betBody(outcomes.slice(0, 1))))
    },
    refusal: GUEST,
  },
  makeBetWebMulti: {
    succeed: async (server, path) => {
      const games = [await newGame(server), await newGame(server), await newGame(server)]
      const events = games.flatMap(({ outcomes }) => outcomes.slice(0, 1))
      const blocks = { betType: 'conditional' as const, eventsIndexes: [[0], [1, 2]], groupsSumms: [10, 15] }
      return (await newBettor(server)).bearer.send(path, post(betBody(events, blocks)))
    },
    refuse: async (server, path) => {
      const { outcomes } = await newGame(server)
      return (await newBettor(server)).bearer.send(path, post(betBody(outcomes.slice(0, 1))))
    },
    refusal: 'request.invalid',
  },
  makeBetBidWeb: {
    succeed: async (server, path) => {
      const { outcomes } = await newGame(server)
      const bid = { isAutoBet: true, autoBetCf: '2.00', dropOnScoreChange: true }
      return (await newBettor(server)).bearer.send(path, post(betBody(outcomes.slice(0, 1), bid)))
    },
    refuse: async (server, path) => {
      const { outcomes } = await newGame(server)
      return (await newBettor(server)).bearer.send(path, post(betBody(outcomes.slice(0, 1))))
    },
    refusal: 'request.invalid',
  },
  putBetsCommon: {
    succeed: async (server, path) => {
      const { outcomes } = await newGame(server)
      const coupon = { betGuid: newGuid(), checkCf: 0, approvedBet: false }
      const coupons = outcomes.map((selection) => ({ events: [selection], Summ: 2.5 }))
      return (await newBettor(server)).bearer.send(path, post({ coupon, coupons }))
    },
    refuse: async (server, path) => {
      const { outcomes } = await newGame(server)
      const coupon = { betGuid: newGuid(), checkCf: 0, approvedBet: false }
      const coupons = outcomes.map((selection) => ({ events: [selection], Summ: 2.505 }))
      return (await newBettor(server)).bearer.send(path, post({ coupon, coupons }))
    },
    refusal: 'request.invalid',
  },
  getBetByGuid: {
    succeed: async (server, path) => (await newBettor(server)).bearer.send(`${path}?betGuid=${newGuid()}`),
    refuse: async (server, path) => (await newBettor(server)).bearer.send(`${path}?betGuid=1`),
    refusal: 'request.invalid',
  },
  getBetHistory: {
    succeed: async (server, path) => (await newPlayer(server)).send(`${path}?status=1&page_number=2`),
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?dateFrom=yesterday`),
    refusal: 'request.invalid',
  },
  mailBetHistory: {
    succeed: async (server, path) => {
      const { player } = await provedPlayer(server)
      return player.send(path, post({ status: 1 }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({})),
    refusal: 'mailing.no_email',
  },
  clearBetHistory: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post()),
    refuse: (server, path) => newVisitor(server).send(path, post()),
    refusal: GUEST,
  },
  quoteCashOut: {
    succeed: async (server) => (await offeredBet(server)).quoted,
    refuse: async (server, path) => (await newBettor(server)).bearer.send(path, post({ saleBetId: 9_007_199_254 })),
    refusal: 'cash_out.bet_unknown',
  },
  sellBet: {
    succeed: async (server, path) => {
      const { bearer, quoteId } = await offeredBet(server)
      return bearer.send(path, post({ quoteId, saleGuid: newGuid() }))
    },
    refuse: async (server, path) => {
      const body = post({ quoteId: 9_007_199_254, saleGuid: newGuid() })
      return (await newBettor(server)).bearer.send(path, body)
    },
    refusal: 'cash_out.quote_unknown',
  },
  quoteInsurance: {
    succeed: async (server) => (await insurableBet(server)).quoted,
    refuse: async (server, path) => (await newBettor(server)).bearer.send(path, post({ betId: 9_007_199_254 })),
    refusal: 'insurance.bet_unknown',
  },
  insureBet: {
    succeed: async (server, path) => {
      const { bearer, quoteId } = await insurableBet(server)
      return bearer.send(path, post({ quoteId, insuranceGuid: newGuid() }))
    },
    refuse: async (server, path) => {
      const body = post({ quoteId: 9_007_199_254, insuranceGuid: newGuid() })
      return (await newBettor(server)).bearer.send(path, body)
    },
    refusal: 'insurance.quote_unknown',
  },
  cancelBetBid: {
    succeed: async (server, path) => (await newBettor(server)).bearer.send(path, post({ betGuid: newGuid() })),
    refuse: async (server, path) => (await newBettor(server)).bearer.send(path, post({ betGuid: 'mine' })),
    refusal: 'request.invalid',
  },
}
