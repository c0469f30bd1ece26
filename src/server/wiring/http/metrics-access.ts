import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'

/** What a proxy leaves in a request that it passes on. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Addresses that no request from the open network has (RFC 1122, 1918, 4193, 4291). */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Lets metrics be read with the token, from anywhere. Without a token in the environment they are read from this machine or
 *  its network alone: not through a proxy, and under an address or a name without a dot, never under a brand's host.
 *  @throws AppError access.denied for a missing or wrong token; route.not_found, as if there were no such page */
export function checkMetricsReader(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    if (isSameText(request.headers.authorization ?? '', `Bearer ${token}`)) return
    throw new AppError('access.denied')
  }
  const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)
  if (isForwarded || !isPrivate(request.socket.remoteAddress ?? '') || !isMachineName(request.hostname))
    throw new AppError('route.not_found')
}

function isPrivate(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

function isMachineName(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^[a-z0-9_-]+$/i.test(host)
}

/** Compares in a time that tells nothing of where the texts differ. */
function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
