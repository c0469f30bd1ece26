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
