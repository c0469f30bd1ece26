import { defineCall } from './call.ts'

/** The passkeys of the signed-in player, and by what a change of them is confirmed. */
export const getPasskeys = defineCall({
  id: 'getPasskeys',
  summary: 'The passkeys of the signed-in player.',
  method: 'GET',
  path: '/web-api/passkeys',
  answer: 'account/passkeys-answer',
  access: 'authorized',
})

/** Begins to make a passkey, once the player has confirmed it. */
export const startPasskey = defineCall({
  id: 'startPasskey',
  summary: 'Tells what a browser is asked in order to make a passkey.',
  method: 'POST',
  path: '/web-api/passkeys/start',
  body: 'account/passkey-confirm-body',
  answer: 'account/passkey-creation-answer',
  access: 'authorized',
  isSecret: true,
})

/** Takes a passkey that the browser has made. The session is renewed. */
export const addPasskey = defineCall({
  id: 'addPasskey',
  summary: 'Adds a passkey to the account of the signed-in player.',
  method: 'POST',
  path: '/web-api/passkeys/add',
  body: 'account/passkey-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Removes a passkey, once the player has confirmed it. The session is renewed. */
export const removePasskey = defineCall({
  id: 'removePasskey',
  summary: 'Removes a passkey of the signed-in player.',
  method: 'POST',
  path: '/web-api/passkeys/remove',
  body: 'account/remove-passkey-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Begins a sign-in with any passkey of this site. */
export const startPasskeySignIn = defineCall({
  id: 'startPasskeySignIn',
  summary: 'Tells what a browser is asked in order to sign in with a passkey.',
  method: 'POST',
  path: '/web-api/passkeys/sign-in/start',
  answer: 'account/passkey-request-answer',
  isSecret: true,
})

/** Signs in with a passkey, in the browser that asked for it. It answers alike whatever is wrong (SEC-4). */
export const finishPasskeySignIn = defineCall({
  id: 'finishPasskeySignIn',
  summary: 'Signs in with a passkey.',
  method: 'POST',
  path: '/web-api/passkeys/sign-in',
  body: 'account/passkey-use-body',
  answer: 'account/login-answer',
  isSecret: true,
})

/** Asks for a passkey instead of a code, for the second step of a sign-in with a password, or without `auth_id` of
 *  the one by a social provider that this browser came back from (AUTH-16). */
export const startPasskeyStep = defineCall({
  id: 'startPasskeyStep',
  summary: 'Tells what a browser is asked in order to end a sign-in with a passkey.',
  method: 'POST',
  path: '/web-api/passkeys/second-step/start',
  body: 'account/passkey-step-start-body',
  answer: 'account/passkey-request-answer',
  isSecret: true,
})

/** The second step of a sign-in with a password or by a social provider (AUTH-16), by a passkey. */
export const finishPasskeyStep = defineCall({
  id: 'finishPasskeyStep',
  summary: 'Ends a sign-in with a passkey.',
  method: 'POST',
  path: '/web-api/passkeys/second-step',
  body: 'account/passkey-step-body',
  answer: 'account/login-answer',
  isSecret: true,
})
