import { createServer, type Server, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { readEnvironment } from '#server/environment.ts'
import { createDeliveryService } from './delivery.service.ts'
import { RefusedMessage } from './delivery-adapter.ts'
import {
  CERTIFICATE,
  headerOf,
  type MailServer,
  PASSWORD,
  partsOf,
  startMailServer,
  USER,
} from './mail-server.test-support.ts'
import { createSmtpAdapter, smtpCarrier } from './smtp-adapter.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const ARABIC = 'مرحبًا بك في Red.\n\nالرمز: 123456'
const LETTER = {
  sender: { name: 'Red, "the" brand', address: 'no-reply@red.example' },
  html: `<html dir="rtl"><p>${ARABIC}</p></html>`,
}
const MAIL = {
  brandId: 'red',
  messageId: 7,
  kind: 'mail',
  recipient: 'anna@mail.example',
  template: 'activation',
  subject: '123456 هو رمز التأكيد',
  body: ARABIC,
  letter: LETTER,
} as const
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start(...of: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...of)
  closers.push(server.close)
  return server
}

function adapterFor(
  port: number,
  { scheme = 'smtps', password = PASSWORD, host = 'localhost', timeoutMs = 5000 } = {},
) {
  const url = `${scheme}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@${host}:${port}`
  return createSmtpAdapter({ url, timeoutMs, ca: CERTIFICATE })
}

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => new Error('it was sent'),
    (error: Error) => error,
  )

