import { AppError } from '#calls/app-error.ts'
import { getNews, getNewsArticle, getPage } from '#calls/content.calls.ts'
import { getUserConfig } from '#calls/shell.calls.ts'
import { getDictionary, getDictionaryMap, getUnitDictionaries, logCookieAgreement } from '#calls/site.calls.ts'
import { captchaSwitch } from '#machines/captcha/captcha.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import { createContentService } from '#server/content/content.service.ts'
import { createNewsService, type NewsSource } from '#server/content/news.service.ts'
import { createSeoService } from '#server/content/seo-service.ts'
import { dictionaryContent, dictionaryFiles } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { formsHandlers } from '../account/forms.handlers.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'
import { seoHandlers } from '../seo/seo.handlers.ts'
import { pageSource } from './page-source.ts'

/** Paths of dictionaries as the calls name them: relative to the folder of `getDictionary`. */
function relativeFiles(site: ResolvedSite, language: string): Record<string, string> {
  if (!site.languages.includes(language)) throw new AppError('dictionary.unknown')
  const prefix = `${getDictionary.path}/`
  return Object.fromEntries(
    Object.entries(dictionaryFiles(site, language)).map(([id, file]) => [id, file.slice(prefix.length)]),
  )
}

function newsSource(site: ResolvedSite, now: Date): NewsSource {
  const today = zoneDay(now.getTime(), site.config.global.timeZone)
  return { ...pageSource(site), entries: site.config.information.news, today }
}

/** Ports of {@link siteHandlers}; those of a server when left out. */
export interface SitePorts {
  readonly now?: () => Date
  /** Asks services of search texts that brands name. */
  readonly fetch?: typeof fetch | undefined
}

/** The calls of the ground nouns and of information pages. */
export function siteHandlers({ now = () => new Date(), fetch = globalThis.fetch }: SitePorts = {}): AnyHandler[] {
  const content = createContentService()
  const news = createNewsService(content)
  return [
    ...formsHandlers(),
    ...seoHandlers({ content, service: createSeoService({ fetch, nowMs: () => now().getTime() }) }),
    answer(getDictionaryMap, async ({ segments }, { site }) => ({
      dictionaryMap: JSON.stringify(relativeFiles(site, segments.language)),
    })),
    answer(getUnitDictionaries, async ({ segments }, { site }) => relativeFiles(site, segments.language)),
    answer(getDictionary, async ({ segments }, { site, setMaxAge }) => {
      if (!site.languages.includes(segments.language)) throw new AppError('dictionary.unknown')
      const found = dictionaryContent(site, segments.language, segments.file)
      if (!found) throw new AppError('dictionary.unknown')
      if (found.isCurrent) setMaxAge('immutable')
      return found.content
    }),
    answer(logCookieAgreement, async ({ body }, { log, address }) => {
      log.info({ level: body.level, address }, 'cookie agreement')
      return { success: true }
    }),
    answer(getUserConfig, async (_input, { site, player }) => ({
      siteHash: site.hash,
      player: player?.summary ?? null,
      captcha: captchaSwitch(site.config.captcha),
    })),
    answer(getPage, ({ segments }, { site }) => content.page(pageSource(site), segments.language, segments.page)),
    answer(getNews, async ({ segments, query }, { site }) => ({
      items: await news.list(newsSource(site, now()), segments.language, query),
    })),
    answer(getNewsArticle, ({ segments }, { site }) =>
      news.article(newsSource(site, now()), segments.language, segments.article),
    ),
  ]
}
