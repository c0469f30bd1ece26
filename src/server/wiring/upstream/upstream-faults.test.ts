import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { FIELDS, HOST, LOGIN, TYPES, types, upstreamScene } from '#tests/fixtures/upstream-scene.ts'
import { type PlatformAnswer, startPlatform } from './platform.test-support.ts'
import { createUpstream } from './upstream.ts'

const scene = upstreamScene()
const { logged, serve, send } = scene

describe('answers that do not fit', () => {
  test.each<[string, PlatformAnswer, string]>([
    ['a value of another kind', { body: { userId: 'secret-value' } }, '/userId'],
    ['a key that is not ours', { body: { userId: 5, extra: 'secret-value' } }, ''],
    ['no JSON', { body: 'secret-value' }, ''],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: {} }, ''],
    ['more than a mebibyte', { body: { userId: 5, extra: 'x'.repeat(1024 * 1024) } }, ''],
  ])('%s is upstream.invalid_answer, logged by its place and never passed on', async (_what, answering, pointer) => {
    scene.platform.on(`POST ${LOGIN}`, { ...answering, headers: { 'set-cookie': 'sid=s1', ...answering.headers } })
    const answer = await send('POST', LOGIN, { payload: { login: 'ann', password: 'x' } })
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({ code: 'upstream.invalid_answer' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body + logged.join('')).not.toContain('secret-value')
    const entry = logged.map((line) => JSON.parse(line)).find(({ call }) => call === 'login')
    expect(entry).toMatchObject({ level: 50, reqId: answer.headers['x-request-id'] })
    expect(entry.faults[0].pointer).toBe(pointer)
    expect(scene.platform.requests).toHaveLength(1)
  })
})

describe('a platform that does not answer', () => {
  test('is upstream.unavailable when nothing listens', async () => {
    const gone = await startPlatform()
    await gone.close()
    const other = await serve({ url: gone.url })
    const answer = await send('GET', TYPES, {}, other)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream.unavailable'])
    await other.close()
  })

  test.each([
    ['before its answer', false],
    ['in the middle of its answer', true],
  ])('is upstream.unavailable when it falls silent %s', async (_when, hasBegun) => {
    scene.platform.on(`GET ${TYPES}`, (_request, response) => {
      if (hasBegun) response.writeHead(200).write('{"data":')
      return null
    })
    const other = await serve({ timeoutMs: 100 })
    const answer = await send('GET', TYPES, {}, other)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream.unavailable'])
    expect(logged.join('')).toContain('request.timeout')
    await other.close()
  })
})

describe('the address', () => {
  test.each(['..', '.', '%2e%2e', '%2E', '', '%252e%252e'])('a segment "%s" leads nowhere else', async (segment) => {
    const other = await serve()
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = other.app.server.address() as AddressInfo
    // The client of node:http sends a path as it is given, where others would resolve its dots.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = get(
        { port, host: '127.0.0.1', path: `${FIELDS}/${segment}`, headers: { host: HOST } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      request.on('error', reject)
    })
    expect(scene.platform.requests.map(({ url }) => url)).toEqual(
      segment.startsWith('%25') ? [`${FIELDS}/${segment}`] : [],
    )
    expect(status).toBe(segment.startsWith('%25') ? 404 : 400)
    await other.close()
  })

  test('what is in a segment stays in it', async () => {
    await send('GET', `${FIELDS}/${encodeURIComponent('a/b?c#d')}`)
    expect(scene.platform.requests.map(({ url }) => url)).toEqual([`${FIELDS}/a%2Fb%3Fc%23d`])
  })

  test('a base path precedes every path', async () => {
    scene.platform.on(`GET /base${TYPES}`, { body: types })
    const other = await serve({ url: `${scene.platform.url}/base/` })
    expect((await send('GET', TYPES, {}, other)).json()).toEqual(types)
    await other.close()
  })

  test.each([
    'ftp://scene.platform.example',
    'platform.example',
    'http://ann:hidden@scene.platform.example',
    'http://scene.platform.example/?key=hidden',
    'http://scene.platform.example/#hidden',
  ])('%s is refused without being repeated', async (url) => {
    const refusal = await createUpstream({ url }).catch((error: Error) => error.message)
    expect(refusal).toMatch(/^LIVERY_UPSTREAM /)
    expect(refusal).not.toContain('hidden')
  })
})

describe('stopping', () => {
  test('waits for calls under way', async () => {
    scene.platform.on(`GET ${TYPES}`, (_request, response) => {
      setTimeout(() => response.end(JSON.stringify(types)), 100)
      return null
    })
    const other = await serve()
    const answer = send('GET', TYPES, {}, other)
    await waitForRequest()
    await other.upstream.close(15_000)
    expect((await answer).json()).toEqual(types)
    await other.close()
  })

  test('gives up those that take too long', async () => {
    scene.platform.on(`GET ${TYPES}`, () => null)
    const other = await serve()
    const answer = send('GET', TYPES, {}, other)
    await waitForRequest()
    await other.upstream.close(50)
    expect([(await answer).statusCode, (await answer).json().code]).toEqual([503, 'service.stopping'])
    await other.close()
  })

  async function waitForRequest(): Promise<void> {
    await expect.poll(() => scene.platform.requests.length, { timeout: 15_000 }).toBe(1)
  }
})
