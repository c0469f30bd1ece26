import { AppError } from '#calls/app-error.ts'
import { type Call, callPath } from '#calls/call.ts'
import {
  getAnalyticsCounters,
  getFooterQuestions,
  getInformationLinks,
  getLanguageIsoCodes,
  getSeoContent,
  getSeoPageData,
  getSeoVisual,
} from '#calls/content.calls.ts'
import { questionsOfSection } from '#machines/site/seo/questions.rules.ts'
import { SEO_SECTIONS } from '#machines/site/seo/seo-places.rules.ts'
import type { SeoSection } from '#schemas'
import type { ContentService } from '#server/content/content.service.ts'
import {
  EMPTY_CONTENT,
  EMPTY_PAGE_DATA,
  EMPTY_VISUAL,
  readContent,
  readCounters,
  readLanguages,
  readLinks,
  readPageData,
  readQuestions,
  readVisual,
} from '#server/content/seo-reading.rules.ts'
import type { SeoAnswer, SeoRequest, SeoService } from '#server/content/seo-service.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { brandContent, brandHead, brandLinks, brandVisual, textsOf } from './brand-seo.ts'

/** What the footer-questions call calls the section of the whole site (SEO-11). */
const MAIN = 'main'

/** What the calls of search texts need. */
export interface SeoPorts {
  readonly content: ContentService
  readonly service: SeoService
}

/** The calls of search texts: the brand is their source, or a service that it names (SEO-8 to SEO-15). */
export function seoHandlers({ content, service }: SeoPorts): AnyHandler[] {
  return [
    answer(getSeoContent, async ({ query }, scope) => {
      const told = await ofService(service, scope, getSeoContent, { query, read: readContent, empty: EMPTY_CONTENT })
      if (told) return { data: { attributes: told.value }, ...flagOf(told) }
      return { data: { attributes: await brandContent(scope, query, content) } }
    }),
    answer(getSeoPageData, async ({ query }, scope) => {
      const empty = { title: '', attributes: EMPTY_PAGE_DATA }
      const told = await ofService(service, scope, getSeoPageData, { query, read: readPageData, empty })
      const { title, attributes } = told?.value ?? brandHead(scope, query)
      return { data: { attributes }, title, ...flagOf(told) }
    }),
    answer(getSeoVisual, async ({ query }, scope) => {
      const empty = { title: '', attributes: EMPTY_VISUAL }
      const told = await ofService(service, scope, getSeoVisual, { query, read: readVisual, empty })
      const { title, attributes } = told?.value ?? brandVisual(scope, query)
      return { data: { attributes }, title, ...flagOf(told) }
    }),
    answer(getFooterQuestions, async ({ segments }, scope) => {
      const section = sectionOf(segments.section)
      const asked = { segments, query: { language: scope.language }, read: readQuestions, empty: [] }
      const told = await ofService(service, scope, getFooterQuestions, asked)
      return {
        data: { attributes: { questions: [...(told?.value ?? brandQuestions(scope, section))] } },
        ...flagOf(told),
      }
    }),
    answer(getInformationLinks, async (_input, scope) => {
      const asked = { query: { language: scope.language }, read: readLinks, empty: [] }
      const told = await ofService(service, scope, getInformationLinks, asked)
      return { links: [...(told?.value ?? brandLinks(scope))], ...flagOf(told) }
    }),
    answer(getAnalyticsCounters, async ({ query }, scope) => {
      const { counters, counterOrigins } = scope.site.config.seo
      const read = (told: unknown) => readCounters(told, counterOrigins)
      const told = await ofService(service, scope, getAnalyticsCounters, { query, read, empty: [] })
      const own = () => Object.entries(counters).map(([id, url]) => ({ id, url }))
      return { counters: [...(told?.value ?? own())], ...flagOf(told) }
    }),
    answer(getLanguageIsoCodes, async (_input, scope) => {
      const told = await ofService(service, scope, getLanguageIsoCodes, { query: {}, read: readLanguages, empty: {} })
      return told?.value ?? brandLanguages(scope)
    }),
  ]
}

/** What a call asks of the service. */
interface Asked<Value> extends Pick<SeoRequest<Value>, 'read' | 'empty' | 'query'> {
  readonly segments?: Readonly<Record<string, string>>
}

/** What the brand's service answers; null where the brand is the source. A failure is in the log with the call. */
function ofService<Value>(
  service: SeoService,
  { site, log }: CallScope,
  call: Call,
  { segments, query, ...how }: Asked<Value>,
): Promise<SeoAnswer<Value>> | null {
  const { seo } = site.config
  if (seo.source !== 'service') return null
  return service.ask({
    settings: seo,
    path: callPath(call, segments),
    query: { ...query, ...(seo.projectId !== undefined && { projectId: seo.projectId }) },
    ...how,
    onFailure: (reason) => log.warn({ brand: site.brandId, call: call.id, reason }, 'seo.failed'),
  })
}

function flagOf(told: SeoAnswer<unknown> | null): { isFailed?: true } {
  return told?.hasFailed ? { isFailed: true } : {}
}

/** @throws AppError route.not_found for a section that is none */
function sectionOf(name: string): SeoSection {
  const section = name === MAIN ? 'site' : SEO_SECTIONS.find((one) => one === name)
  if (!section) throw new AppError('route.not_found')
  return section
}

function brandQuestions(scope: CallScope, section: SeoSection) {
  const t = textsOf(scope, scope.language)
  return questionsOfSection(scope.site.config.seo.questions, section).map(({ questionKey, answerKey }) => ({
    question: t(questionKey),
    answer: t(answerKey),
  }))
}

function brandLanguages({ site }: CallScope): Record<string, string> {
  return Object.fromEntries(
    Object.entries(site.config.global.languages).map(([code, { locale }]) => [code, new Intl.Locale(locale).baseName]),
  )
}
