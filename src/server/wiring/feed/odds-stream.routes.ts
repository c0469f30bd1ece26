import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { ChannelHub } from '#server/feed/stream/channel-hub.ts'
import { createStreamSession, type StreamSession } from '#server/feed/stream/stream-session.ts'
import { createTextFrames } from '#server/feed/stream/text-frame.ts'
import { networkOf } from '#server/guard/network.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { tracedStream } from '#server/tracing/tracing.ts'
import { siteOf } from '../http/request-brand.ts'

/** Where the odds stream is spoken (WebSocket). */
const PATH = '/ws/odds'
/** Longest message of a client: a thousand channels fit in. */
const MOST_BYTES = 64 * 1024
const TICK_MS = 250
/** The server stops (RFC 6455, 7.4). */
const GOING_AWAY = 1001
/** Nobody may have this many connections (RFC 6455, 7.4). */
const TRY_AGAIN_LATER = 1013
/** How long a connection may take to say good-bye, ms. */
const CLOSE_WITHIN_MS = 1000

/** Serves the odds stream to guests and players of any brand: one book for all. The origin is checked before the connection is
 *  opened, as for every call.
 *  @param mostOfAddress connections that one address, of IPv6 one /64, may have at once; a further one is closed without a word of the stream, so that
 *  its page takes it for a failed attempt and waits longer before the next */
export async function registerOddsStream(
  app: FastifyInstance,
  brands: BrandStore,
  hub: ChannelHub,
  mostOfAddress: number,
): Promise<void> {
  const count = countConnections(mostOfAddress)
  const frameOf = createTextFrames()
  const sessions = new Set<StreamSession>()
  const timer = setInterval(() => {
    for (const session of sessions) session.tick()
  }, TICK_MS)
  app.addHook('onClose', async () => clearInterval(timer))
  await app.register(websocket, { options: { maxPayload: MOST_BYTES, perMessageDeflate: false } })
  app.addHook('preClose', async () => {
    const { clients } = app.websocketServer
    for (const client of clients) client.close(GOING_AWAY)
    setTimeout(() => {
      for (const client of clients) client.terminate()
    }, CLOSE_WITHIN_MS).unref()
  })
  // Node lets go of a socket that asked for an upgrade: one that was refused would stay open indefinitely.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon()
    done()
  })
  await app.register(async (scope) => {
    scope.get(
      PATH,
      { websocket: true, preValidation: async (request) => void (await siteOf(request, brands)) },
      (socket, request) => {
        const leave = count(networkOf(request.ip))
        if (!leave) {
          scope.log.warn({ address: request.ip }, 'an address has too many connections to the odds stream')
          socket.close(TRY_AGAIN_LATER, 'too_many_connections')
          return
        }
        const stream = tracedStream(`stream ${PATH}`)
        const session = createStreamSession({
          hub,
          nowMs: () => Date.now(),
          soon: (work) => void setImmediate(work),
          socket: {
            // Nothing is compressed, so that a frame is the same bytes for everybody: they go past the sender of the socket, which
            // would encode the text for each, and write its head by itself.
            send(text) {
              if (socket.readyState !== socket.OPEN) return
              stream.sent()
              request.raw.socket.write(frameOf(text))
            },
            waitingBytes: () => socket.bufferedAmount,
            close: (code, reason) => socket.close(code, reason),
          },
        })
        sessions.add(session)
        socket.on('message', (data, isBinary) => {
          stream.received()
          session.receive(isBinary ? '' : String(data))
        })
        // What is wrong with a socket, such as a message that is too long, is followed by its close.
        socket.on('error', (error) => scope.log.debug({ err: error }, 'a socket of the odds stream failed'))
        socket.on('close', () => {
          sessions.delete(session)
          session.end()
          leave()
          stream.closed()
        })
      },
    )
  })
}

/** Counts the connections of addresses. @returns what counts one more, and gives what counts it off; null when there are too many */
function countConnections(most: number): (address: string) => (() => void) | null {
  const counts = new Map<string, number>()
  return (address) => {
    const before = counts.get(address) ?? 0
    if (before >= most) return null
    counts.set(address, before + 1)
    return () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    }
  }
}
