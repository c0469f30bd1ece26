import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBeacon, createBeaconVerifier } from './drand-client.ts'

const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

let server: Server
let url: string
const asked: string[] = []
const answers = new Map<string, readonly [status: number, body: string]>()
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, name = ''] = String(request.url).split('/')
    asked.push(String(request.url))
    const [status, body] = answers.get(name) ?? [404, '']
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answers.set('good', [200, JSON.stringify({ round: 1000, signature: SIGNATURE, randomness: 'whatever it says' })])
  answers.set('forged', [200, JSON.stringify({ round: 1000, signature: `${SIGNATURE.slice(0, -1)}8` })])
  answers.set('broken', [200, 'no json'])
  answers.set('early', [425, ''])
})
const verifier = createBeaconVerifier()
afterAll(async () => {
  server.close()
  await verifier.stop()
})
const ask = (...names: readonly string[]) =>
  createBeacon({ fetch, verify: verifier.verify })(
    names.map((name) => `${url}/${name}/`),
    1000,
  )

test('LOT-6: a round is asked for at its chain, and its signature is verified in another thread', async () => {
  expect(await ask('good')).toEqual({ outcome: 'used', signature: SIGNATURE })
  expect(asked.at(-1)).toBe('/good/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/1000')
})

test('LOT-6: a beacon that is silent, early, broken or forged is said to be so, and the next address is asked', async () => {
  expect(await ask('nobody', 'early', 'broken')).toEqual({ outcome: 'silent' })
  expect(await ask('forged', 'nobody')).toEqual({ outcome: 'forged' })
  expect(await ask('forged', 'good')).toEqual({ outcome: 'used', signature: SIGNATURE })
  expect(await createBeacon({ fetch, verify: verifier.verify })(['http://127.0.0.1:1'], 1000)).toEqual({
    outcome: 'silent',
  })
})
