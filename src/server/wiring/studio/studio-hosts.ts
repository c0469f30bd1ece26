import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Environment } from '#schemas'
import { normalHost } from '#server/site/brands/brand-hosts.ts'
import { LOCAL_STUDIO, studioHostsOf } from '#server/site/brands/reserved-names.ts'
import { proxyCheck } from '../http/connection-limit.ts'

/** What routes of the studio ask for, so that they answer under its hosts alone. */
export const ON_STUDIO_HOST = { constraints: { studio: 'studio' } } as const

/** The hosts of the studio, which is off when there is none: those that are named, and in development a name of this machine. */
export function studioHosts(environment: Pick<Environment, 'LIVERY_MODE' | 'LIVERY_STUDIO_HOSTS'>): readonly string[] {
  return [...(environment.LIVERY_MODE === 'development' ? [LOCAL_STUDIO] : []), ...studioHostsOf(environment)]
}

/** Gives a request under a host of the studio to routes with {@link ON_STUDIO_HOST} alone, and to no route of a brand. The host is
 *  that of the request, or the one that a trusted proxy tells. It has to be called before any route is registered.
 *  @param trustedProxies addresses and CIDR blocks, joined by commas */
export function keepStudioApart(
  app: FastifyInstance,
  hosts: readonly string[],
  trustedProxies: string | undefined,
): void {
  const isProxy = proxyCheck(trustedProxies)
  const own = new Set(hosts)
  app.addConstraintStrategy({
    name: 'studio',
    mustMatchWhenDerived: true,
    storage: () => {
      const stores = new Map<unknown, never>()
      return { get: (value) => stores.get(value) ?? null, set: (value, store) => stores.set(value, store as never) }
    },
    deriveConstraint: (request) =>
      own.has(hostOf(request as IncomingMessage, isProxy)) ? ON_STUDIO_HOST.constraints.studio : undefined,
  })
}

/** The host of a request as Fastify tells it later: the last that a trusted proxy forwards, else its own. */
function hostOf({ headers, socket }: IncomingMessage, isProxy: (address: string) => boolean): string {
  const forwarded = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const told = forwarded && isProxy(socket?.remoteAddress ?? '') ? forwarded : headers.host
  return normalHost(told ?? '')
}
