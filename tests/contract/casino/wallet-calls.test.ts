import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NeutralStep, Seat, SentCall } from '#server/casino/conformance/conformance-wallet.ts'
import { judgeWallet } from '#server/casino/conformance/wallet-conformance.ts'
import { expectError } from '../scenes/answer-checks.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { PROVIDERS, type ProviderId, seatAt, sendCall, servedWallet, startWalletServer } from './wallet-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startWalletServer()
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const step = (kind: NeutralStep['kind'], more: Partial<NeutralStep> = {}): NeutralStep => ({
  ...{ kind, actionId: crypto.randomUUID(), roundId: crypto.randomUUID(), amountMinor: 100 },
  ...more,
})
const call = (id: ProviderId, seat: Seat, ...steps: NeutralStep[]) => PROVIDERS[id].steps(seat, steps, server.now())

async function answerTo(id: ProviderId, sent: SentCall) {
  const { statusCode, body } = await sendCall(server, id, sent)
  return { status: statusCode, body: JSON.parse(body) }
}

const OWN_PLAYERS = ['W12', 'W18', 'W23', 'W24', 'W29', 'W34', 'W37', 'W38', 'W39', 'W40']

describe('calls of the wallet over HTTP', () => {
  test.each([
    ['own', ['W36']],
    ['hub', ['W3', 'W6', 'W26', 'W31', 'W32', 'W36']],
    ['swipe', ['W3', 'W6', 'W26', 'W31', 'W32', 'W33', 'W36']],
  ] as const)(
    'CAS-9, CAS-10: the wallet of the server conforms in the words of the provider %s',
    {
      timeout: 240_000,
    },
    async (id, left) => {
      const { cases } = await judgeWallet(servedWallet(server, id), PROVIDERS[id])
      expect(cases.filter(({ verdict }) => verdict === 'failed')).toEqual([])
      const leftOut = cases.filter(({ verdict }) => verdict === 'not_applicable').map(({ id: found }) => found)
      expect(leftOut.sort()).toEqual([...new Set([...OWN_PLAYERS, ...left])].sort())
    },
  )

  test.each([
    ['own', 200, { status: 'refused', code: 'insufficient_funds', balance: '5000', currency: 'EUR', exponent: 2 }],
    ['hub', 200, { status: 'RS_ERROR_NOT_ENOUGH_MONEY', balance: 5_000_000, currency: 'EUR' }],
    ['swipe', 400, { code: 'insufficient_funds', message: 'Not enough money' }],
  ] as const)(
    'CAS-9: too little money is said in the words of the provider %s, with what there is',
    async (id, status, words) => {
      const { seat } = await seatAt(server, id)
      const answer = await answerTo(id, call(id, seat, step('bet', { amountMinor: 5001 })))
      expect(answer).toMatchObject({ status, body: words })
    },
  )

  test.each([
    ['own', 200, { status: 'ok', balance: '4900' }],
    ['hub', 200, { status: 'RS_OK', balance: 4_900_000 }],
    ['swipe', 200, { balance: '49.00', txID: expect.stringMatching(/^\d+$/) }],
  ] as const)('CAS-9: a bet is answered in the words of the provider %s', async (id, status, words) => {
    const { seat } = await seatAt(server, id)
    const bet = step('bet')
    const first = await answerTo(id, call(id, seat, bet))
    expect(first).toMatchObject({ status, body: words })
    expect((await answerTo(id, call(id, seat, bet))).status).toBe(status)
  })

  test.each([
    ['own', { code: 'limit_reached' }],
    ['hub', { status: 'RS_ERROR_LIMIT_REACHED' }],
    ['swipe', { code: 'bet_limit' }],
  ] as const)('a limit of the player keeps bets of the provider %s away and never wins', async (id, words) => {
    const { player, seat } = await seatAt(server, id)
    await player.send('/limit-service-api/limits', post({ kind: 'stake', period: 'day', amount: 1 }))
    const bet = step('bet')
    expect((await answerTo(id, call(id, seat, bet))).body).not.toMatchObject(words)
    expect((await answerTo(id, call(id, seat, step('bet')))).body).toMatchObject(words)
    const { roundId, actionId: reference } = bet
    const won = await answerTo(id, call(id, seat, step('win', { roundId, reference, amountMinor: 700 })))
    expect(PROVIDERS[id].read(won, 2)).toMatchObject({ isDone: true, balanceMinor: 5600 })
  })

  test('CAS-9: forged and malformed calls are refused in the words of each provider', async () => {
    const refusals = {
      own: [401, { status: 'refused', code: 'bad_signature' }, 400, { code: 'bad_request' }],
      hub: [200, { status: 'RS_ERROR_INVALID_SIGNATURE' }, 200, { status: 'RS_ERROR_WRONG_TYPES' }],
      swipe: [401, { message: 'Wrong signature' }, 400, { message: 'Bad request' }],
    } as const
    for (const id of ['own', 'hub', 'swipe'] as const) {
      const { seat } = await seatAt(server, id)
      const [forgedStatus, forgedWords, wrongStatus, wrongWords] = refusals[id]
      const [forged] = PROVIDERS[id].forged(call(id, seat, step('bet')))
      expect(await answerTo(id, forged as SentCall)).toMatchObject({ status: forgedStatus, body: forgedWords })
      const [, wrong] = PROVIDERS[id].wrongAmounts(seat, step('bet'), server.now())
      expect(await answerTo(id, wrong as SentCall)).toMatchObject({ status: wrongStatus, body: wrongWords })
    }
  })

  test('Hub88 learns who plays, and answers echo its request', async () => {
    const { seat } = await seatAt(server, 'hub')
    const ask = PROVIDERS.hub.balance(seat, server.now())
    const { request_uuid } = JSON.parse(ask.body)
    expect((await answerTo('hub', ask)).body).toEqual({
      ...{ user: seat.player, status: 'RS_OK', request_uuid, currency: 'EUR', balance: 5_000_000 },
    })
    const stranger = PROVIDERS.hub.balance({ ...seat, player: 'player-1' }, server.now())
    expect((await answerTo('hub', stranger)).body).toMatchObject({ status: 'RS_ERROR_INVALID_TOKEN' })
  })

  test('a provider calls under the hosts of the brand that has joined it, and nobody else does', async () => {
    const { seat } = await seatAt(server, 'own')
    const sent = call('own', seat, step('bet'))
    await expectError(await sendCall(server, 'nobody', sent), 'casino.provider_unknown')
    const other = await sendCall(server, 'swipe', sent)
    expect(other.statusCode).toBe(401)
    const elsewhere = { method: 'POST', host: 'nobody.example', body: sent.body, headers: sent.headers } as const
    await expectError(await server.send('/web-api/casino/wallet/own', elsewhere), 'brand.unknown_host')
  })

  test('an address that forges time and again has to wait, what is signed is taken all the same, and both are counted', async () => {
    const { seat } = await seatAt(server, 'own')
    const [forged] = PROVIDERS.own.forged(call('own', seat, step('bet')))
    const from = '10.7.7.7'
    for (let at = 0; at < 60; at++) await sendCall(server, 'own', forged as SentCall, from)
    await expectError(await sendCall(server, 'own', forged as SentCall, from), 'rate.limited')
    expect((await sendCall(server, 'own', call('own', seat, step('bet')), from)).json()).toMatchObject({ status: 'ok' })
    const metrics = (await server.send('/metrics', { host: '127.0.0.1', address: '127.0.0.1' })).body
    expect(metrics).toMatch(/livery_wallet_calls_total\{provider="own",outcome="signature"\} \d+/)
    expect(metrics).toMatch(/livery_wallet_calls_total\{provider="own",outcome="applied"\} \d+/)
    expect(server.log()).toContain('a call of a provider is not taken')
  })
})
