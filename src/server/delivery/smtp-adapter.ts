import { createTransport, type NodemailerError } from 'nodemailer'
import type { Environment } from '#schemas'
import { traced } from '#server/tracing/tracing.ts'
import { type DeliveryAdapter, RefusedMessage, type RenderedMessage } from './delivery-adapter.ts'

/** How an operator's mail server is reached. */
export interface SmtpServer {
  /** `smtps://user:password@host:465`; a secret. */
  readonly url: string
  /** For one mail, from the connection to the last answer. */
  readonly timeoutMs: number
  /** Certificate (PEM) to trust beside those of Node.js. */
  readonly ca?: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Commands whose refusal concerns the message, not the connection or the account on the server. */
const ABOUT_THE_MESSAGE = ['EENVELOPE', 'EMESSAGE']

/** The mail server of the environment, or undefined when it names none. */
export function smtpCarrier({
  LIVERY_SMTP_URL: url,
  LIVERY_SMTP_TIMEOUT_MS: timeoutMs,
}: Pick<Environment, 'LIVERY_SMTP_URL' | 'LIVERY_SMTP_TIMEOUT_MS'>): DeliveryAdapter | undefined {
  return url ? createSmtpAdapter({ url, timeoutMs }) : undefined
}

/** Hands mails to a mail server (RFC 5321), each in a connection of its own, as plain text and HTML. `Message-ID` is
 *  the same at each try of a message, so that repetitions can be recognized. What the server refuses for good (5xx)
 *  rejects with RefusedMessage. Errors name neither recipient nor password nor text: of an answer they repeat the
 *  code alone. */
export function createSmtpAdapter({ url, timeoutMs, ca }: SmtpServer): DeliveryAdapter {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !LOOPBACK.includes(hostname),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca ? { tls: { ca } } : {}),
  })
  return {
    async send(message) {
      const mail = mailOf(message)
      try {
        const facts = { 'server.address': hostname }
        await traced('mail', { kind: 'client', facts }, () => within(timeoutMs, transport.sendMail(mail)))
      } catch (error) {
        throw failureOf(error as NodemailerError)
      }
    },
  }
}

function mailOf({ brandId, messageId, recipient, subject, body, letter }: RenderedMessage) {
  if (!letter) throw new Error('the message has no sender: only mails go by SMTP')
  const { sender, html, unsubscribeUrl } = letter
  return {
    from: sender,
    to: { name: '', address: recipient },
    subject,
    text: body,
    html,
    messageId: `<${brandId}-${messageId}@${sender.address.split('@').at(-1)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const late = Object.assign(new Error('late'), { code: 'ETIMEDOUT' })
  let timer: NodeJS.Timeout | undefined
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), timeoutMs)
  })
  return Promise.race([work, alarm]).finally(() => clearTimeout(timer))
}

function failureOf({ code = 'no code', responseCode }: NodemailerError): Error {
  if (responseCode === undefined) return new Error(`the mail could not be handed to the mail server (${code})`)
  const words = `the mail server answered ${responseCode} (${code})`
  return responseCode >= 500 && ABOUT_THE_MESSAGE.includes(code) ? new RefusedMessage(words) : new Error(words)
}
