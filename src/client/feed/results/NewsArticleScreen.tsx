import { useLoaderData } from 'react-router'
import { getNews, getNewsArticle } from '#calls/content.calls.ts'
import { newsArticle } from '#machines/site/seo/json-ld.rules.ts'
import { RichText } from '#renderers/site/content/RichText.tsx'
import { NewsList } from '#renderers/site/home/NewsList.tsx'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { NewsArticleAnswer, NewsItem } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { withLiveLinks } from '../../page/live-links.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { SectionHead } from '../board/SectionHead.tsx'
import { sectionOf, sectionPath } from '../board/section.selectors.ts'
import styles from './NewsArticle.module.css'
import { newsEntry } from './news.selectors.ts'

/** Other news below a piece of news. */
const MOST_OTHERS = 3

interface ArticleData extends NewsArticleAnswer {
  readonly others: readonly NewsItem[]
}

/** Loads a piece of news and the others of its section (SPORT-8).
 *  @throws AppError news.unknown, route.not_found when the brand has not configured its section */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<ArticleData>> {
  const { language } = app.state.visitor
  const { item, nodes } = await app.call(getNewsArticle, { segments: { language, article: params.article ?? '' } })
  sectionOf(app, item.section)
  const { items } = await app.call(getNews, { segments: { language }, query: { section: item.section } })
  const others = items.filter(({ id }) => id !== item.id).slice(0, MOST_OTHERS)
  const { title, summary } = item
  return {
    meta: () => ({ title, ...(summary === undefined ? {} : { description: summary }) }),
    facts: () => ({
      isArticle: true,
      statements: [newsArticle(title, app.origin + url.pathname, item.date)],
    }),
    data: { item, nodes: withLiveLinks(app, nodes), others },
  }
}

/** A piece of news: its picture, its text, and others of its section. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { item, nodes, others } = useLoaderData<ScreenData<ArticleData>>().data
  const entry = newsEntry(app, item)
  const more = others.flatMap((other) => newsEntry(app, other) ?? [])
  const all = sectionPath(app, item.section, 'news')
  return (
    <>
      <SectionHead
        section={item.section}
        title={item.title}
        {...(all ? { trail: [{ id: 'news', label: t('board.section_page_news'), to: all }] } : {})}
      />
      <article className={styles.article} lang={entry?.language}>
        {entry?.image && <img className={styles.image} src={entry.image} alt="" width={480} height={320} />}
        <p className={styles.about}>
          <time dateTime={item.date}>{entry?.dayText ?? item.date}</time>
          {item.championship && <bdi>{item.championship}</bdi>}
        </p>
        <RichText nodes={nodes} />
      </article>
      {more.length > 0 && (
        <section className={styles.more}>
          <SectionHeading title={t('news.more')} allPath={all ?? undefined} />
          <NewsList items={more} />
        </section>
      )}
    </>
  )
}
