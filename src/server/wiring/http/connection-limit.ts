import { BlockList, isIP, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { networkOf } from '#server/guard/network.ts'

export interface ConnectionLimit {
  /** Connections that one network may have at once. */
  readonly most: number
  /** Proxies that are not counted: addresses and CIDR blocks, joined by commas. */
  readonly trustedProxies: string | undefined
}

/** How long a connection above the limit may take to be answered, ms. */
const REFUSED_WITHIN_MS = 5000
const RETRY_AFTER_SECONDS = 10
const TOLD_EVERY_MS = 60_000

/** Limits the connections of an address. One above the limit gets 429 as the answer to its first request and is closed; as many
 *  again are closed without an answer, so that a flood costs nothing. It is logged once a minute at most. */
export function limitConnections(app: FastifyInstance, { most, trustedProxies }: ConnectionLimit): void {
  const isProxy = proxyCheck(trustedProxies)
  const counts = new Map<string, number>()
  const refused = new WeakSet<Socket>()
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (address: string) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    app.log.warn({ address, most }, 'an address has too many connections')
  }
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isProxy(address)) return
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    if (count <= most) return
    tell(address)
    if (count > 2 * most) {
      socket.destroy()
      return
    }
    refused.add(socket)
    const timer = setTimeout(() => socket.destroy(), REFUSED_WITHIN_MS).unref()
    socket.once('close', () => clearTimeout(timer))
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!refused.has(request.raw.socket)) {
      done()
      return
    }
    reply.header('connection', 'close')
    done(new AppError('connection.too_many', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  })
}

/** Makes what tells whether an address is one of the proxies. @param list addresses and CIDR blocks, joined by commas */
export function proxyCheck(list: string | undefined): (address: string) => boolean {
  const proxies = new BlockList()
  for (const entry of list?.split(',') ?? []) {
    const [address = '', prefix] = entry.trim().split('/')
    const version = isIP(address)
    if (version === 0) continue
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
