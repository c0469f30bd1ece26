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
