import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RechargeAnswer, RegistrationData } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ environment: { LIVERY_TEST_MONEY: 'off' } })
})
afterAll(() => server.close())

test('PAY-7: in production nobody pays by the built-in provider, which moves no real money', async () => {
  const player = await newPlayer(server)
  const cashier = (await player.send('/web-api/getrechargedata')).json<RechargeAnswer>()
  expect(cashier.methods).toEqual([])
  const answer = await player.send('/web-api/payments/deposit', { method: 'POST', body: wish() })
  await expectError(answer, 'payment.method_unknown')
  const registration = await server.send('/web-api/registration', { method: 'POST', body: {} })
  expect(registration.json<RegistrationData>().payments).toBeUndefined()
})
