import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { SimulatedAct } from '#server/payments/providers/simulated/simulated-acts.ts'
import { HOSTED_PAGE } from '#server/payments/providers/simulated/simulated-provider.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { HOSTED_POLICY, hostedPage } from './hosted-page.ts'
import type { CashierPorts } from './payment-webhooks.routes.ts'

const MOST_BYTES = 1024
const STEP = 'challenge'

interface Route {
  readonly Params: { readonly reference: string }
  readonly Querystring: { readonly step?: string }
}

/** Serves the hosted page of the built-in provider. Anyone who has its address may pay, as with a real one. */
export async function registerHostedPage(
  app: FastifyInstance,
  siteOf: (request: FastifyRequest) => Promise<ResolvedSite>,
  { simulated, deliver }: CashierPorts,
): Promise<void> {
  const read = async (site: ResolvedSite, reference: string) => {
    const payment = await simulated.read(site.brandId, reference)
    if (!payment) throw new AppError('payment.unknown')
    return payment
  }
  const show = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', HOSTED_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    )
    scope.get<Route>(`${HOSTED_PAGE}/:reference`, async (request, reply) => {
      const site = await siteOf(request)
      const payment = await read(site, request.params.reference)
      return show(reply, hostedPage(site, payment, request.query.step === STEP))
    })
    scope.post<Route>(`${HOSTED_PAGE}/:reference`, async (request, reply) => {
      const site = await siteOf(request)
      const { reference } = request.params
      const payment = await read(site, reference)
      const act = request.body instanceof URLSearchParams ? request.body.get('act') : null
      if (act === STEP) return reply.redirect(`${HOSTED_PAGE}/${encodeURIComponent(reference)}?step=${STEP}`, 303)
      if (!isAct(act)) throw new AppError('request.invalid', { where: 'body/act', fault: 'is no choice of this page' })
      const after = await simulated.act(site.brandId, reference, act)
      await deliver(site.brandId)
      if (act === 'expire' && after) return reply.redirect(`${HOSTED_PAGE}/${encodeURIComponent(reference)}`, 303)
      return reply.redirect(payment.return_url, 303)
    })
  })
}

/** What players can do; a dispute is opened at a bank, not on this page. */
const OF_PLAYERS: ReadonlySet<string> = new Set<SimulatedAct>([
  'pay',
  'pay_less',
  'pay_more',
  'pay_later',
  'decline',
  'no_funds',
  'cancel',
  'expire',
])

function isAct(act: string | null): act is SimulatedAct {
  return act !== null && OF_PLAYERS.has(act)
}
