import { defineCall } from '../call.ts'

/** What a browser needs for push messages, and what the player has chosen (APP-5). */
export const getPush = defineCall({
  id: 'getPush',
  summary: 'The key of the brand for push messages, the quiet hours, and what the signed-in player has chosen.',
  method: 'GET',
  path: '/web-api/user/push',
  answer: 'push/push-answer',
  access: 'authorized',
})

/** Lets a browser take messages, for as long as its player is signed in there. */
export const addPushDevice = defineCall({
  id: 'addPushDevice',
  summary: 'Lets a browser of the signed-in player take push messages.',
  method: 'POST',
  path: '/web-api/user/push/device',
  body: 'push/push-device-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Lets a browser take messages no more. */
export const removePushDevice = defineCall({
  id: 'removePushDevice',
  summary: 'Lets a browser of the signed-in player take no push messages any more.',
  method: 'POST',
  path: '/web-api/user/push/device/remove',
  body: 'push/push-device-drop-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Keeps what the player wants to hear. */
export const savePushChoice = defineCall({
  id: 'savePushChoice',
  summary: 'Keeps which push messages the signed-in player wants.',
  method: 'POST',
  path: '/web-api/user/push/choice',
  body: 'push/push-choice',
  answer: 'defs/done-answer',
  access: 'authorized',
})
