import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportOwnData } from '#calls/own-data.calls.ts'
import type { AnalyticsAnswer, OwnDataAnswer } from '#schemas'
import { throwAwayClickHouse } from '#server/analytics/event-stores.test-support.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor, PASSWORD, type TestVisitor } from '../scenes/test-visitor.ts'

const VISIT = '9b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12'
const send = (who: TestVisitor, ts: number, visitor: string) =>
  who.send('/analytics-api/event.json', {
    method: 'POST',
    body: { w: 0, sw: 1440, sh: 900, u: { visitor, visit: VISIT }, ev: { ts, e: 12370 } },
  })
const [GUEST, PLAYER] = ['3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', '5b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b13']

const place = await throwAwayClickHouse()

describe.skipIf(!place)(
  'a server whose events are in ClickHouse (skipped where none answers at CLICKHOUSE_URL)',
  () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer({ environment: { CLICKHOUSE_URL: place?.url ?? '' } })
    })
    afterAll(async () => {
      await server.close()
      await place?.drop()
    })

    test('ANA-33: events go there alone; a player exports theirs, and those of a closed account are deleted with the next round', async () => {
      const ts = server.now().getTime()
      const { player } = await provedPlayer(server)
      for (const [who, name] of [
        [newVisitor(server), GUEST],
        [player, PLAYER],
      ] as const)
        expect((await send(who, ts, name)).json<AnalyticsAnswer>()).toMatchObject({ kept: 1, dropped: {} })
      const span = { from: new Date(ts - 1000), to: new Date(ts + 1000) }
      const visitors = () => server.analytics.analytics.visitors('pier', span)
      expect(await visitors()).toBe(2)
      const body = { password: encoded(PASSWORD) }
      const { tables } = (await player.send(exportOwnData.path, { method: 'POST', body })).json<OwnDataAnswer>()
      expect(tables.analytics_event).toEqual([expect.objectContaining({ visitor_id: PLAYER, number: 12370 })])
      expect((await player.send('/web-api/user/close', { method: 'POST', body })).statusCode).toBe(200)
      await server.analytics.rounds.run()
      expect(await visitors()).toBe(1)
    })
  },
)

test('while ClickHouse does not answer, batches are asked to come again, and everything else works', async () => {
  const gateway = createServer((_request, response) => void response.writeHead(503).end())
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  const server = await startTestServer({ environment: { CLICKHOUSE_URL: `http://127.0.0.1:${port}/events` } })
  const answer = await send(newVisitor(server), server.now().getTime(), GUEST)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'storage.unavailable'])
  expect((await newVisitor(server).send('/analytics-api/vision.json')).statusCode).toBe(200)
  expect(server.log()).toContain('analytics: ClickHouse does not answer')
  await server.close()
  gateway.close()
})
