import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { readEnvironment } from '#server/environment.ts'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import { createDeliveryService } from './delivery.service.ts'
import { createSmsWebhookAdapter, smsCarrier } from './sms-webhook-adapter.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const SECRET = 'a-secret-of-the-gateway'
const NOW = new Date('2026-03-01T12:00:00.900Z')
const MESSAGE = {
  brandId: 'red',
  messageId: 7,
  kind: 'sms',
  recipient: '+77012345678',
  template: 'phone_code',
  subject: '',
  body: 'Red: 123456 confirms your phone.',
} as const
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** An SMS gateway of our own; it answers with the statuses given and repeats the last one. `hang` answers nothing. */
async function startGateway(...statuses: (number | 'hang')[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200
      received.push({ headers: request.headers, body })
      if (status !== 'hang') response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('{"told":"123456"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}/sms?key=not-for-logs`, received, server }
}

function adapterFor(url: string, timeoutMs = 2000) {
  return createSmsWebhookAdapter({ url, secret: SECRET, timeoutMs, clock: () => NOW })
}

describe('the SMS gateway', () => {
  test('gets number and text in a signed POST whose id marks its repetitions', async () => {
    const { url, received } = await startGateway(202)
    await adapterFor(url).send(MESSAGE)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toEqual({
      id: 'red-7',
      brand: 'red',
      to: '+77012345678',
      text: 'Red: 123456 confirms your phone.',
      template: 'phone_code',
    })
    await adapterFor(url).send({ ...MESSAGE, sender: 'RED' })
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ from: 'RED' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'red-7',
      'webhook-id': 'red-7',
      'webhook-timestamp': '1772366400',
      'webhook-signature': `v1,${signatureOf(SECRET, `red-7.1772366400.${body}`)}`,
    })
    expect(headers['webhook-signature']).not.toBe(`v1,${signatureOf('another secret', `red-7.1772366400.${body}`)}`)
  })

  test('ACC-6: learns when the player takes codes by messenger as well', async () => {
    const { url, received } = await startGateway(202)
    await adapterFor(url).send({ ...MESSAGE, takesAppMessages: true })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ to: '+77012345678', apps: true })
  })

  test('the signature is the one of the Standard Webhooks scheme', () => {
    // RFC 4231, test case 2.
    const hex = Buffer.from(signatureOf('Jefe', 'what do ya want for nothing?'), 'base64').toString('hex')
    expect(hex).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
  })

  test.each([400, 404, 429, 500, 503])('an answer of %i is a failure that names nothing secret', async (status) => {
    const { url } = await startGateway(status)
    await expect(adapterFor(url).send(MESSAGE)).rejects.toThrow(new Error(`the SMS gateway answered ${status}`))
  })

  test('is not followed elsewhere: the code goes to no other address', async () => {
    const { url } = await startGateway(307)
    await expect(adapterFor(url).send(MESSAGE)).rejects.toThrow('the SMS gateway answered 307')
  })

  test('one that does not answer in time is given up', async () => {
    const { url } = await startGateway('hang')
    await expect(adapterFor(url, 50).send(MESSAGE)).rejects.toThrow('the SMS gateway did not answer within 50 ms')
  })

  test('one that is not there is named by no address', async () => {
    const { url, server } = await startGateway(200)
    await new Promise((resolve) => server.close(resolve))
    const failure = await adapterFor(url)
      .send(MESSAGE)
      .catch((error: Error) => error)
    expect(String(failure)).toBe('Error: the SMS gateway could not be reached (ECONNREFUSED)')
  })
})

describe('the environment', () => {
  const clock = () => NOW

  test('names a gateway, or none', async () => {
    const { url, received } = await startGateway(200)
    expect(smsCarrier(readEnvironment({}), clock)).toBeUndefined()
    await smsCarrier(readEnvironment({ LIVERY_SMS_URL: url, LIVERY_SMS_SECRET: SECRET }), clock)?.send(MESSAGE)
    expect(received).toHaveLength(1)
  })

  test('a gateway without a secret, over plain HTTP or with a password in its address is refused, and no secret repeated', () => {
    const https = 'https://sms.example/send'
    expect(() => smsCarrier(readEnvironment({ LIVERY_SMS_URL: https }), clock)).toThrow('needs LIVERY_SMS_SECRET')
    for (const url of ['http://sms.example/send', 'https://user:word@sms.example/', 'ftp://sms.example/']) {
      expect(() => readEnvironment({ LIVERY_SMS_URL: url })).toThrow('LIVERY_SMS_URL')
    }
    expect(() => readEnvironment({ LIVERY_SMS_SECRET: 'short-canary' })).toThrow(/LIVERY_SMS_SECRET=…/)
    expect(() => readEnvironment({ LIVERY_SMS_SECRET: 'short-canary' })).not.toThrow(/short-canary/)
  })
})

await describeOnQuickestEngine('SMS through the outbox', (database) => {
  test('a gateway that fails is tried again later with the same key, and the log keeps code and number to itself', async () => {
    const { url, received } = await startGateway(500, 'hang', 200)
    const lines: string[] = []
    let nowMs = NOW.getTime()
    const sms = createSmsWebhookAdapter({ url, secret: SECRET, timeoutMs: 100, clock: () => new Date(nowMs) })
    const delivery = createDeliveryService({
      db: database().db,
      adapters: { mail: sms, sms },
      text: async (_brand, _language, _key, params) => `code ${String(params.code)}`,
      letter: () => Promise.reject(new Error('an SMS is no letter')),
      clock: () => new Date(nowMs),
      log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    })
    await forBrand(database().db, 'gateway').transaction((tx) =>
      delivery.enqueue(tx, {
        kind: 'sms',
        recipient: '+77012345678',
        template: 'phone_code',
        language: 'en',
        params: {},
        secrets: { code: '123456' },
        now: new Date(nowMs),
      }),
    )
    for (const laterMs of [0, 14_999, 1, 30_000]) {
      nowMs += laterMs
      await delivery.sendDue()
    }
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBe(3)
    expect(await delivery.listMessages('gateway')).toMatchObject([{ state: 'sent' }])
    expect(lines.join('')).toContain('the SMS gateway answered 500')
    expect(lines.join('')).not.toMatch(/123456|7012345678|not-for-logs|a-secret/)
  })
})
