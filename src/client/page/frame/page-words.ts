import { getFooterQuestions, getSeoContent, getSeoPageData } from '#calls/content.calls.ts'
import { ROUTES } from '#machines/site/routes/routes.ts'
import { isAskedOn } from '#machines/site/seo/questions.rules.ts'
import { contentOf, seoQuery } from '#machines/site/seo/seo-query.rules.ts'
import type { AnsweredQuestion, PageNode, RouteId, SeoPageData, SeoStatement } from '#schemas'
import type { App } from '../app-context.ts'
import { withLiveLinks } from '../live-links.ts'

/** Search texts of a page: of the brand, or of the service that it names (SEO-5, SEO-6). */
export interface PageWords {
  /** Empty values are the engine's own to say. Left out where the brand is the source. */
  readonly head?: SeoPageData
  /** The text below the page. */
  readonly nodes: readonly PageNode[]
  /** Statements of the service. */
  readonly statements: readonly SeoStatement[]
  /** Questions of the service in place of the brand's. */
  readonly questions?: readonly AnsweredQuestion[]
}

/** Pages that no search engine lists. */
const UNLISTED: ReadonlySet<(typeof ROUTES)[RouteId]['kind']> = new Set(['office', 'entry', 'error'])

/** Loads the search texts of a page. What the source does not have, or cannot say, is left to the engine: a page never fails for
 *  want of them (SEO-15). */
export async function pageWords(
  app: App,
  routeId: RouteId,
  params: Readonly<Record<string, string | undefined>>,
  pathname: string,
): Promise<PageWords | undefined> {
  const { seo } = app.site.config
  if (UNLISTED.has(ROUTES[routeId].kind)) return undefined
  const { language } = app.state.visitor
  const query = seoQuery({ routeId, params, language, pathname, host: new URL(app.origin).hostname })
  const isOfService = seo.source === 'service'
  if (!isOfService && contentOf(seo.contents, query) === null) return undefined
  const none = () => undefined
  const section = query.section === 'site' ? 'main' : (query.section ?? 'main')
  const [page, text, asked] = await Promise.all([
    isOfService ? app.call(getSeoPageData, { query }).catch(none) : undefined,
    app.call(getSeoContent, { query }).catch(none),
    isOfService && isAskedOn(routeId) ? app.call(getFooterQuestions, { segments: { section } }).catch(none) : undefined,
  ])
  const { content = [], microschema = [] } = text?.data.attributes ?? {}
  return {
    ...(page && !page.isFailed && { head: page.data.attributes }),
    nodes: withLiveLinks(app, content),
    // The brand's own questions are a statement of every page already.
    statements: isOfService ? microschema : [],
    ...(asked && !asked.isFailed && { questions: asked.data.attributes.questions }),
  }
}
