import { defineCall } from './call.ts'

/** The addresses of the player, and how each may be changed. */
export const getContacts = defineCall({
  id: 'getContacts',
  summary: 'Phone and e-mail address of the signed-in player.',
  method: 'GET',
  path: '/web-api/v1/contacts',
  answer: 'account/contacts-answer',
  access: 'authorized',
})

/** Sends a code to the first phone of an account (ACC-5). It answers alike whether or not another account has the phone. */
export const createPhoneNumber = defineCall({
  id: 'createPhoneNumber',
  summary: 'Sends a code to the first phone of the signed-in player.',
  method: 'POST',
  path: '/web-api/v2/phone-actions/create-phone-number',
  body: 'account/create-phone-number-body',
  answer: 'account/contact-code-answer',
  access: 'authorized',
  captcha: { action: 'code_sending' },
})

/** Binds the first phone by the code that was sent to it (ACC-6). The session is renewed. */
export const confirmCreatedPhoneNumber = defineCall({
  id: 'confirmCreatedPhoneNumber',
  summary: 'Binds the first phone of the signed-in player by its code.',
  method: 'POST',
  path: '/web-api/v1/phoneActions/createPhoneNumber/confirm',
  body: 'account/create-phone-number-confirm-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Enters another phone together with what shows that the account is the player's (ACC-7); the code for the new phone is asked
 *  for afterwards. */
export const updatePhoneNumber = defineCall({
  id: 'updatePhoneNumber',
  summary: 'Enters another phone with the code of the one so far, or the answer to the secret question.',
  method: 'POST',
  path: '/web-api/v2/phone-actions/update-phone-number',
  body: 'account/update-phone-number-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Enters another phone (ACC-8). */
export const beginPhoneUpdate = defineCall({
  id: 'beginPhoneUpdate',
  summary: 'Enters another phone of the signed-in player.',
  method: 'POST',
  path: '/web-api/v3/phone-number/update',
  body: 'account/phone-update-body',
  answer: 'account/contact-begun-answer',
  access: 'authorized',
})

/** Shows by a code of the phone so far that the account is the player's (ACC-9). Pages send the POST below, which keeps the code
 *  out of addresses. */
export const getConfirmCodeCheck = defineCall({
  id: 'getConfirmCodeCheck',
  summary: 'Takes the code of the phone so far.',
  method: 'GET',
  path: '/web-api/v3/phone-number/update/check-confirm-code',
  query: 'account/confirm-code-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** The same with the code in the body (decision 60). */
export const checkConfirmCode = defineCall({
  id: 'checkConfirmCode',
  summary: 'Takes the code of the phone so far, without a secret in the address.',
  method: 'POST',
  path: '/web-api/v3/phone-number/update/check-confirm-code',
  body: 'account/confirm-code-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Shows by the answer to the secret question that the account is the player's (ACC-10). Pages send the POST below. */
export const getUserAnswerCheck = defineCall({
  id: 'getUserAnswerCheck',
  summary: 'Takes the answer to the secret question for a change of the phone.',
  method: 'GET',
  path: '/web-api/v3/phone-number/update/check-user-answer',
  query: 'account/user-answer-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** The same with the answer in the body (decision 60). */
export const checkUserAnswer = defineCall({
  id: 'checkUserAnswer',
  summary: 'Takes the answer to the secret question for a change of the phone, without a secret in the address.',
  method: 'POST',
  path: '/web-api/v3/phone-number/update/check-user-answer',
  body: 'account/user-answer-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Sends the code that comes next in a change of the phone (ACC-11): to the phone so far, then to the new one. */
export const sendPhoneUpdateCode = defineCall({
  id: 'sendPhoneUpdateCode',
  summary: 'Sends the code that comes next in a change of the phone.',
  method: 'POST',
  path: '/web-api/v1/phoneActions/updatePhoneNumber/sendCode',
  answer: 'account/contact-code-answer',
  access: 'authorized',
  captcha: { action: 'code_sending' },
})

/** Binds the new phone by the code that was sent to it (ACC-12). The session is renewed. */
export const confirmPhoneUpdate = defineCall({
  id: 'confirmPhoneUpdate',
  summary: 'Binds the new phone of the signed-in player by its code.',
  method: 'POST',
  path: '/web-api/v1/phoneActions/updatePhoneNumber/confirm',
  body: 'account/confirm-code-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Enters another e-mail address (OFF-11). */
export const beginEmailChange = defineCall({
  id: 'beginEmailChange',
  summary: 'Enters another e-mail address of the signed-in player.',
  method: 'POST',
  path: '/web-api/v1/email-change',
  body: 'account/email-change-body',
  answer: 'account/contact-begun-answer',
  access: 'authorized',
})

/** Sends the code that comes next in a change of the e-mail address: to an address so far, then to the new one. */
export const sendEmailChangeCode = defineCall({
  id: 'sendEmailChangeCode',
  summary: 'Sends the code that comes next in a change of the e-mail address.',
  method: 'POST',
  path: '/web-api/v1/email-change/send-code',
  answer: 'account/contact-code-answer',
  access: 'authorized',
  captcha: { action: 'code_sending' },
})

/** Shows by a code to an address so far that the account is the player's. */
export const checkEmailChangeCode = defineCall({
  id: 'checkEmailChangeCode',
  summary: 'Takes the code of an address so far for a change of the e-mail address.',
  method: 'POST',
  path: '/web-api/v1/email-change/check-confirm-code',
  body: 'account/confirm-code-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Shows by the password that the account is the player's. */
export const checkEmailChangePassword = defineCall({
  id: 'checkEmailChangePassword',
  summary: 'Takes the password for a change of the e-mail address.',
  method: 'POST',
  path: '/web-api/v1/email-change/check-password',
  body: 'account/own-password-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Proves the new e-mail address by the code that was sent to it. The session is renewed. */
export const confirmEmailChange = defineCall({
  id: 'confirmEmailChange',
  summary: 'Proves the new e-mail address of the signed-in player by its code.',
  method: 'POST',
  path: '/web-api/v1/email-change/confirm',
  body: 'account/confirm-code-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Proves an e-mail address that was added in the office by the mailed link, without signing anybody in (AUTH-10). */
export const activateFast = defineCall({
  id: 'activateFast',
  summary: 'Proves an e-mail address that was added in the office by its mailed link.',
  method: 'POST',
  path: '/web-api/api/internal/v1/user/activatefast',
  body: 'account/activate-fast-body',
  answer: 'defs/done-answer',
  isSecret: true,
})

/** Gives an account its former e-mail address back by the link that was mailed there, and ends its sessions. */
export const undoEmailChange = defineCall({
  id: 'undoEmailChange',
  summary: 'Gives an account its former e-mail address back.',
  method: 'POST',
  path: '/web-api/v1/email-change/undo',
  body: 'account/email-undo-body',
  answer: 'defs/done-answer',
  isSecret: true,
})

/** Whether the player is reminded once more of an address that waits for its code (AUTH-11). */
export const repeatActivationPopup = defineCall({
  id: 'repeatActivationPopup',
  summary: 'Whether the signed-in player is reminded once more of an address that waits for its code.',
  method: 'POST',
  path: '/web-api/user/repeatActivationPopup',
  answer: 'account/activation-popup-answer',
  access: 'authorized',
})
