import type { FastifyInstance } from 'fastify'
import { getSiteStatus } from '#calls/site.calls.ts'
import { STATUS_PATH } from '#machines/site/routes/reserved-segments.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { Environment, SiteStatus } from '#schemas'
import { withoutTestMoney } from '#server/payments/test-money.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { createStatus, type StatusPorts } from '#server/status/status.service.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'
import { languageOf, schemeOf, siteOf } from '../http/request-brand.ts'
import { DRESSED_POLICY } from '../http/security-headers.ts'
import type { BuiltPages } from '../pages/page-bundle.ts'
import { styleUrl } from '../pages/style-sheet.ts'
import { statusPage } from './status-page.ts'

/** Reads the status of a site in a language. */
export type ReadStatus = (site: ResolvedSite, language: string) => Promise<SiteStatus>

/** Joins the status with the brands. @param takesTestMoney whether methods of the built-in provider are offered */
export function createStatusWiring(ports: StatusPorts & { readonly takesTestMoney: boolean }) {
  const service = createStatus(ports)
  const read: ReadStatus = ({ brandId, config }, language) => {
    const { statusNotice } = config.support
    return service.read({
      brandId,
      sections: ports.takesTestMoney ? config : withoutTestMoney(config),
      notice: statusNotice[language] ?? statusNotice[config.global.defaultLanguage],
    })
  }
  const handlers: AnyHandler[] = [answer(getSiteStatus, (_input, { site, language }) => read(site, language))]
  return { read, handlers }
}

/** Serves the status page, which is no page of the site's own frame: that needs what may be broken. It looks up no player, so that it is
 *  there when the data are not. */
export function registerStatusPage(
  app: FastifyInstance,
  {
    brands,
    pages,
    environment,
  }: {
    readonly brands: BrandStore
    readonly pages: Pick<BuiltPages, 'manifest'>
    readonly environment: Environment
  },
  read: ReadStatus,
): void {
  app.get(STATUS_PATH, async (request, reply) => {
    const site = await siteOf(request, brands)
    const language = languageOf(request, site, environment)
    const status = await read(site, language)
    const text = textWriter(language, pageTexts(site, language))
    const html = statusPage(status, {
      ...{ site, language, scheme: schemeOf(request, site.theme.defaultScheme) },
      styles: [styleUrl(site, pages)],
      again: { to: STATUS_PATH, label: text('status.again') },
    })
    return reply
      .headers({
        'content-security-policy': DRESSED_POLICY,
        'cache-control': 'no-store',
        vary: 'accept-language, cookie',
      })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
