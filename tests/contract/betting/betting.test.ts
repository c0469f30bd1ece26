import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdvanceAnswer, BetHistoryAnswer, CurrentCoupon, PlaceBetAnswer } from '#schemas'
import { betBody, endGame, newBettor, newGame, newGuid } from '../scenes/betting-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

const SECURE = '/web-api/LiveBet/Secure'
const OPEN = '/web-api/LiveBet/Open'
const post = (body: object) => ({ method: 'POST' as const, body })
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('BET-20, BET-21: a bet is placed once, found by its name, settled by the book, and listed in the history', async () => {
  const { gameId, outcomes } = await newGame(server)
  const { player, bearer } = await newBettor(server)
  const body = betBody(outcomes.slice(0, 1))
  const first = await bearer.send(`${SECURE}/MakeBetWeb`, post(body))
  expect(first.json<PlaceBetAnswer>()).toEqual({
    ...{ kind: 'accepted', betId: expect.any(Number), stakeMinor: 1000, possibleMinor: 1800 },
  })
  expect((await bearer.send(`${SECURE}/MakeBetWeb`, post(body))).json()).toEqual(first.json())
  const asked = await bearer.send(`${SECURE}/GetBetByGuid?betGuid=${body.betGuid}`)
  expect(asked.json()).toEqual(first.json())
  const other = await bearer.send(`${SECURE}/MakeBetWeb`, post({ ...body, summ: 11 }))
  expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'bet.guid_taken'])
  await endGame(server, gameId, 1, 0)
  expect(await server.betting.settleBets('pier')).toMatchObject({ settled: 1 })
  const history = (await player.send('/web-api/v1/bets/history')).json<BetHistoryAnswer>()
  expect(history).toMatchObject({
    total: 1,
    dateFrom: '2026-02-23',
    dateTo: '2026-03-01',
    bets: [
      { status: 2, stakeMinor: 1000, payoutMinor: 1800, betGuid: body.betGuid, legs: [{ odds: '1.8', result: 'win' }] },
    ],
  })
  expect(history.bets[0]?.explanation?.map(({ step }) => step)).toEqual(['leg', 'gross', 'payout'])
})

test('BET-23: bets are placed, and advances asked for, by the bearer of a service token alone', async () => {
  const { outcomes } = await newGame(server)
  const { player } = await newBettor(server)
  for (const call of ['Secure/MakeBetWeb', 'Secure/MakeBetWebMulti', 'Secure/MakeBetBidWeb', 'Open/GetAvance']) {
    const body = call === 'Open/GetAvance' ? {} : { body: betBody(outcomes.slice(0, 1)) }
    const answer = await player.send(`/web-api/LiveBet/${call}`, { method: 'POST', ...body })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'access.denied'])
  }
})

test('BET-20: what does not fit its call, its currency or the site is refused with what, where and why', async () => {
  const { outcomes } = await newGame(server)
  const { bearer } = await newBettor(server)
  const first = outcomes.slice(0, 1)
  const codeOf = async (path: string, body: object) => {
    const answer = await bearer.send(path, post(body))
    const { code, params } = answer.json<{ code: string; params?: { where?: string } }>()
    return [answer.statusCode, code, params?.where]
  }
  const wrong = await codeOf(`${SECURE}/MakeBetWeb`, betBody(first, { summ: 10.005 }))
  expect(wrong).toEqual([400, 'request.invalid', 'body/summ'])
  const lobby = betBody(first, { betType: 'lobby' })
  expect(await codeOf(`${SECURE}/MakeBetWeb`, lobby)).toEqual([400, 'request.invalid', 'body/betType'])
  const bid = await bearer.send(`${SECURE}/MakeBetBidWeb`, post(betBody(first, { isAutoBet: true, autoBetCf: '2.5' })))
  expect(bid.json()).toEqual({ kind: 'rejected', reason: 'bet.bid_not_offered' })
  const vip = await bearer.send(`${SECURE}/MakeBetWeb`, post(betBody(first, { VIPBetSumm: 10 })))
  expect(vip.json()).toEqual({ kind: 'rejected', reason: 'bet.not_offered' })
  const related = await bearer.send(`${SECURE}/MakeBetWeb`, post(betBody(outcomes)))
  expect(related.json()).toEqual({ kind: 'rejected', reason: 'bet.related' })
})

test('BET-18, BET-20: an advance is shown with the bets that cover it, staked beside own money, and explained', async () => {
  const [cover, game] = [
    await newGame(server, '2026-03-02T15:00:00.000Z'),
    await newGame(server, '2026-03-02T18:00:00.000Z'),
  ]
  const { player, bearer } = await newBettor(server)
  const ask = async () => (await bearer.send(`${OPEN}/GetAvance`, { method: 'POST' })).json<AdvanceAnswer>()
  expect(await ask()).toMatchObject({ available: 0, own: 50, currency: 'EUR', hours: 48, bets: [] })
  const placed = await bearer.send(`${SECURE}/MakeBetWeb`, post(betBody(cover.outcomes.slice(0, 1), { summ: 40 })))
  const { betId: coverId } = placed.json<{ betId: number }>()
  expect(await ask()).toEqual({
    available: 36,
    own: 10,
    currency: 'EUR',
    hours: 48,
    bets: [{ betId: coverId, credit: 36 }],
  })
  const later = (await newGame(server)).outcomes.slice(0, 1)
  const refused = await bearer.send(`${SECURE}/MakeBetWeb`, post(betBody(later, { summ: 20, avanceBet: true })))
  expect(refused.json()).toEqual({ kind: 'rejected', reason: 'bet.advance_window', params: { event: 1, hours: 48 } })
  const body = betBody(game.outcomes.slice(0, 1), { summ: 30, avanceBet: true })
  const made = await bearer.send(`${SECURE}/MakeBetWeb`, post(body))
  expect(made.json()).toMatchObject({ kind: 'accepted', stakeMinor: 3000 })
  expect(await ask()).toMatchObject({ available: 16, own: 0 })
  const history = async (status: number) =>
    (await player.send(`/web-api/v1/bets/history?status=${status}`)).json<BetHistoryAnswer>().bets
  expect((await history(1))[0]?.advance).toMatchObject({
    ownMinor: 1000,
    advanceMinor: 2000,
    state: 'waiting',
    cover: [{ betId: coverId, creditedMinor: 2000, repaidMinor: 0 }],
  })
  await endGame(server, cover.gameId, 1, 0)
  await endGame(server, game.gameId, 1, 0)
  await server.betting.settleBets('pier')
  expect(await history(2)).toMatchObject([
    { status: 2, payoutMinor: 5400, advance: { state: 'covered', repaidMinor: 2000 } },
    { betId: coverId, status: 2, payoutMinor: 7200, advanceRepaidMinor: 2000 },
  ])
  expect(await ask()).toMatchObject({ own: 106 })
})

