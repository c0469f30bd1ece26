import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A certificate for localhost that no authority signed, and its key; for tests alone, valid for a hundred years. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUDeWB/8jwui31F0puZvShFzNF2K0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIyMTQyOVoYDzIxMjYxMDI4
MjIxNDI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATlvSXyXStyrVs/Q/RT8gDJGvf/Ke8zN5UC8gZ+7vQJ8H1zik9Jvp55
pdkgaHiO1ftdfg1HRwAx47xWGAwq7AAoo28wbTAdBgNVHQ4EFgQUMgEzSZ2L4Cpm
3ZbLddB0wtiFFxIwHwYDVR0jBBgwFoAUMgEzSZ2L4Cpm3ZbLddB0wtiFFxIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgfw6F9J9JMcA7QE6FUZVKNwTEv21HIup2l/uW6ShN6lYCIAyH
y5OtgkW8bYy5EvhsHWUU9qs/wcgZMDo/+Rb1mn2f
-----END CERTIFICATE-----
`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyKBAo0+rIFhf5Vmh
RXESx/KLKP0Zqyz986TJAVSejBChRANCAATlvSXyXStyrVs/Q/RT8gDJGvf/Ke8z
N5UC8gZ+7vQJ8H1zik9Jvp55pdkgaHiO1ftdfg1HRwAx47xWGAwq7AAo
-----END PRIVATE KEY-----
`

export const USER = 'livery@mail'
export const PASSWORD = 'p:ass/word@1'

export interface MailServer {
  readonly port: number
  /** Mails as they came over the wire. */
  readonly mails: readonly string[]
  readonly recipients: readonly string[]
  /** Names of users who gave the password. */
  readonly users: readonly string[]
  readonly close: () => Promise<void>
}

/** A mail server of our own on a free port, which takes mail from USER with PASSWORD.
 *  @param answers what it answers to recipients, in order, such as [451, 250]; 250 when there are no more */
export async function startMailServer(
  answers: readonly number[] = [],
  options: SMTPServerOptions = {},
): Promise<MailServer> {
  const mails: string[] = []
  const recipients: string[] = []
  const users: string[] = []
  let asked = 0
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    onAuth({ username, password }, _session, done) {
      if (username !== USER || password !== PASSWORD) return done(refusal(535, `no, ${password}`))
      users.push(username)
      return done(null, { user: username })
    },
    onRcptTo({ address }, _session, done) {
      const answer = answers[asked++] ?? 250
      if (answer !== 250) return done(refusal(answer, `not to ${address}`))
      recipients.push(address)
      return done()
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    ...options,
  })
  // A client that breaks off is what some tests are about.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.server.address() as AddressInfo
  return { port, mails, recipients, users, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Parts of a mail by their media type, decoded. */
export function partsOf(mail: string): Readonly<Record<string, string>> {
  const boundary = /boundary="?([^"\r\n;]+)/.exec(mail)?.[1] ?? ''
  const parts = mail.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      return [/content-type: ([\w/]+)/i.exec(head)?.[1] ?? '', decoded(head, body.join('\r\n\r\n'))]
    }),
  )
}

/** The text after a header's name, its lines joined. */
export function headerOf(mail: string, name: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]
}

function decoded(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  if (!/quoted-printable/i.test(head)) return body.replaceAll('\r\n', '\n').trimEnd()
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n').trimEnd()
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
