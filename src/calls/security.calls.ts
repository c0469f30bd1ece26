import { AUTH_PATHS } from './auth-paths.ts'
import { defineCall } from './call.ts'

/** Ends all sessions of the player (AUTH-8), or all but this one. */
export const disconnectEverywhere = defineCall({
  id: 'disconnectEverywhere',
  summary: 'Ends every session of the signed-in player, or all but this one.',
  method: 'POST',
  path: '/web-api/disconnecteverywhere',
  body: 'account/disconnect-everywhere-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Ends one session of the player (AUTH-9). */
export const closeSession = defineCall({
  id: 'closeSession',
  summary: 'Ends one session of the signed-in player.',
  method: 'POST',
  path: '/web-api/closesession',
  body: 'account/close-session-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Which session the cookie holds (AUTH-8). */
export const getSessionId = defineCall({
  id: 'getSessionId',
  summary: 'The id of the session that the cookie holds.',
  method: 'GET',
  path: '/web-api/getsessionid',
  answer: 'account/session-id-answer',
  access: 'authorized',
})

/** The sessions of the player (AUTH-8): fills the session history. */
export const getUserSessions = defineCall({
  id: 'getUserSessions',
  summary: 'The live sessions of the signed-in player.',
  method: 'POST',
  path: '/web-api/getusersessions',
  answer: 'account/sessions-answer',
  access: 'authorized',
})

/** The same list where the specification names it among the paths of signing in (calls §7). */
export const getSessionsOfUser = defineCall({
  id: 'getSessionsOfUser',
  summary: 'The live sessions of the signed-in player.',
  method: 'GET',
  path: '/web-api/session-api/sessions/user',
  alsoAt: AUTH_PATHS.sessions,
  answer: 'account/sessions-answer',
  access: 'authorized',
})

/** What protects the account of the player, for the overview of the office. */
export const getSecurityState = defineCall({
  id: 'getSecurityState',
  summary: 'What protects the account of the signed-in player.',
  method: 'POST',
  path: '/web-api/user/secure',
  answer: 'account/security-state',
  access: 'authorized',
})

/** Turns codes by mail at sign-in on or off (OFF-9). The session is renewed. */
export const setAuthByEmail = defineCall({
  id: 'setAuthByEmail',
  summary: 'Turns codes by mail at the sign-in of the signed-in player on or off.',
  method: 'POST',
  path: '/web-api/user/auth-by-email',
  body: 'account/auth-by-email-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Changes the password (ACC-2). The session is renewed; the others end when it is asked for (ACC-4). */
export const changePassword = defineCall({
  id: 'changePassword',
  summary: 'Changes the password of the signed-in player.',
  method: 'PUT',
  path: '/web-api/password',
  body: 'account/password-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
  captcha: { action: 'password_reset' },
})

/** Requests the reset of a forgotten password. It answers alike whether there is such an account (SEC-4). */
export const requestPasswordReset = defineCall({
  id: 'requestPasswordReset',
  summary: 'Sends a link and a code to the proven address of a login.',
  method: 'POST',
  path: '/web-api/api/internal/v1/user/passwordreset/request',
  body: 'account/password-reset-request-body',
  answer: 'defs/done-answer',
  captcha: { action: 'password_reset' },
})

/** Whether a reset link still works (AUTH-12). Pages ask by the POST below, which keeps the token out of addresses. */
export const getPasswordReset = defineCall({
  id: 'getPasswordReset',
  summary: 'Whether a link for a new password still works.',
  method: 'GET',
  path: '/web-api/api/internal/v1/user/passwordreset',
  query: 'account/password-reset-query',
  answer: 'account/password-reset-state',
  isSecret: true,
})

/** Whether a reset link still works, with its token in the body (decision 60). */
export const checkPasswordReset = defineCall({
  id: 'checkPasswordReset',
  summary: 'Whether a link for a new password still works, asked without a secret in the address.',
  method: 'POST',
  path: '/web-api/api/internal/v1/user/passwordreset/state',
  body: 'account/password-reset-query',
  answer: 'account/password-reset-state',
  isSecret: true,
})

/** Resets a forgotten password (AUTH-13). Every session of the account ends. */
export const resetPassword = defineCall({
  id: 'resetPassword',
  summary: 'Resets a forgotten password.',
  method: 'POST',
  path: '/web-api/api/internal/v1/user/passwordreset',
  body: 'account/password-reset-body',
  answer: 'defs/done-answer',
  isSecret: true,
})
