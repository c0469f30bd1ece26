import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { networkOf } from '#server/guard/network.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { tracedStream } from '#server/tracing/tracing.ts'
import { siteOf } from '../http/request-brand.ts'

/** Where a table is watched (WebSocket). */
export const TABLE_PATH = '/ws/casino-table'
/** Where a bingo room or a draw is watched. */
export const LOTTERY_PATH = '/ws/lottery'
/** Bytes that may wait for a slow connection; beyond them it is cut. */
const MOST_WAITING_BYTES = 256 * 1024
/** Why a connection was closed (RFC 6455, 7.4). */
const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013
/** A client says nothing here. */
const MOST_BYTES = 1024
/** How often a connection is asked whether it is still there, ms. */
const PING_MS = 20_000

/** What the stream of tables is given. */
export interface TableStreamPorts {
  readonly tables: { readonly view: (brandId: string, name: string) => Promise<unknown> }
  readonly keepers: {
    readonly watch: (brandId: string, name: string, watcher: (text: string) => void) => () => void
  }
}

/** Serves tables to guests and players: each message is the whole table, so that who comes late or was away needs nothing else. The origin is
 *  checked before the connection is opened, as for every call; a connection that takes too little is cut, as is one that speaks.
 *  @param mostOfAddress connections that one address, of IPv6 one /64, may have at once  @param path where it is watched */
export async function registerTableStream(
  app: FastifyInstance,
  brands: BrandStore,
  { tables, keepers }: TableStreamPorts,
  mostOfAddress: number,
  path = TABLE_PATH,
): Promise<void> {
  if (!app.hasDecorator('websocketServer'))
    await app.register(websocket, { options: { maxPayload: MOST_BYTES, perMessageDeflate: false } })
  const counts = new Map<string, number>()
  const enter = (address: string): boolean => {
    const before = counts.get(address) ?? 0
    if (before < mostOfAddress) counts.set(address, before + 1)
    return before < mostOfAddress
  }
  const leave = (address: string): void => {
    const left = (counts.get(address) ?? 1) - 1
    if (left > 0) counts.set(address, left)
    else counts.delete(address)
  }
  await app.register(async (scope) => {
    scope.get<{ Querystring: { game?: string } }>(
      path,
      { websocket: true, preValidation: async (request) => void (await siteOf(request, brands)) },
      async (socket, request) => {
        const address = networkOf(request.ip)
        // What comes while the brand is looked up is lost to nobody: a client says nothing.
        socket.on('message', () => socket.close(POLICY_VIOLATION, 'nothing_to_say'))
        socket.on('error', (error) => scope.log.debug({ err: error }, 'a socket of a table failed'))
        if (!enter(address)) {
          socket.close(TRY_AGAIN_LATER, 'too_many_connections')
          return
        }
        const stream = tracedStream(`stream ${path}`)
        let end = (): void => undefined
        socket.on('close', () => {
          leave(address)
          end()
          stream.closed()
        })
        try {
          const { brandId } = await siteOf(request, brands)
          const game = String(request.query.game ?? '')
          await tables.view(brandId, game)
          if (socket.readyState !== socket.OPEN) return
          const stopPings = pinging(socket)
          const stopWatching = keepers.watch(brandId, game, (text) => {
            if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.close(TRY_AGAIN_LATER, 'too_slow')
            else if (socket.readyState === socket.OPEN) {
              stream.sent()
              socket.send(text)
            }
          })
          end = () => {
            stopPings()
            stopWatching()
          }
        } catch (error) {
          const isRefused = error instanceof AppError
          if (!isRefused) scope.log.warn({ err: error }, 'a table could not be watched')
          socket.close(isRefused ? POLICY_VIOLATION : GOING_AWAY, isRefused ? error.code : 'failed')
        }
      },
    )
  })
}

/** Asks a connection whether it is still there, and cuts one that does not answer: it would keep a table running. @returns what ends that */
function pinging(socket: {
  readonly ping: () => void
  readonly terminate: () => void
  readonly on: (event: 'pong', listener: () => void) => unknown
}): () => void {
  let isThere = true
  socket.on('pong', () => {
    isThere = true
  })
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate()
    isThere = false
    socket.ping()
  }, PING_MS)
  timer.unref()
  return () => clearInterval(timer)
}
