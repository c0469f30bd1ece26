import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCoupon } from '#calls/betting.calls.ts'
import { buildDuel } from '#calls/feed.calls.ts'
import { uploadDocuments } from '#calls/identification.calls.ts'
import { exportOwnData } from '#calls/own-data.calls.ts'
import { expectError } from './scenes/answer-checks.ts'
import { readyRequest } from './scenes/ready-request.ts'
import { startTestServer, type TestServer } from './scenes/test-server.ts'

const ONCE = { attempts: 1 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('pier/config/auth.json', {
        rateLimits: {
          coupon_saving: { ip: { short: ONCE } },
          data_export: { account: { long: ONCE } },
          document_upload: { account: { short: ONCE } },
          duel_building: { ip: { short: ONCE } },
        },
      }),
  })
})
afterAll(() => server.close())

test.each([saveCoupon, exportOwnData, uploadDocuments, buildDuel])(
  'SEC-6: $id is answered as often as the budget of the brand says, and refused with the time to wait afterwards',
  async (call) => {
    const { url, request } = await readyRequest(server, call)
    expect((await server.send(url, request)).statusCode).toBe(200)
    const { retryAfterSeconds } = await expectError(await server.send(url, request), 'rate.limited')
    expect(retryAfterSeconds).toBeGreaterThan(0)
  },
)
