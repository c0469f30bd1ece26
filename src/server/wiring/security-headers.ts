import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'

/** Headers of every answer (SEC-1, SEC-8, ASVS 3.4). */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

/** The policy of a page: scripts by nonce alone, Trusted Types enforced, nothing from elsewhere.
 *  @param frameAncestors origins that may frame the page; nobody when empty */
export function pagePolicy(nonce: string, frameAncestors: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameAncestors.length ? frameAncestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types livery',
  ].join('; ')
}

/** The policy of what is no page: a JSON answer or an SVG image can run nothing even when it is opened by itself. */
export const DATA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses calls that change something and come from another site (SEC-5): by Sec-Fetch-Site where the browser tells it,
 *  by Origin in any case. A client that sends neither is no browser and carries nobody's cookies.
 *  @throws AppError `origin.refused` */
export function checkOrigin(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') throw new AppError('origin.refused')
  if (origin !== undefined && origin !== originOf(request)) throw new AppError('origin.refused')
}

/** Scheme and host of a request, as the client wrote them. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** Marks an answer as the visitor's own: nobody may keep it. */
export function neverStore(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store')
}
