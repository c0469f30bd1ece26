import { defineCall } from '../call.ts'

/** Which terms the player has accepted. */
export const getTerms = defineCall({
  id: 'getTerms',
  summary: 'Which version of the terms the signed-in player has accepted, and which one is in force.',
  method: 'GET',
  path: '/web-api/user/terms',
  answer: 'account/terms-answer',
  access: 'authorized',
})

/** Accepts the terms in force. A version that is no longer, or not yet, in force is refused: `terms.changed`. */
export const acceptTerms = defineCall({
  id: 'acceptTerms',
  summary: 'Accepts the terms in force for the signed-in player.',
  method: 'POST',
  path: '/web-api/user/terms',
  body: 'account/accept-terms-body',
  answer: 'account/terms-answer',
  access: 'authorized',
})
