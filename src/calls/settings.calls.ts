import { defineCall } from './call.ts'

/** The settings of the player (ACC-17). */
export const getSettings = defineCall({
  id: 'getSettings',
  summary: 'The settings of the signed-in player.',
  method: 'GET',
  path: '/web-api/api/web/user/v1/settings',
  answer: 'account/settings-answer',
  content: 'json-api',
  access: 'authorized',
})

/** Sets one thing (ACC-18). */
export const saveSetting = defineCall({
  id: 'saveSetting',
  summary: 'Keeps one setting of the signed-in player.',
  method: 'POST',
  path: '/web-api/savesetting',
  body: 'account/save-setting-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Which sports the player does not want to see (ACC-19). */
export const disallowSports = defineCall({
  id: 'disallowSports',
  summary: 'Replaces the lists of sports that the signed-in player does not want to see.',
  method: 'POST',
  path: '/web-api/disallow-sports',
  body: 'account/disallow-sports-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Mails the address of the site to the player (ACC-20). */
export const subscribeToMailing = defineCall({
  id: 'subscribeToMailing',
  summary: 'Mails the address of the site to the signed-in player.',
  method: 'POST',
  path: '/web-api/user/mailing',
  body: 'account/mailing-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Ends mailings of a topic by mail, as mail programs do when their user presses a button (RFC 8058): with the token of the mail,
 *  without cookies. */
export const unsubscribe = defineCall({
  id: 'unsubscribe',
  summary: 'Ends the mailings of a topic by the token of one of them.',
  method: 'POST',
  path: '/web-api/mailing/unsubscribe',
  query: 'account/unsubscribe-query',
  answer: 'defs/done-answer',
  isOneClick: true,
  isSecret: true,
})

/** The same address in a browser: a mail program without the button opens it. A GET ends nothing, for scanners follow links too; the
 *  browser is sent on to the settings. */
export const openUnsubscribe = defineCall({
  id: 'openUnsubscribe',
  summary: 'Sends a browser that has opened the address of a mailing on to the settings.',
  method: 'GET',
  path: '/web-api/mailing/unsubscribe',
  query: 'account/unsubscribe-query',
  answer: 'defs/done-answer',
  isRedirect: true,
  isSecret: true,
})

/** A new PIN for the telephone (ACC-30). It is a GET that changes something, so other sites may not cause it: see its handler.
 *  Our own pages ask by the POST below. */
export const getNewPinCode = defineCall({
  id: 'getNewPinCode',
  summary: 'Makes a new PIN by which the support knows the signed-in player, and tells it once.',
  method: 'GET',
  path: '/web-api/getnewpincode',
  answer: 'account/pin-code-answer',
  access: 'authorized',
  isSecret: true,
})

/** The same as a POST (decision 60). */
export const makePinCode = defineCall({
  id: 'makePinCode',
  summary: 'Makes a new PIN by which the support knows the signed-in player, and tells it once.',
  method: 'POST',
  path: '/web-api/getnewpincode',
  answer: 'account/pin-code-answer',
  access: 'authorized',
  isSecret: true,
})
