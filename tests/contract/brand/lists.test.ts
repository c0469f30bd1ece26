import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getExclusionReasons } from '#calls/limits.calls.ts'
import { getConsultantRequests, getRechargeData, quoteConversion } from '#calls/payments.calls.ts'
import { getSecureQuestions } from '#calls/secret-question.calls.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { readyRequest } from '../scenes/ready-request.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newPlayer, newVisitor, register, type TestVisitor } from '../scenes/test-visitor.ts'

const HOST_OF_JETTY = 'jetty.example'
const QUOTE_MS = 45_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/auth.json', {
        secretQuestion: 'optional',
        secretQuestions: { river: { id: 41, order: 1, textKey: 'site.page_about' }, 'first-pet': { order: 2 } },
      })
      await write('pier/config/responsible.json', {
        exclusionReasons: {
          bills: { order: 1, labelKey: 'site.page_rules' },
          control: { order: 2, labelKey: 'site.page_about' },
        },
      })
      await write('pier/config/payments.json', {
        quickAmountsMinor: [700, 4200],
        consultantTopics: { card: { order: 1, nameKey: 'site.page_about', isPaymentNeeded: false } },
        conversion: { isAllowed: true, spreadPpm: 500_000, quoteMs: QUOTE_MS },
      })
      const jetty = { name: 'Jetty', extends: 'pier', schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
      await write('jetty/brand.json', { id: 'jetty', hosts: [HOST_OF_JETTY], ...jetty })
      await write('jetty/config/payments.json', { conversion: { isAllowed: false, spreadPpm: 0 } })
    },
  })
})
afterAll(() => server.close())

/** Units of a currency for one of the default currency, as the engine's root folder has them. */
function rateOf(currency: string): number {
  const file = new URL('../../../brands/_base/config/global.json', import.meta.url)
  return Number(JSON.parse(readFileSync(file, 'utf8')).currencies[currency].baseRate)
}

const asked = async (player: TestVisitor, path: string) => (await player.send(path)).json()

async function playerOfJetty(): Promise<TestVisitor> {
  const visitor = newVisitor(server)
  const player: TestVisitor = {
    ...visitor,
    send: (url, request) => visitor.send(url, { host: HOST_OF_JETTY, ...request }),
  }
  await register(player, 'fast_reg', FAST_ANSWERS)
  return player
}

describe('lists of the brand reach its players in its order and words', () => {
  test('ACC-14: secret questions', async () => {
    const { questions } = await asked(await newPlayer(server), getSecureQuestions.path)
    expect(questions[0]).toEqual({ id: 41, text: 'About us' })
    expect(questions[1].id).toBe(1)
  })

  test('reasons to exclude oneself', async () => {
    const { reasons } = await asked(await newPlayer(server), getExclusionReasons.path)
    expect(reasons.slice(0, 2)).toEqual([
      { id: 'bills', labelKey: 'site.page_rules' },
      { id: 'control', labelKey: 'site.page_about' },
    ])
  })

  test('topics of the payment consultant', async () => {
    const { topics } = await asked(await newPlayer(server), getConsultantRequests.path)
    expect(topics[0]).toMatchObject({ id: 'card', nameKey: 'site.page_about', isPaymentNeeded: false })
    expect(topics).toHaveLength(4)
  })

  test('amounts of the deposit page, in the currency of the player', async () => {
    expect((await asked(await newPlayer(server), getRechargeData.path)).quickAmounts).toEqual([7, 42])
  })
})

describe('PAY-14: an exchange of money', () => {
  test('leaves the brand its spread, and holds for as long as the brand says', async () => {
    const { url, request } = await readyRequest(server, quoteConversion)
    const { from, to, amount, receives, expiresAt } = (await server.send(url, request)).json()
    const even = (amount * rateOf(to)) / rateOf(from)
    expect(receives).toBeCloseTo(even / 2, 1)
    expect(Date.parse(expiresAt) - server.now().getTime()).toBe(QUOTE_MS)
  })

  test('is refused where the brand has none', async () => {
    const player = await playerOfJetty()
    const answer = await player.send(quoteConversion.path, {
      method: 'POST',
      body: { from: 'EUR', to: 'USD', amount: 10 },
    })
    await expectError(answer, 'payment.conversion_off')
  })
})
