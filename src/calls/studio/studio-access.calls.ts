import { defineCall } from '../call.ts'

/** Who is signed in to the studio. */
export const getStudioSession = defineCall({
  id: 'getStudioSession',
  summary: 'Who is signed in, and whether the studio has an owner.',
  path: '/studio-api/session',
  answer: 'studio/session-answer',
})

/** Makes the owner of a studio that has none, by the one-time link of its first start. */
export const claimStudio = defineCall({
  id: 'claimStudio',
  summary: 'Makes the owner and signs in.',
  method: 'POST',
  path: '/studio-api/claim',
  body: 'studio/claim-body',
  answer: 'studio/session-answer',
  isSecret: true,
})

/** Signs an operator in. */
export const signInToStudio = defineCall({
  id: 'signInToStudio',
  summary: 'Signs in by e-mail address and password, and a code where the account has a second factor.',
  method: 'POST',
  path: '/studio-api/sign-in',
  body: 'studio/sign-in-body',
  answer: 'studio/sign-in-answer',
  isSecret: true,
})

/** Ends the session. */
export const signOutOfStudio = defineCall({
  id: 'signOutOfStudio',
  summary: 'Ends the session of this browser.',
  method: 'POST',
  path: '/studio-api/sign-out',
  access: 'authorized',
  answer: 'studio/done-answer',
})

/** Invites a colleague. */
export const inviteToStudio = defineCall({
  id: 'inviteToStudio',
  summary: 'Makes a one-time link by which a colleague joins.',
  method: 'POST',
  path: '/studio-api/invitations',
  access: 'authorized',
  body: 'studio/invitation-body',
  answer: 'studio/invitation-answer',
  isSecret: true,
})

/** Accepts an invitation. */
export const joinStudio = defineCall({
  id: 'joinStudio',
  summary: 'Makes an account by an invitation and signs in.',
  method: 'POST',
  path: '/studio-api/join',
  body: 'studio/join-body',
  answer: 'studio/session-answer',
  isSecret: true,
})

/** All accounts of the studio, for owners. */
export const listStudioAccounts = defineCall({
  id: 'listStudioAccounts',
  summary: 'The accounts of the studio and what they may do.',
  path: '/studio-api/accounts',
  access: 'authorized',
  answer: 'studio/accounts-answer',
})

/** Changes what an account may do. */
export const changeStudioGrants = defineCall({
  id: 'changeStudioGrants',
  summary: 'Changes the roles of an account; without any it is locked.',
  method: 'POST',
  path: '/studio-api/grants',
  access: 'authorized',
  body: 'studio/grants-body',
  answer: 'studio/accounts-answer',
})

/** Begins to set up an authenticator app. */
export const startStudioTotp = defineCall({
  id: 'startStudioTotp',
  summary: 'A new secret for an authenticator app; it counts once a code confirms it.',
  method: 'POST',
  path: '/studio-api/totp/start',
  access: 'authorized',
  answer: 'studio/totp-answer',
  isSecret: true,
})

/** Switches the second factor on or off. */
export const changeStudioTotp = defineCall({
  id: 'changeStudioTotp',
  summary: 'Confirms the authenticator app by a code, or switches it off with the password.',
  method: 'POST',
  path: '/studio-api/totp/change',
  access: 'authorized',
  body: 'studio/totp-body',
  answer: 'studio/session-answer',
  isSecret: true,
})

/** The log of acts. */
export const listStudioActs = defineCall({
  id: 'listStudioActs',
  summary: 'Who did what, the latest first; with `before` the earlier ones.',
  path: '/studio-api/acts',
  access: 'authorized',
  query: 'studio/acts-query',
  answer: 'studio/acts-answer',
})

/** Changes the own password. */
export const changeStudioPassword = defineCall({
  id: 'changeStudioPassword',
  summary: 'Changes the own password by the one that it has; other sessions end.',
  method: 'POST',
  path: '/studio-api/password',
  access: 'authorized',
  body: 'studio/password-body',
  answer: 'studio/done-answer',
  isSecret: true,
})

/** Asks for a link that sets a new password. */
export const forgetStudioPassword = defineCall({
  id: 'forgetStudioPassword',
  summary:
    'Mails a link that sets a new password, if the address has an account; the answer does not say whether it has.',
  method: 'POST',
  path: '/studio-api/forgotten',
  body: 'studio/forgotten-body',
  answer: 'studio/done-answer',
  isSecret: true,
})

/** Sets a new password by a link. */
export const resetStudioPassword = defineCall({
  id: 'resetStudioPassword',
  summary: 'Sets a new password by a one-time link. It signs nobody in.',
  method: 'POST',
  path: '/studio-api/reset',
  body: 'studio/reset-body',
  answer: 'studio/done-answer',
  isSecret: true,
})

/** The passkeys of the own account. */
export const listStudioPasskeys = defineCall({
  id: 'listStudioPasskeys',
  summary: 'The passkeys of the own account.',
  path: '/studio-api/passkeys',
  access: 'authorized',
  answer: 'studio/passkeys-answer',
})

/** Begins to make a passkey. */
export const startStudioPasskey = defineCall({
  id: 'startStudioPasskey',
  summary: 'What the browser is asked to make a passkey, once the password has confirmed it.',
  method: 'POST',
  path: '/studio-api/passkeys/start',
  access: 'authorized',
  body: 'studio/confirm-body',
  answer: 'account/passkey-creation-answer',
  isSecret: true,
})

/** Takes a passkey that was made. */
export const addStudioPasskey = defineCall({
  id: 'addStudioPasskey',
  summary: 'Takes a passkey that the browser has made; other sessions end.',
  method: 'POST',
  path: '/studio-api/passkeys/add',
  access: 'authorized',
  body: 'account/passkey-body',
  answer: 'studio/passkeys-answer',
  isSecret: true,
})

/** Removes a passkey. */
export const removeStudioPasskey = defineCall({
  id: 'removeStudioPasskey',
  summary: 'Removes a passkey of the own account, once the password has confirmed it.',
  method: 'POST',
  path: '/studio-api/passkeys/remove',
  access: 'authorized',
  body: 'studio/remove-passkey-body',
  answer: 'studio/passkeys-answer',
  isSecret: true,
})

/** Begins to sign in by a passkey. */
export const startStudioPasskeySignIn = defineCall({
  id: 'startStudioPasskeySignIn',
  summary: 'What the browser is asked to sign in by a passkey.',
  method: 'POST',
  path: '/studio-api/passkey-sign-in/start',
  answer: 'account/passkey-request-answer',
  isSecret: true,
})

/** Signs in by a passkey. */
export const signInByStudioPasskey = defineCall({
  id: 'signInByStudioPasskey',
  summary: 'Signs in by what a passkey has signed; it is both factors.',
  method: 'POST',
  path: '/studio-api/passkey-sign-in',
  body: 'account/passkey-use-body',
  answer: 'studio/session-answer',
  isSecret: true,
})
