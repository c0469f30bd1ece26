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
