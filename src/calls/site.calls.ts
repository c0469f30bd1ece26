import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** The dictionaries of a language, as JSON text inside JSON (I18N-6). */
export const getDictionaryMap = defineCall({
  id: 'getDictionaryMap',
  summary: 'Dictionary id → file path, as a JSON string.',
  method: 'GET',
  path: '/translation-api/by-lang',
  segments: ['language'],
  answer: 'site/dictionary-map',
  maxAgeSeconds: 900,
})

/** The unit dictionaries of a language (I18N-7). */
export const getUnitDictionaries = defineCall({
  id: 'getUnitDictionaries',
  summary: 'Unit dictionary id → file path.',
  method: 'GET',
  path: '/translation-api/api/external/v2/unit/language',
  segments: ['language'],
  answer: 'site/unit-dictionary-map',
  maxAgeSeconds: 900,
})

/** A dictionary's content (I18N-8). Its path contains its hash, so that it can be cached permanently. */
export const getDictionary = defineCall({
  id: 'getDictionary',
  summary: 'The texts of one dictionary in one language.',
  method: 'GET',
  path: '/genfiles/web-app-v2',
  segments: ['language', 'file'],
  answer: 'site/dictionary-content',
})

/** Keeps what a visitor agreed to, for the operator's records (STORE-7). */
export const logCookieAgreement = defineCall({
  id: 'logCookieAgreement',
  summary: 'Records the cookie consent level that a visitor chose.',
  method: 'POST',
  path: '/api-v3/v1/user/agreement-with-cookies/log',
  body: 'site/cookie-agreement',
  answer: 'defs/done-answer',
})

/** What the status page shows; anybody may ask. */
export const getSiteStatus = defineCall({
  id: 'getSiteStatus',
  summary: 'Which parts of the site work, as its status page shows them.',
  path: `${WEB_API}/site-status`,
  answer: 'site/site-status',
})
