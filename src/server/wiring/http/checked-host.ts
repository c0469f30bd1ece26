import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'

/** Longest name of a host (RFC 1035, 2.3.4), with a full stop at its end. */
const MOST_CHARACTERS = 254
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.?$/i
const PARTS = /^(?:\[([0-9a-f:.]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/i
const MOST_PORT = 65_535

/** Refuses a request whose Host is no `name[:port]`, is missing or is there twice (RFC 9112, 3.2), before anything is looked up by
 *  it. What a trusted proxy tells instead (`X-Forwarded-Host`) is held to the same. A client of HTTP/1.0 may leave it out.
 *  @throws AppError host.malformed */
export function checkHost(request: FastifyRequest): void {
  const { headers, rawHeaders, httpVersion } = request.raw
  if (headers.host === undefined && httpVersion === '1.0') return
  const isOnce = (rawHeaders ?? []).filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length <= 1
  if (!isOnce || !isHost(headers.host ?? '') || !isHost(request.host)) throw new AppError('host.malformed')
}

/** Whether a text is `name[:1..65535]`: a name of DNS, an IPv4 address, or an IPv6 address in brackets, which a URL can hold. */
export function isHost(text: string): boolean {
  const [, ipv6, name, port] = PARTS.exec(text) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > MOST_PORT)) return false
  if (ipv6 !== undefined) return isIPv6(ipv6)
  return name !== undefined && name.length <= MOST_CHARACTERS && NAME.test(name) && URL.canParse(`http://${name}`)
}
