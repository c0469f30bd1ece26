import { defineCall } from './call.ts'

/** Signs in by e-mail, phone or account number (AUTH-1). The session is a cookie. */
export const login = defineCall({
  id: 'login',
  summary: 'Signs in with a password.',
  method: 'POST',
  path: '/web-api/account/login',
  alsoAt: '/account/login',
  body: 'account/login-body',
  answer: 'account/login-answer',
  isSecret: true,
})

/** Signs out (AUTH-17). */
export const disconnect = defineCall({
  id: 'disconnect',
  summary: 'Ends the session of the cookie.',
  method: 'POST',
  path: '/web-api/user/disconnect',
  alsoAt: '/user/disconnect',
  answer: 'defs/done-answer',
})

/** Proves an address by the mailed link or code and signs in (AUTH-10, decision 67). */
export const activate = defineCall({
  id: 'activate',
  summary: 'Activates an account and signs its player in.',
  method: 'POST',
  path: '/web-api/api/internal/v1/user/activate',
  body: 'account/activation-body',
  answer: 'account/login-answer',
  isSecret: true,
})

/** Sends the activation mail again (AUTH-11). It answers alike whether there is such an account. */
export const sendActivationMail = defineCall({
  id: 'sendActivationMail',
  summary: 'Sends the activation mail of an account again.',
  method: 'POST',
  path: '/web-api/user/sendActivationMail',
  body: 'account/send-activation-body',
  answer: 'defs/done-answer',
})

/** What is known of the signed-in player (calls §7, office data). */
export const getUserInformation = defineCall({
  id: 'getUserInformation',
  summary: 'The profile of the signed-in player.',
  method: 'GET',
  path: '/web-api/v1/user-information',
  answer: 'account/user-information',
  content: 'json-api',
  access: 'authorized',
})

/** The player's currency accounts (calls §7). */
export const getBalance = defineCall({
  id: 'getBalance',
  summary: 'The currency accounts of the signed-in player with their balances.',
  method: 'POST',
  path: '/web-api/user/balance',
  answer: 'account/balance-answer',
  access: 'authorized',
})
