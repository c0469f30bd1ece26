import { AUTH_PATHS } from './auth-paths.ts'
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
  captcha: { action: 'sign_in' },
})

/** The same where the specification names it among the paths of signing in (AUTH-14). */
export const authenticate = defineCall({
  id: 'authenticate',
  summary: 'Signs in with a password.',
  method: 'POST',
  path: '/web-api/user/auth',
  alsoAt: AUTH_PATHS.auth,
  body: 'account/login-body',
  answer: 'account/login-answer',
  isSecret: true,
  captcha: { action: 'sign_in' },
})

/** Signs out (AUTH-17). */
export const disconnect = defineCall({
  id: 'disconnect',
  summary: 'Ends the session of the cookie.',
  method: 'POST',
  path: '/web-api/user/disconnect',
  alsoAt: AUTH_PATHS.disconnect,
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
  answer: 'account/activation-mail-answer',
  captcha: { action: 'code_sending' },
})

/** Sends a code to a phone that somebody wants to register or, where the brand offers it, to sign in with (calls §7, AUTH-15). It
 *  answers alike whether or not the phone has an account. */
export const sendPhoneCode = defineCall({
  id: 'sendPhoneCode',
  summary: 'Sends a confirmation code to a phone.',
  method: 'POST',
  path: '/web-api/sms-auth/send-code',
  alsoAt: AUTH_PATHS.smsSendCode,
  body: 'account/phone-code-body',
  answer: 'account/phone-code-answer',
  captcha: { action: 'code_sending' },
})

/** Confirms a phone by the code that was sent to it, for the browser that asked for the code (REG-14), or signs in with it
 *  (AUTH-15). */
export const checkPhoneCode = defineCall({
  id: 'checkPhoneCode',
  summary: 'Confirms a phone by the code that was sent to it, or signs in with it.',
  method: 'POST',
  path: '/web-api/sms-auth/check-code',
  alsoAt: AUTH_PATHS.smsCheckCode,
  body: 'account/phone-code-check-body',
  answer: 'account/phone-code-check-answer',
  isSecret: true,
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
