import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { isStatisticsFrame } from '#machines/feed/statistics/statistics-frame.rules.ts'
import { isWidgetAddress } from '#machines/registration/registration-address.rules.ts'
import type { CallScope } from '../http/call-scope.ts'

/** How a page may be framed, and for whom it is drawn then. */
export interface Framing {
  readonly scope: CallScope
  /** Origins that may show the page in a frame; nobody when empty. */
  readonly ancestors: readonly string[]
}

/** Lets studios show the site of a draft in a frame (OPS-17). The sites that a brand names may show its registration in one, and
 *  that page alone (REG-4, SEC-1). In a frame there is no player: the session's cookie does not go there, and one of a site next
 *  door must not be drawn into it. A cookie of the frame's own tells it from others, so that a phone can be confirmed in it. */
export function framingOf(request: FastifyRequest, reply: FastifyReply, scope: CallScope): Framing {
  const { preview } = scope.site
  if (preview) {
    for (const header of ['x-frame-options', 'cross-origin-opener-policy', 'cross-origin-resource-policy'])
      reply.removeHeader(header)
    return { scope, ancestors: studioOrigins(request, preview.studioHosts) }
  }
  if (isStatisticsFrame(request.url)) return statisticsFraming(request, reply, scope)
  const { widgetOrigins } = scope.site.config.registration
  if (!widgetOrigins.length || !isWidgetAddress(request.url)) return hostFraming(request, reply, scope)
  scope.nameFrame()
  reply.removeHeader('x-frame-options')
  return { scope: { ...scope, player: null }, ancestors: widgetOrigins }
}

/** Statistics may be framed by the sites that the brand names, and by no other (SEC-10, WID-11). They are the same for everybody, so
 *  nobody is signed in within. @throws AppError origin.refused when the browser names another site around the frame */
function statisticsFraming(request: FastifyRequest, reply: FastifyReply, scope: CallScope): Framing {
  const { statisticsOrigins } = scope.site.config.iframe
  const { 'sec-fetch-dest': destination, 'sec-fetch-site': site, referer } = request.headers
  const around = referer && URL.canParse(referer) ? new URL(referer).origin : undefined
  const isFramed = destination === 'iframe' || destination === 'frame'
  if (isFramed && site === 'cross-site' && !(around && statisticsOrigins.includes(around)))
    throw new AppError('origin.refused')
  if (statisticsOrigins.length > 0) reply.removeHeader('x-frame-options')
  return { scope: { ...scope, player: null }, ancestors: statisticsOrigins }
}

/** The sites that a brand names may show any page of it in a frame (XWIN-1). What is asked for a frame of another site has no player, as in
 *  the frame of the registration; what is asked for a window of its own is framed by nobody. */
function hostFraming(request: FastifyRequest, reply: FastifyReply, scope: CallScope): Framing {
  const { hostOrigins } = scope.site.config.application
  const { 'sec-fetch-dest': destination } = request.headers
  if (hostOrigins.length === 0 || destination !== 'iframe') return { scope, ancestors: [] }
  reply.removeHeader('x-frame-options')
  return { scope: { ...scope, player: null }, ancestors: hostOrigins }
}

/** The origins of studios beside the site of a draft: the scheme of the request, and on this machine its port. */
export function studioOrigins(request: FastifyRequest, hosts: readonly string[]): string[] {
  const port = /:\d+$/.exec(request.host)?.[0] ?? ''
  return hosts.map((host) => `${request.protocol}://${host}${port}`)
}
