import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** An information page of the brand as a tree of nodes. */
export const getPage = defineCall({
  id: 'getPage',
  summary: 'An information page in the language of the request.',
  method: 'GET',
  path: '/web-api/content/page',
  segments: ['language', 'page'],
  answer: 'content/page-answer',
})

/** The news of a section of the sportsbook (SPORT-8). */
export const getNews = defineCall({
  id: 'getNews',
  summary: 'The news of a section in the language of the request, the latest first.',
  path: '/web-api/content/news',
  segments: ['language'],
  query: 'content/news-query',
  answer: 'content/news-answer',
})

/** A piece of news as a tree of nodes (SPORT-8). */
export const getNewsArticle = defineCall({
  id: 'getNewsArticle',
  summary: 'A piece of news in the language of the request.',
  path: '/web-api/content/article',
  segments: ['language', 'article'],
  answer: 'content/news-article-answer',
})

/** The search text of a page: of the brand, or of its service (SEO-8, SEO-18). */
export const getSeoContent = defineCall({
  id: 'getSeoContent',
  summary: 'The text below a page and its statements for search engines.',
  path: '/frontend-api/seo/seoContent',
  query: 'content/seo-query',
  answer: 'content/seo-content-answer',
})

/** What the head of a page says: by the brand, or by its service (SEO-9). */
export const getSeoPageData = defineCall({
  id: 'getSeoPageData',
  summary: 'Title, description, robots, canonical, alternatives and further tags of a page.',
  path: '/seo-module-api/api/v2/pagedata',
  query: 'content/seo-query',
  answer: 'content/seo-page-data-answer',
})

/** What a link to a page shows where it is shared (SEO-9). */
export const getSeoVisual = defineCall({
  id: 'getSeoVisual',
  summary: 'Title, description and picture of a page where it is shared.',
  path: '/seo-module-api/api/v1/visual',
  query: 'content/seo-query',
  answer: 'content/seo-visual-answer',
})

/** The counters of visits that the site has (SEO-13). */
export const getAnalyticsCounters = defineCall({
  id: 'getAnalyticsCounters',
  summary: 'Counters of other companies; pages load them after consent to marketing alone.',
  path: '/seo-module-api/api/public/v1/analytics-counters',
  query: 'content/seo-counters-query',
  answer: 'content/seo-counters-answer',
})

/** The questions below the pages of a section (SEO-10, SEO-11). */
export const getFooterQuestions = defineCall({
  id: 'getFooterQuestions',
  summary: 'Questions and answers of a section; `main` are those of the whole site.',
  path: `${WEB_API}/external-api/seo/questions/footer`,
  segments: ['section'],
  answer: 'content/seo-questions-answer',
})

/** The information pages that the site offers (SEO-12). */
export const getInformationLinks = defineCall({
  id: 'getInformationLinks',
  summary: 'Names and addresses of the information pages in the language of the request.',
  path: `${WEB_API}/external-api/seo/information/links`,
  answer: 'content/seo-links-answer',
})

/** The languages of the site as search engines write them (SEO-14). */
export const getLanguageIsoCodes = defineCall({
  id: 'getLanguageIsoCodes',
  summary: 'The languages of the site: code → language tag of BCP 47.',
  path: '/seo-module-api/api/public/v1/language-iso-codes',
  answer: 'content/seo-languages-answer',
})
