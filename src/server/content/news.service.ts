import { AppError } from '#calls/app-error.ts'
import { slugOf } from '#machines/site/routes/slug.rules.ts'
import type { NewsArticleAnswer, NewsEntry, NewsItem, PageAnswer } from '#schemas'
import type { ContentService, PageSource } from './content.service.ts'

/** What the news of a brand are made of. */
export interface NewsSource extends PageSource {
  readonly entries: Readonly<Record<string, NewsEntry>>
  /** yyyy-MM-dd in the time zone of the site: news of a later day is not published yet. */
  readonly today: string
}

/** Which news is requested. */
export interface NewsWish {
  readonly section: string
  /** Upper and lower case are the same. */
  readonly championship?: string | undefined
}

/** Gives the news that a brand's configuration names, each from the page that it names. */
export interface NewsService {
  /** The news of a section, the latest first. */
  readonly list: (source: NewsSource, language: string, wish: NewsWish) => Promise<NewsItem[]>
  /** @throws AppError `news.unknown` */
  readonly article: (source: NewsSource, language: string, id: string) => Promise<NewsArticleAnswer>
}

/** News items are entries of the configuration; their texts are pages, in the languages in which the brand has them. */
export function createNewsService(content: Pick<ContentService, 'page'>): NewsService {
  return {
    async list(source, language, { section, championship }) {
      const wanted = championship === undefined ? undefined : nameKey(championship)
      const found = Object.entries(source.entries)
        .filter(([, entry]) => isTold(entry, source) && entry.section === section)
        .filter(
          ([, entry]) =>
            wanted === undefined || (entry.championship !== undefined && nameKey(entry.championship) === wanted),
        )
        .sort(([one, { date }], [other, { date: later }]) =>
          date === later ? (one < other ? -1 : 1) : date < later ? 1 : -1,
        )
      return Promise.all(
        found.map(async ([id, entry]) => itemOf(id, entry, await content.page(source, language, entry.page))),
      )
    },
    async article(source, language, id) {
      const entry = Object.hasOwn(source.entries, id) ? source.entries[id] : undefined
      if (!entry || !isTold(entry, source)) throw new AppError('news.unknown')
      const page = await content.page(source, language, entry.page)
      return { item: itemOf(id, entry, page), nodes: page.nodes }
    },
  }
}

function isTold({ isAvailable = true, date }: NewsEntry, { today }: NewsSource): boolean {
  return isAvailable && date <= today
}

/** What two spellings of a championship's name have in common: a page in another script asks by the slug. */
function nameKey(championship: string): string {
  return slugOf(championship) || championship.toLowerCase()
}

function itemOf(id: string, { date, section, championship, image }: NewsEntry, page: PageAnswer): NewsItem {
  const { language, title, description } = page
  return {
    ...{ id, date, section, language, title },
    ...(description !== undefined && { summary: description }),
    ...(championship !== undefined && { championship }),
    ...(image !== undefined && { image }),
  }
}
