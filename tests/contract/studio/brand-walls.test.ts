import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#calls/call.ts'
import type { StudioErrorAnswer } from '#schemas'
import {
  claimedStudio,
  expectStudioError,
  joinedColleague,
  type StudioVisitor,
  startStudioServer,
  studioVisitor,
} from '../scenes/studio-scene.ts'
import type { TestServer } from '../scenes/test-server.ts'

let server: TestServer
let owner: StudioVisitor
let stranger: StudioVisitor
beforeAll(async () => {
  server = await startStudioServer()
  owner = await claimedStudio(server)
  stranger = await joinedColleague(server, owner, 'quay-owner', [{ role: 'owner', scope: 'quay' }])
})
afterAll(() => server.close())

/** A body or query that its schema takes. */
function example(schema: string | undefined): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined
  const url = new URL(`../../../schemas/${schema}.schema.json`, import.meta.url)
  return (JSON.parse(readFileSync(url, 'utf8')) as { examples: Record<string, unknown>[] }).examples[0]
}

const calls = () => (server.studio?.handlers ?? []).map(({ call }) => call)
const ofBrand = () => calls().filter(({ segments }) => segments?.includes('brand'))

function send(who: StudioVisitor, call: Call, brand: string) {
  const query = Object.fromEntries(
    Object.entries(example(call.query) ?? {}).map(([key, value]) => [key, String(value)]),
  )
  return who.call(call, example(call.body), { segments: [brand], query })
}

test('OPS-19: an operator reaches no brand of another by any call: each is answered as if there were no such brand', async () => {
  expect(ofBrand().length).toBeGreaterThan(40)
  for (const call of ofBrand()) {
    const kept = await send(stranger, call, 'pier')
    const { requestId: _kept, ...error } = await expectStudioError(kept, 'brand.unknown')
    const absent = (await send(stranger, call, 'nowhere')).json<StudioErrorAnswer>()
    expect({ ...error, params: undefined }, call.id).toEqual({ ...absent, requestId: undefined, params: undefined })
    expect(kept.body.replaceAll('pier', ''), call.id).not.toMatch(/Pier/)
  }
})

test('OPS-19: files of a brand are as unknown to an operator of another', async () => {
  const files = (server.studio?.files ?? []).filter(({ path }) => path.includes(':brand'))
  expect(files.length).toBeGreaterThan(0)
  for (const { path } of files) {
    const address = (brand: string) => path.replace(':brand', brand).replaceAll(/:\w+/g, '1')
    await expectStudioError(await stranger.send(address('pier')), 'brand.unknown')
    await expectStudioError(await studioVisitor(server).send(address('pier')), 'access.denied')
  }
})

test('SEC-5: every call but those of the sign-in is refused without a session, and with a forged one', async () => {
  const guests = new Set([
    'getStudioSession',
    'claimStudio',
    'joinStudio',
    'signInToStudio',
    'forgetStudioPassword',
    'resetStudioPassword',
    'startStudioPasskeySignIn',
    'signInByStudioPasskey',
  ])
  expect(new Set(calls().flatMap(({ id, access }) => (access === 'authorized' ? [] : [id])))).toEqual(guests)
  const cookie = `__Host-studio=${'A'.repeat(43)}`
  for (const call of calls().filter(({ id }) => !guests.has(id))) {
    const segments = call.segments ? ['pier'] : []
    for (const headers of [{}, { cookie }]) {
      const answer = await studioVisitor(server).call(call, undefined, { segments, headers })
      await expectStudioError(answer, 'access.denied')
    }
  }
})

test('SEC-5: no call that changes something is taken from another origin, and none is framed', async () => {
  const changing = calls().filter(({ method }) => method !== 'GET')
  expect(changing.length).toBeGreaterThan(30)
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const call of changing) {
    const segments = call.segments ? ['pier'] : []
    for (const headers of foreign) {
      const answer = await owner.call(call, example(call.body), { segments, headers })
      await expectStudioError(answer, 'origin.refused')
    }
  }
  for (const path of ['/', '/sign-in', '/brands/pier', '/people']) {
    const { headers } = await owner.send(path, { headers: { accept: 'text/html' } })
    if (headers['content-type']?.toString().startsWith('text/html'))
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options'], path).toBe('DENY')
  }
})
