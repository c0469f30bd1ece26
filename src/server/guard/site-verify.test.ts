import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captchaConfig, captchaUnderTest, captchaVisitor } from './captcha.test-support.ts'
import { type HostedProvider, readVerifyUrls } from './site-verify.ts'

const SECRET = '0x0000000000000000000000000000000000000001'
const START = '2026-03-01T12:00:00Z'

/** A provider as its documents describe it: a form post of secret and response, a JSON verdict; a response is good once. */
let provider: Server
let url = ''
const asked: URLSearchParams[] = []
const used = new Set<string>()

function verdictOf(form: URLSearchParams): object {
  const response = form.get('response') ?? ''
  if (form.get('secret') !== SECRET) return { success: false, 'error-codes': ['invalid-input-secret'] }
  if (response === 'expired') return { success: false, 'error-codes': ['expired-input-response'] }
  if (!response.startsWith('good')) return { success: false, 'error-codes': ['invalid-input-response'] }
  if (used.has(response)) return { success: false, 'error-codes': ['timeout-or-duplicate'] }
  used.add(response)
  const hostname = response.includes('elsewhere') ? 'other.example' : 'red.example'
  const challenge_ts = response.includes('old') ? '2026-03-01T11:00:00Z' : START
  return { success: true, hostname, challenge_ts }
}

beforeAll(async () => {
  provider = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      asked.push(form)
      if (form.get('response') === 'broken') response.writeHead(500).end('no')
      else if (form.get('response') !== 'silent')
        response.setHeader('content-type', 'application/json').end(JSON.stringify(verdictOf(form)))
    })
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

function setUp(type: HostedProvider, secret: string | undefined = SECRET) {
  const errors: string[] = []
  const { pass } = captchaUnderTest({
    urls: { [type]: url },
    secretOf: (name) => (name === 'LIVERY_TEST_SECRET' ? secret : undefined),
    log: { error: ((_: object, text: string) => errors.push(text)) as never },
    timeoutMs: 200,
  })
  const config = captchaConfig({ type, secretKeys: { [type]: 'LIVERY_TEST_SECRET' } })
  const visitor = captchaVisitor({ config })
  return { send: (token: string | null) => pass(visitor, 'registration', token), errors }
}

describe.each(['google', 'hcaptcha', 'hunt'] as const)('CAP-1: a token of %s', (type) => {
  test('is judged by its provider, once, with our secret and the address of the visitor', async () => {
    const { send } = setUp(type)
    const token = `good ${type}`
    const before = asked.length
    expect(await send(null)).toBe('captcha.required')
    expect(await send(token)).toBe('let through')
    expect(await send(token)).toBe('captcha.spent')
    expect(asked.slice(before).map((form) => Object.fromEntries(form))).toEqual([
      { secret: SECRET, response: token, remoteip: '10.0.0.1' },
    ])
  })

  test('is refused with the reason that the provider gives', async () => {
    const { send } = setUp(type)
    expect(await send(`bad ${type}`)).toBe('captcha.invalid')
    expect(await send('expired')).toBe('captcha.expired')
    used.add(`good but used ${type}`)
    expect(await send(`good but used ${type}`)).toBe('captcha.spent')
    expect(await send(`good elsewhere ${type}`)).toBe('captcha.invalid')
    expect(await send(`good but old ${type}`)).toBe('captcha.expired')
  })

  test('cannot be judged while the provider is silent, broken, or refuses our secret; the log says so', async () => {
    const { send, errors } = setUp(type)
    expect([await send('silent'), await send('broken')]).toEqual(['captcha.unavailable', 'captcha.unavailable'])
    expect(errors).toHaveLength(2)
    const wrong = setUp(type, 'another')
    expect(await wrong.send(`good with another secret ${type}`)).toBe('captcha.unavailable')
    expect(wrong.errors.join()).toContain('refuses our secret')
    const none = setUp(type, '')
    expect(await none.send(`good without a secret ${type}`)).toBe('captcha.unavailable')
    expect(none.errors.join()).toContain('not set up')
  })
})

test('the addresses of a list are read by their providers', () => {
  expect(readVerifyUrls('hcaptcha=https://a.example/x?y=1,hunt=http://b.example/')).toEqual({
    hcaptcha: 'https://a.example/x?y=1',
    hunt: 'http://b.example/',
  })
  expect(readVerifyUrls()).toEqual({})
})
