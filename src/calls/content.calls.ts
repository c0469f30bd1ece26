import { defineCall } from './call.ts'

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
