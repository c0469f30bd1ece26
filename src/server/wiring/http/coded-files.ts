import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Coding, codeForKeeps } from '../pages/holed-coding.ts'
import { codingOf } from '../pages/rendered-page.ts'
import { IMMUTABLE } from './security-headers.ts'

/** What the coded files that are kept may take, in bytes. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024
/** Below this, coding saves less than a packet. */
const LEAST_BYTES = 512
const TEXT_TYPE = /^(?:application\/json|image\/svg\+xml|text\/css)\b/

interface Uncoded {
  readonly bytes: Buffer
  readonly coding: Coding
}

/** Sends style sheets, pictures and dictionaries of brands compressed. A file that may be cached indefinitely has a
 *  path that names its content, so each is compressed once; the least recently requested is dropped first. */
export function codeFiles(app: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer, Uncoded>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: (coded, key) => coded.length + key.length,
    fetchMethod: (_key, _stale, { context }) => codeForKeeps(context.coding, context.bytes),
  })
  app.addHook('onSend', async (request, reply, payload: string | Buffer | Readable) => {
    if (!mayCode(reply)) return payload
    reply.header('vary', 'accept-encoding')
    const coding = codingOf(request.headers['accept-encoding'])
    if (!coding) return payload
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : await buffer(payload)
    if (bytes.length < LEAST_BYTES) return bytes
    const [path] = request.url.split('?')
    reply.header('content-encoding', coding).removeHeader('content-length')
    return kept.forceFetch(`${coding} ${path}`, { context: { bytes, coding } })
  })
}

function mayCode(reply: FastifyReply): boolean {
  return (
    reply.statusCode === 200 &&
    reply.getHeader('cache-control') === IMMUTABLE &&
    !reply.hasHeader('content-encoding') &&
    TEXT_TYPE.test(String(reply.getHeader('content-type')))
  )
}
