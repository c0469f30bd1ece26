import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Server, Socket } from 'node:net'
import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import { AppError } from '#calls/app-error.ts'
import type { ErrorCode } from '#schemas'
import { engineText } from './engine-texts.ts'
import { errorAnswer, httpStatus } from './error-answer.ts'
import { commonHeaders } from './security-headers.ts'

/** What Node's parser says, by our own codes; anything else is a request that cannot be read. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.head_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too_slow',
}

/** Answers what Node's parser refuses, which never becomes a request: with our headers, an id and the shape of errors. A fault of
 *  the sender is no alarm.
 *  @returns the handler of `clientError`, and what tells it of the answers that are under way */
export function createParserFaults(log: Pick<Logger, 'info'>) {
  const answers = new WeakMap<Socket, ServerResponse>()
  return {
    follow(server: Server): void {
      server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => answers.set(socket, response))
    },
    handle(error: Error & { readonly code?: string }, socket: Socket): void {
      const response = answers.get(socket)
      const isUnderWay = response?.headersSent === true && !response.writableFinished
      if (error.code === 'ECONNRESET' || !socket.writable || isUnderWay) {
        socket.destroy()
        return
      }
      const failure = new AppError(CODES[error.code ?? ''] ?? 'request.invalid')
      const requestId = nanoid()
      const status = httpStatus(failure.code)
      log.info({ reqId: requestId, status, reason: error.code }, 'a request could not be read')
      socket.end(answerText(failure, requestId, status), () => socket.destroy())
    },
  }
}

function answerText(failure: AppError, requestId: string, status: number): string {
  const body = JSON.stringify(errorAnswer(failure, requestId, engineText))
  const headers = {
    ...commonHeaders(requestId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
