import { afterAll, beforeAll, expect, test } from 'vitest'
import { forBrand } from '#server/db/for-brand.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer } from '../scenes/test-visitor.ts'
import { loseAtRoulette } from './referral-contracts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a player finds word of paid cashback in the inbox, with its amount', async () => {
  await server.loyalty.rounds.run()
  const player = await newPlayer(server)
  await deposit(server, player, 100)
  await loseAtRoulette(server, player, 2500)
  await server.loyalty.rounds.run()
  server.wait(8 * 86_400_000)
  await server.loyalty.rounds.run()
  const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx.select('player_message').select(['title', 'body']).where('account_id', '=', player.userId).execute(),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.title).not.toContain('loyalty.')
  expect(rows[0]?.body).toMatch(/\d[.,]\d\d/)
})