test('BET-22: several single bets stand or fall as one', async () => {
  const [one, other] = [await newGame(server), await newGame(server)]
  const { player, bearer } = await newBettor(server)
  const coupon = { betGuid: newGuid(), checkCf: 0, approvedBet: false }
  const singles = [one, other].map(({ outcomes }) => ({ events: outcomes.slice(0, 1), Summ: 30 }))
  const poor = await bearer.send('/web-api/datalinelive/putbetscommon', post({ coupon, coupons: singles }))
  expect(poor.json()).toEqual({ kind: 'rejected', reason: 'balance.too_low' })
  const coupons = singles.map((single) => ({ ...single, Summ: 12.5 }))
  const named = { ...coupon, betGuid: newGuid() }
  const made = await bearer.send('/web-api/datalinelive/putbetscommon', post({ coupon: named, coupons }))
  expect(made.json()).toMatchObject({ kind: 'accepted', stakeMinor: 2500 })
  const history = (await player.send('/web-api/v1/bets/history?status=1')).json<BetHistoryAnswer>()
  expect(history.bets.map(({ place, stakeMinor }) => [place, stakeMinor])).toEqual([
    [1, 1250],
    [0, 1250],
  ])
  const rejected = (await player.send('/web-api/v1/bets/history?status=6')).json<BetHistoryAnswer>()
  expect(rejected.bets).toMatchObject([{ reason: 'balance.too_low', stakeMinor: 6000 }])
})

test('BET-18, BET-19: a coupon gets its current prices and bounds, at both addresses, several at once too', async () => {
  const [one, other] = [await newGame(server), await newGame(server)]
  const events = [one, other].map(({ outcomes }) => ({ outcomeId: outcomes[0]?.outcomeId ?? 0 }))
  const asked = { events: [...events, { outcomeId: 9 }] }
  const visitor = newVisitor(server)
  const coupon = (await visitor.send(`${OPEN}/UpdateCoupon`, post(asked))).json<CurrentCoupon>()
  expect(coupon).toMatchObject({ absentOutcomes: [9], minSumm: expect.any(Number), maxSumm: expect.any(Number) })
  expect(coupon).not.toHaveProperty('antiExpressCoef')
  expect(coupon.events.map(({ odds, status, gameName }) => [odds, status, gameName])).toEqual([
    ['1.8', 1, expect.stringMatching(/^Northgate \d+ – Harbour \d+$/)],
    ['1.8', 1, expect.any(String)],
  ])
  const update = (await visitor.send('/web-api/LiveBet-update/Open/UpdateCoupon', post(asked))).json()
  expect(update).toEqual(coupon)
  const multi = (await visitor.send(`${OPEN}/UpdateCouponMulti`, post({ coupons: [{ events }, asked] }))).json<{
    coupons: CurrentCoupon[]
  }>()
  expect(multi.coupons.map(({ antiExpressCoef }) => antiExpressCoef)).toEqual(['1.35', undefined])
  expect(multi.coupons[1]).toEqual(coupon)
})

test('BET-15: a coupon is saved under a code and loaded by anyone who has it, until it expires', async () => {
  const { outcomes } = await newGame(server)
  const events = outcomes.slice(0, 2).map(({ outcomeId }) => ({ outcomeId }))
  const saved = (await newVisitor(server).send(`${OPEN}/SaveCoupon`, post({ events }))).json<{ couponCode: string }>()
  const load = () => newVisitor(server).send(`${OPEN}/GetCoupon`, post({ couponCode: saved.couponCode.toLowerCase() }))
  const loaded = (await load()).json<{ events: { outcomeId: number }[] }>()
  expect(loaded).toMatchObject({ couponCode: saved.couponCode, absentOutcomes: [] })
  expect(loaded.events.map(({ outcomeId }) => ({ outcomeId }))).toEqual(events)
  server.wait(30 * 86_400_000)
  expect((await load()).json<{ code: string }>().code).toBe('coupon.unknown')
  server.wait(-30 * 86_400_000)
})

test('SEC-6, BET-15: an address saves so many coupons and has to wait then; others still save theirs', async () => {
  const { outcomes } = await newGame(server)
  const events = outcomes.slice(0, 1).map(({ outcomeId }) => ({ outcomeId }))
  const visitor = newVisitor(server)
  const save = async (from = visitor) => (await from.send(`${OPEN}/SaveCoupon`, post({ events }))).statusCode
  const statuses: number[] = []
  for (let saved = 0; saved < 31; saved += 1) statuses.push(await save())
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429])
  expect(await save(newVisitor(server))).toBe(200)
  server.wait(900_000)
  expect(await save()).toBe(200)
})