describe('mail by SMTP', () => {
  test.each(['smtps', 'smtp'])(
    'goes over %s after AUTH, as plain text and HTML, with who it is from',
    async (scheme) => {
      const server = await start([], { secure: scheme === 'smtps' })
      await adapterFor(server.port, { scheme }).send(MAIL)
      expect(server.users).toEqual([USER])
      expect(server.recipients).toEqual(['anna@mail.example'])
      const [mail = ''] = server.mails
      expect(headerOf(mail, 'From')).toBe('"Red, \\"the\\" brand" <no-reply@red.example>')
      expect(headerOf(mail, 'To')).toBe('anna@mail.example')
      expect(headerOf(mail, 'Message-ID')).toBe('<red-7@red.example>')
      expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
      expect(headerOf(mail, 'Content-Type')).toMatch(/^multipart\/alternative/)
      expect(partsOf(mail)).toEqual({ 'text/plain': ARABIC, 'text/html': LETTER.html })
    },
  )

  test('a mailing says how it is ended by one press (RFC 8058); no other mail does', async () => {
    const server = await start([], { secure: true })
    await adapterFor(server.port).send(MAIL)
    const unsubscribeUrl = `https://red.example/web-api/mailing/unsubscribe?token=v1.${'Ab-_'.repeat(20)}`
    await adapterFor(server.port).send({ ...MAIL, letter: { ...LETTER, unsubscribeUrl } })
    const [mail = '', mailing = ''] = server.mails
    expect(headerOf(mail, 'List-Unsubscribe')).toBeUndefined()
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBeUndefined()
    expect(headerOf(mailing, 'List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(headerOf(mailing, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  })

  test('neither a recipient nor a subject can add headers or recipients', async () => {
    const server = await start([], { secure: true })
    const recipient = 'anna@mail.example, eve@mail.example'
    await failureOf(adapterFor(server.port).send({ ...MAIL, recipient }))
    expect(server.recipients).not.toContain('eve@mail.example')
    await adapterFor(server.port).send({ ...MAIL, subject: 'Hello\r\nBcc: eve@mail.example' })
    expect(server.recipients).not.toContain('eve@mail.example')
    expect(headerOf(server.mails.at(-1) ?? '', 'Bcc')).toBeUndefined()
  })

  test.each([421, 450, 451])('an answer of %i is a failure for now', async (status) => {
    const server = await start([status], { secure: true })
    const failure = await failureOf(adapterFor(server.port).send(MAIL))
    expect(failure).not.toBeInstanceOf(RefusedMessage)
    expect(failure.message).toContain(`the mail server answered ${status} (`)
  })

  test.each([550, 553])('an answer of %i is a refusal for good, which names nobody', async (status) => {
    const server = await start([status], { secure: true })
    const failure = await failureOf(adapterFor(server.port).send(MAIL))
    expect(failure).toBeInstanceOf(RefusedMessage)
    expect(failure.message).toBe(`the mail server answered ${status} (EENVELOPE)`)
  })

  test('a wrong password fails the connection, not the message, and is not repeated', async () => {
    const server = await start([], { secure: true })
    const failure = await failureOf(adapterFor(server.port, { password: 'canary' }).send(MAIL))
    expect(failure).not.toBeInstanceOf(RefusedMessage)
    expect(failure.message).toBe('the mail server answered 535 (EAUTH)')
  })

  test('a certificate that nobody vouches for is refused before the password is sent', async () => {
    const server = await start([], { secure: true })
    const url = `smtps://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@localhost:${server.port}`
    const failure = await failureOf(createSmtpAdapter({ url, timeoutMs: 5000 }).send(MAIL))
    expect(failure.message).toMatch(/could not be handed to the mail server \((ESOCKET|ETLS)\)/)
    expect(server.users).toEqual([])
  })

  test('a server elsewhere that offers no TLS gets neither password nor mail', async () => {
    const server = await start([], { disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    // The same machine, by an address that does not say so.
    const failure = await failureOf(adapterFor(server.port, { scheme: 'smtp', host: '0.0.0.0' }).send(MAIL))
    expect(failure.message).toMatch(/\(ETLS\)/)
    expect([server.users, server.mails]).toEqual([[], []])
    await adapterFor(server.port, { scheme: 'smtp', host: '127.0.0.1' }).send(MAIL)
    expect(server.mails).toHaveLength(1)
  })

  test('a server that says nothing is given up in time, and one that is not there at once', async () => {
    const sockets: Socket[] = []
    const silent: Server = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, resolve))
    const { port } = silent.address() as { port: number }
    const began = performance.now()
    const late = await failureOf(adapterFor(port, { scheme: 'smtp', timeoutMs: 200 }).send(MAIL))
    expect(late.message).toBe('the mail could not be handed to the mail server (ETIMEDOUT)')
    expect(performance.now() - began).toBeLessThan(2000)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
    const away = await failureOf(adapterFor(port, { scheme: 'smtp' }).send(MAIL))
    expect(away.message).toMatch(/could not be handed to the mail server \((ESOCKET|ECONNECTION|ECONNREFUSED)\)/)
  })
})

describe('the environment', () => {
  test('names a mail server, or none', async () => {
    const server = await start([], { authOptional: true, hideSTARTTLS: true })
    expect(smtpCarrier(readEnvironment({}))).toBeUndefined()
    await smtpCarrier(readEnvironment({ LIVERY_SMTP_URL: `smtp://127.0.0.1:${server.port}` }))?.send(MAIL)
    expect(server.mails).toHaveLength(1)
  })

  test('an address of another kind or with options is refused without being repeated', () => {
    for (const url of [
      'https://canary.example',
      'smtp://user:canary@host:25?logger=true',
      'smtp://user:canary@/',
      'canary',
    ]) {
      expect(() => readEnvironment({ LIVERY_SMTP_URL: url })).toThrow('LIVERY_SMTP_URL=…')
      expect(() => readEnvironment({ LIVERY_SMTP_URL: url })).not.toThrow(/canary/)
    }
  })
})

await describeOnQuickestEngine('mail through the outbox', (database) => {
  test('is tried again after a 4xx under the same Message-ID, given up after a 5xx, and logged without secrets', async () => {
    const server = await start([451, 250, 550], { secure: true })
    const lines: string[] = []
    let nowMs = NOW_MS
    const mail = adapterFor(server.port)
    const delivery = createDeliveryService({
      db: database().db,
      adapters: { mail, sms: mail },
      text: async (_brand, _language, _key, params) => `code ${String(params.code)}`,
      letter: async (brandId, _language, { body }) => ({
        sender: { name: brandId, address: 'a@red.example' },
        html: body,
      }),
      clock: () => new Date(nowMs),
      log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    })
    const enqueue = (recipient: string) =>
      forBrand(database().db, 'post').transaction((tx) =>
        delivery.enqueue(tx, {
          kind: 'mail',
          recipient,
          template: 'activation',
          language: 'en',
          params: {},
          secrets: { code: '123456' },
          now: new Date(nowMs),
        }),
      )
    await enqueue('anna@mail.example')
    await delivery.sendDue()
    expect(await delivery.listMessages('post')).toMatchObject([{ state: 'queued' }])
    nowMs += 15_000
    await delivery.sendDue()
    const [sent] = await delivery.listMessages('post')
    expect(sent?.state).toBe('sent')
    expect(server.mails.map((text) => headerOf(text, 'Message-ID'))).toEqual([`<post-${sent?.messageId}@red.example>`])
    await enqueue('nobody@mail.example')
    await delivery.sendDue()
    expect(await delivery.listMessages('post', 1)).toMatchObject([{ state: 'failed' }])
    nowMs += 3_600_000
    await delivery.sendDue()
    expect(server.mails).toHaveLength(1)
    expect(lines.join('')).toContain('the mail server answered 451')
    expect(lines.join('')).not.toMatch(/123456|anna|nobody|p:ass/)
  })
})
