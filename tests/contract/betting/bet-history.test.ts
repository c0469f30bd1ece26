import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BetHistoryAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { betBody, endGame, newGame } from '../scenes/betting-scene.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { asBearer, serviceToken } from '../scenes/token-scene.ts'

const HISTORY = '/web-api/v1/bets/history'
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('OFF-3, BET-4, MATH-12: a settled bet is listed with score, terms and reasons, mailed, and hidden when its player clears the history', async () => {
  const { player, email } = await provedPlayer(server)
  const door = forBrand(server.database.db, 'pier')
  const { accountId } = await door.transaction((tx) =>
    tx.select('identifier').select('account_id as accountId').where('value', '=', email).executeTakeFirstOrThrow(),
  )
  const gift = {
    accountId,
    currency: 'EUR',
    amountMinor: 5000,
    reference: `history-${accountId}`,
    reason: 'to bet with',
  }
  await door.transaction((tx) => correctBalance(tx, { ...gift, now: server.now() }))
  const bearer = asBearer(await serviceToken(player), player)
  const [over, open] = [await newGame(server), await newGame(server)]
  for (const { outcomes } of [over, open])
    await bearer.send('/web-api/LiveBet/Secure/MakeBetWeb', post(betBody(outcomes.slice(0, 1))))
  await endGame(server, over.gameId, 2, 1)
  await server.betting.settleBets('pier')
  const read = async () => (await player.send(HISTORY)).json<BetHistoryAnswer>()
  const before = await read()
  expect(before.bets.find(({ status }) => status === 2)).toMatchObject({
    payoutMinor: 1800,
    terms: { stakeMinor: 1000, rules: { rounding: 'half-up@1' } },
    explanation: expect.arrayContaining([expect.objectContaining({ step: 'payout', value: '18' })]),
    legs: [{ result: 'win', game: { kind: 3, sportId: 1, champName: 'League', score: { home: 2, away: 1 } } }],
  })

  const mailed = await player.send(`${HISTORY}/mail`, post({ status: 2 }))
  expect(mailed.json()).toEqual({ sentBets: 1, totalBets: 1 })
  await server.identity.delivery.sendDue()
  const [letter] = await server.identity.delivery.listMessages('pier', 1)
  expect(letter?.subject).toContain(before.dateFrom)
  expect(letter?.body).toMatch(/Won .*Stake: 10\.00\s€ · Paid: 18\.00\s€\n.*\(2:1\) – .*1\.8 – Won/)
  server.wait(61_000)
  expect((await player.send(`${HISTORY}/mail`, post({ status: 7 }))).json()).toEqual({ sentBets: 0, totalBets: 0 })

  const money = async () => (await player.send('/web-api/user/balance', post())).json()
  const balance = await money()
  expect((await player.send(`${HISTORY}/clear`, post())).json()).toEqual({ clearedBets: 1 })
  expect(await read()).toMatchObject({ total: 1, bets: [{ status: 1 }] })
  expect(await money()).toEqual(balance)
  expect((await player.send(`${HISTORY}/clear`, post())).json()).toEqual({ clearedBets: 0 })
  server.wait(1000)
  await endGame(server, over.gameId, 0, 1)
  await server.betting.settleBets('pier')
  // A correction is news, so the bet is shown again.
  expect(await read()).toMatchObject({ total: 2 })
})

test('OFF-3: where the brand does not let players clear their history, the call is none and hides nothing', async () => {
  const { player } = await provedPlayer(server)
  const clear = () => player.send(`${HISTORY}/clear`, post())
  expect((await clear()).json()).toEqual({ clearedBets: 0 })
  const flags = JSON.parse(await readFile(join(server.brands.brandsDir, 'pier/config/boolean.json'), 'utf8'))
  await server.brands.write('pier/config/boolean.json', { ...flags, isCouponDeleteAllowed: false })
  await expect.poll(async () => (await clear()).statusCode, { timeout: 5000, interval: 100 }).toBe(404)
  await expectError(await clear(), 'route.not_found')
})
