import { AUTH_PATHS } from './auth-paths.ts'
import { defineCall } from './call.ts'

/** The social providers that this visitor may sign in with (AUTH-3). */
export const getSocialProviders = defineCall({
  id: 'getSocialProviders',
  summary: 'The social providers that the brand offers this visitor.',
  method: 'GET',
  path: '/web-api/socauth/providers',
  answer: 'account/social-providers-answer',
})

/** Begins signing in or registering by a social provider (AUTH-14); the browser then goes to the address of the answer. */
export const startSocial = defineCall({
  id: 'startSocial',
  summary: 'Begins a sign-in by a social provider and tells where the browser is to go.',
  method: 'POST',
  path: '/web-api/oauth/auth',
  alsoAt: AUTH_PATHS.socialStart,
  body: 'account/social-start-body',
  answer: 'account/social-start-answer',
  isSecret: true,
})

/** Where a provider brings the browser back. The answer is a redirect (303) to a page, whose address holds nothing of what the
 *  provider sent. */
export const finishSocial = defineCall({
  id: 'finishSocial',
  summary: 'Takes the browser back from a social provider and sends it on to a page.',
  method: 'GET',
  path: '/web-api/socauth/callback',
  alsoAt: '/socauth/callback',
  segments: ['provider'],
  query: 'account/social-callback-query',
  answer: 'defs/done-answer',
  isRedirect: true,
  isSecret: true,
})

/** Whom a provider has confirmed in this browser, for the form of the registration (AUTH-14). */
export const readSocial = defineCall({
  id: 'readSocial',
  summary: 'Whom a social provider has confirmed in this browser.',
  method: 'POST',
  path: '/web-api/socauth/auth',
  alsoAt: AUTH_PATHS.socialOutcome,
  answer: 'account/social-outcome-answer',
  isSecret: true,
})

/** Joins the confirmed identity to the account of the signed-in player. */
export const joinSocial = defineCall({
  id: 'joinSocial',
  summary: 'Joins the identity that a social provider has confirmed to the account of the signed-in player.',
  method: 'POST',
  path: '/web-api/socauth/join',
  answer: 'defs/done-answer',
  access: 'authorized',
})
