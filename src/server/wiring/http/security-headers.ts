import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { Environment } from '#schemas'
import { normalHost } from '#server/site/brands/brand-hosts.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** The policy of an answer that names no other: nothing in it runs, loads or can be framed (SEC-1, SEC-9). */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'"

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'content-security-policy': ANSWER_POLICY,
}
/** A year, which browsers take for lasting. Subdomains may belong to others: a proxy that knows better adds them. */
const HTTPS_ONLY = 'max-age=31536000'

/** Headers of every answer (SEC-1, SEC-8, ASVS 3.4); in production, one that goes over HTTPS binds the host to it.
 *  @param request left out where a request could not be read */
export function commonHeaders(
  requestId: string,
  request?: FastifyRequest,
  mode: Environment['LIVERY_MODE'] = 'development',
): Record<string, string> {
  const isBound = mode === 'production' && request !== undefined && isHttps(request)
  return {
    ...COMMON_HEADERS,
    'x-request-id': requestId,
    ...(isBound ? { 'strict-transport-security': HTTPS_ONLY } : {}),
  }
}

/** Whether the visitor's side of a request is encrypted: the connection itself, or what a trusted proxy says of it. */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}

/** What the policy of a page lets in besides the page's own host. */
export interface PageSources {
  /** Sources of the style attributes that the page was rendered with. */
  readonly styles: readonly string[]
  /** Origins that may frame the page; nobody when empty. */
  readonly frameAncestors: readonly string[]
  /** Origins of broadcast players and of games that the page may frame. */
  readonly frames: readonly string[]
  /** Origins of pictures of games and of counters. */
  readonly pictures: readonly string[]
  /** Origins that its scripts may send to. */
  readonly connects: readonly string[]
  /** Names of the Trusted Types policies that its scripts may make. */
  readonly trustedTypes: string
  /** Scheme and host that its files come from besides its own (I18N-9); undefined without one. */
  readonly content: string | undefined
}

/** The policy of a page: scripts by nonce alone, Trusted Types enforced, nothing from elsewhere. Its frames may hold
 *  documents of its own host: a hosted captcha is one, even if the brand asks for it only after the page was opened;
 *  every other document of ours refuses to be framed. */
export function pagePolicy(
  nonce: string,
  { styles, frameAncestors, frames, pictures, connects, trustedTypes, content }: PageSources,
): string {
  const files = content === undefined ? "'self'" : `'self' ${content}`
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${files} 'nonce-${nonce}'`,
    `style-src-attr ${styles.length > 0 ? `'unsafe-hashes' ${styles.join(' ')}` : "'none'"}`,
    `img-src ${[files, 'data:', ...pictures].join(' ')}`,
    `font-src ${files}`,
    `connect-src ${[files, ...connects].join(' ')}`,
    `frame-src ${["'self'", ...frames].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameAncestors.length ? frameAncestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')
}

/** What the page of a check of identity needs more than others: the provider's frame with the camera, and a Trusted Types policy that makes the
 *  address of its script and nothing else. */
export const IDENTITY_PAGE = {
  frames: ['https://*.sumsub.com'],
  trustedTypes: 'livery-identity',
  permissions:
    'camera=(self "https://*.sumsub.com"), microphone=(self "https://*.sumsub.com"), geolocation=(), payment=(), usb=()',
} as const

/** The policy of the document that holds a hosted captcha: it alone names the hosts of the provider. The provider's script
 *  writes markup and styles of its own, so Trusted Types are not asked for here.
 *  @param hosts origins of the provider, such as `https://js.hcaptcha.com`
 *  @param around origins of other sites that frame the page in which the captcha stands */
export function captchaFramePolicy(nonce: string, hosts: readonly string[], around: readonly string[] = []): string {
  const theirs = hosts.join(' ')
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'self' ${theirs}`,
    `style-src 'unsafe-inline' ${theirs}`,
    `img-src 'self' data: ${theirs}`,
    `font-src ${theirs || "'none'"}`,
    `connect-src 'self' ${theirs}`,
    `frame-src 'self' ${theirs}`,
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${["'self'", ...around].join(' ')}`,
  ].join('; ')
}

/** The policy of a document with a style of its own, such as an SVG image: it runs nothing even when it is opened by itself. */
export const DATA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** The policy of such a document that wears a brand's theme, faces and sign. */
export const DRESSED_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'; frame-ancestors 'none'"

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses calls that change something, and sockets, that come from another site (SEC-5): by Sec-Fetch-Site where the browser tells it,
 *  by Origin in any case. A client that sends neither is no browser and carries nobody's cookies.
 *  @throws AppError `origin.refused` */
export function checkOrigin(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method) && request.headers.upgrade === undefined) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') throw new AppError('origin.refused')
  if (origin !== undefined && origin !== originOf(request)) throw new AppError('origin.refused')
}

/** Scheme and host of a request, as the client wrote them. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** Scheme and host of links in messages. The host is one of the brand's own whatever the client wrote: in production the one
 *  that was asked for, without a port, else the brand's first; in development, where ports are many, as it was asked for. */
export function linkOrigin(
  request: FastifyRequest,
  { manifest }: Pick<ResolvedSite, 'manifest'>,
  mode: Environment['LIVERY_MODE'],
): string {
  const scheme = isHttps(request) ? 'https' : 'http'
  if (mode === 'development') return `${scheme}://${request.host}`
  const asked = normalHost(request.hostname)
  const own = manifest.hosts.find((host) => normalHost(host) === asked) ?? manifest.hosts[0]
  return `${scheme}://${own ?? `${manifest.id}.localhost`}`
}

/** How long a file whose path names its content may be kept. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Marks an answer as the visitor's own: nobody may keep it. */
export function neverStore(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store')
}
