import { AUTH_PATHS } from './auth-paths.ts'
import { defineCall } from './call.ts'

/** What the player's second factor is like. */
export const getTwoFactorState = defineCall({
  id: 'getTwoFactorState',
  summary: 'Whether the second factor of the signed-in player is on.',
  method: 'GET',
  path: '/web-api/twofactorauthstate',
  answer: 'account/two-factor-state',
  access: 'authorized',
})

/** A new secret for an authenticator app (TFA-1). */
export const getTwoFactorSecret = defineCall({
  id: 'getTwoFactorSecret',
  summary: 'Makes a secret that waits to be scanned by an authenticator app.',
  method: 'POST',
  path: '/web-api/gettwofactorqrcodeurl',
  answer: 'account/two-factor-secret-answer',
  access: 'authorized',
  isSecret: true,
})

/** Sends the code by SMS that switching on may ask for (TFA-6). */
export const sendTwoFactorSms = defineCall({
  id: 'sendTwoFactorSms',
  summary: 'Sends a code to the phone of the signed-in player, for switching the second factor on.',
  method: 'POST',
  path: '/web-api/sendSmsForTwoFactorActivation',
  answer: 'account/phone-code-answer',
  access: 'authorized',
})

/** Switches the second factor on (TFA-2). The session is renewed and the others end. */
export const enableTwoFactor = defineCall({
  id: 'enableTwoFactor',
  summary: 'Switches the second factor on and tells the recovery codes.',
  method: 'POST',
  path: '/web-api/twofactorauthenable',
  body: 'account/two-factor-enable-body',
  answer: 'account/recovery-codes-answer',
  access: 'authorized',
  isSecret: true,
})

/** Takes a code for a proof, the `hash` of the calls below. */
export const proveTwoFactor = defineCall({
  id: 'proveTwoFactor',
  summary: 'Takes a code of the second factor for a proof.',
  method: 'POST',
  path: '/web-api/twofactorauthproof',
  body: 'account/two-factor-code-body',
  answer: 'account/two-factor-proof-answer',
  access: 'authorized',
  isSecret: true,
})

/** Switches the second factor off (TFA-5). The session is renewed. */
export const disableTwoFactor = defineCall({
  id: 'disableTwoFactor',
  summary: 'Switches the second factor off.',
  method: 'POST',
  path: '/web-api/twofactorauthdisable',
  body: 'account/two-factor-hash-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Generates new recovery codes; the former ones are void. */
export const renewRecoveryCodes = defineCall({
  id: 'renewRecoveryCodes',
  summary: 'Generates new recovery codes for the signed-in player.',
  method: 'POST',
  path: '/web-api/twofactorauthcodes',
  body: 'account/two-factor-hash-body',
  answer: 'account/recovery-codes-answer',
  access: 'authorized',
  isSecret: true,
})

/** The second step of a sign-in with a password (AUTH-16): `login` has refused it with `sign_in.second_factor` and
 *  returned the `authId`. */
export const finishSignIn = defineCall({
  id: 'finishSignIn',
  summary: 'Ends a sign-in with a code of the second factor.',
  method: 'POST',
  path: '/web-api/user/twoauth/',
  alsoAt: AUTH_PATHS.secondStep,
  body: 'account/second-step-body',
  answer: 'account/login-answer',
  isSecret: true,
})

/** The second step of a sign-in by a social provider (AUTH-16), in the browser that came back from it. */
export const finishSocialSignIn = defineCall({
  id: 'finishSocialSignIn',
  summary: 'Ends a sign-in by a social provider with a code of the second factor.',
  method: 'POST',
  path: '/web-api/socauth/twofactor/',
  alsoAt: AUTH_PATHS.socialSecondStep,
  body: 'account/two-factor-code-body',
  answer: 'account/login-answer',
  isSecret: true,
})
