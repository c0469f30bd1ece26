import { defineCall } from './call.ts'

/** A bearer for back ends of the same host (TOK-14); the page keeps it in the cookie `user_token` until it ends. */
export const getUserToken = defineCall({
  id: 'getUserToken',
  summary: 'A bearer of the signed-in player, for 15 minutes at most.',
  path: '/web-api/user/gettoken',
  answer: 'account/user-token-answer',
  access: 'authorized',
  isSecret: true,
})

/** The service token (TOK-15). */
export const getServiceToken = defineCall({
  id: 'getServiceToken',
  summary: 'The service token of the signed-in player, for 15 minutes at most.',
  method: 'GET',
  path: '/web-api/api/mobile/v1/token/',
  answer: 'account/service-token-answer',
  content: 'json-api',
  access: 'authorized',
  isSecret: true,
  exposes: ['date'],
})

/** Another service token, when the one before has ended or was refused (TOK-16). */
export const refreshServiceToken = defineCall({
  id: 'refreshServiceToken',
  summary: 'Another service token of the signed-in player, in place of one that has ended or was refused.',
  method: 'POST',
  path: '/web-api/api/mobile/v1/token/refresh',
  body: 'account/token-refresh-body',
  answer: 'account/service-token-answer',
  content: 'json-api',
  access: 'authorized',
  isSecret: true,
  exposes: ['date'],
})
