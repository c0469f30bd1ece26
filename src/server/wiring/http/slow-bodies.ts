import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#calls/app-error.ts'

/** How slow the body of a request may be. */
export interface BodyPace {
  /** How long no byte may come, ms. */
  readonly idleMs: number
  /** How long the whole may take beside what its size allows, ms. */
  readonly graceMs: number
  /** What must come in the long run: a body of so many bytes may take a second more. */
  readonly bytesPerSecond: number
}

/** A telephone on a bad line brings four kilobytes a second; a small body is through within the grace. */
export const BODY_PACE: BodyPace = { idleMs: 30_000, graceMs: 30_000, bytesPerSecond: 4096 }
const MOST_BETWEEN_LOOKS_MS = 1000
const LOOKS_IN_IDLE = 4

interface Watched {
  readonly message: IncomingMessage
  readonly reply: FastifyReply
  readonly bytesBefore: number
  /** Moved on while it is we who do not read. */
  startedAt: number
  bytes: number
  movedAt: number
}

/** Ends bodies that come too slowly, multipart ones too: with 408 where nothing has been answered yet, else by closing the
 *  connection. The time in which the server itself does not read does not count.
 *  @returns nothing; its timer ends with the server */
export function endSlowBodies(app: FastifyInstance, pace: BodyPace = BODY_PACE): void {
  const watched = new Map<IncomingMessage, Watched>()
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const now = performance.now()
      const { bytesRead } = raw.socket
      watched.set(raw, { message: raw, reply, bytesBefore: bytesRead, startedAt: now, bytes: 0, movedAt: now })
      raw.once('end', () => watched.delete(raw))
      raw.once('close', () => watched.delete(raw))
    }
    done()
  })
  const everyMs = Math.min(MOST_BETWEEN_LOOKS_MS, pace.idleMs / LOOKS_IN_IDLE)
  const timer = setInterval(() => {
    for (const body of watched.values()) if (isLate(body, pace, everyMs)) end(body)
  }, everyMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function hasBody({ headers, socket }: IncomingMessage): boolean {
  const length = headers['content-length']
  return socket instanceof Socket && (headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0')
}

function isLate(body: Watched, { idleMs, graceMs, bytesPerSecond }: BodyPace, sinceLookMs: number): boolean {
  const { message } = body
  const now = performance.now()
  const bytes = message.socket.bytesRead - body.bytesBefore
  if (message.complete) return false
  if (bytes > body.bytes) {
    body.bytes = bytes
    body.movedAt = now
  } else if (message.readableLength > 0 && !isAnswered(body)) {
    body.movedAt = now
    body.startedAt += sinceLookMs
  }
  return now - body.movedAt > idleMs || now - body.startedAt > graceMs + (bytes / bytesPerSecond) * 1000
}

function isAnswered({ reply }: Watched): boolean {
  return reply.raw.headersSent
}

/** Lets the reader of the body fail, which is answered as any failure is; where nobody reads, the connection ends. */
function end(body: Watched): void {
  const { message } = body
  if (isAnswered(body)) {
    message.socket.destroy()
    return
  }
  if (message.listenerCount('error') === 0) return
  const isUpload = /^multipart\//i.test(message.headers['content-type'] ?? '')
  message.emit('error', new AppError(isUpload ? 'upload.too_slow' : 'request.too_slow'))
}
