import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BetHistoryAnswer, CashOutAnswer, InsuranceAnswer } from '#schemas'
import { beginGame, betBody, newBettor, newGame, newGuid } from '../scenes/betting-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'

const SECURE = '/web-api/LiveBet/Secure'
const post = (body: object) => ({ method: 'POST' as const, body })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('BET-12, BET-17, PLACE-7: a part of a bet and then the rest are sold, once under each name', async () => {
  const { outcomes } = await newGame(server)
  const { player, bearer } = await newBettor(server)
  const placed = await bearer.send(`${SECURE}/MakeBetWeb`, post(betBody(outcomes.slice(0, 1))))
  const { betId: saleBetId } = placed.json<{ betId: number }>()
  const ask = async (body: object) => {
    const answer = (await bearer.send(`${SECURE}/QuoteSale`, post({ saleBetId, ...body }))).json<CashOutAnswer>()
    if (answer.kind !== 'quoted') throw new Error(`no offer: ${JSON.stringify(answer)}`)
    return answer.quote
  }
  const part = await ask({ soldMinor: 400 })
  expect(part).toMatchObject({ saleBetId, soldMinor: 400, remainingMinor: 600, payoutMinor: 380, possibleMinor: 1080 })
  const sale = post({ quoteId: part.quoteId, saleGuid: newGuid() })
  const sold = (await bearer.send(`${SECURE}/SellBet`, sale)).json<CashOutAnswer>()
  expect(sold).toMatchObject({ kind: 'sold', payoutMinor: 380, remainingMinor: 600 })
  expect((await bearer.send(`${SECURE}/SellBet`, sale)).json()).toEqual(sold)
  const history = async () => (await player.send('/web-api/v1/bets/history')).json<BetHistoryAnswer>().bets
  expect(await history()).toMatchObject([{ status: 1, stakeMinor: 1000, soldMinor: 400, soldForMinor: 380 }])
  const rest = await ask({})
  expect(
    (await bearer.send(`${SECURE}/SellBet`, post({ quoteId: rest.quoteId, saleGuid: newGuid() }))).json(),
  ).toMatchObject({
    kind: 'sold',
    payoutMinor: 570,
    remainingMinor: 0,
  })
  expect(await history()).toMatchObject([{ status: 7, soldMinor: 1000, soldForMinor: 950 }])
  const guest = await player.send(`${SECURE}/QuoteSale`, post({ saleBetId }))
  expect(guest.json<{ code: string }>().code).toBe('access.denied')
})

test('BET-13, PLACE-5: an amount is insured, and what is live is pending first and asked for again by its name', async () => {
  const { gameId, outcomes } = await newGame(server)
  const { bearer } = await newBettor(server)
  const placed = await bearer.send(`${SECURE}/MakeBetWeb`, post(betBody(outcomes.slice(0, 1))))
  const { betId } = placed.json<{ betId: number }>()
  const ask = (body: object) => bearer.send(`${SECURE}/QuoteInsurance`, post({ betId, ...body }))
  const both = await ask({ percent: 50, insuredMinor: 400 })
  expect([both.statusCode, both.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
  const offer = (await ask({ insuredMinor: 400 })).json<InsuranceAnswer>()
  if (offer.kind !== 'quoted') throw new Error(`no offer: ${JSON.stringify(offer)}`)
  expect(offer.quote).toMatchObject({ betId, insuredMinor: 400 })
  await beginGame(server, gameId)
  const insurance = post({ quoteId: offer.quote.quoteId, insuranceGuid: newGuid() })
  const first = (await bearer.send(`${SECURE}/InsureBet`, insurance)).json<InsuranceAnswer>()
  expect(first.kind).toBe('pending')
  const again = (await bearer.send(`${SECURE}/InsureBet`, insurance)).json<InsuranceAnswer>()
  expect(again.kind).toBe('pending')
})
