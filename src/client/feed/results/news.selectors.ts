import { formatDay } from '#machines/site/date-format.rules.ts'
import type { NewsEntryView } from '#renderers/site/home/NewsList.tsx'
import type { NewsItem, RouteId } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { assetUrl } from '../../page/frame.selectors.ts'
import { offeredPath } from '../../page/paths.ts'

/** Where a piece of news of a section has its page. */
const ARTICLES: Readonly<Record<string, RouteId>> = { champions: 'champions_news_article' }

/** A piece of news as it is shown; null where the site has no page for it. */
export function newsEntry(
  app: App,
  { id, date, section, language, title, summary, championship, image }: NewsItem,
): NewsEntryView | null {
  const routeId = ARTICLES[section]
  const to = routeId ? offeredPath(app, routeId, { article: id }) : null
  if (!to) return null
  const own = app.state.visitor.language
  const spoken = app.site.config.global.languages[own]
  return {
    ...{ id, to, title, summary, topic: championship, day: date },
    dayText: spoken ? formatDay(date, spoken) : date,
    image: image === undefined ? undefined : assetUrl(app.site, image),
    language: language === own ? undefined : language,
  }
}
