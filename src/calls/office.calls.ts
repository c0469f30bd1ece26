import { defineCall } from './call.ts'

/** What waits behind the entries of the office's menu (OFF-20). */
export const getLeftMenuData = defineCall({
  id: 'getLeftMenuData',
  summary: 'What the menu of the office shows beside its entries.',
  method: 'GET',
  path: '/web-api/getLeftMenuData',
  answer: 'account/left-menu-answer',
  content: 'json-api',
  access: 'authorized',
})

/** The parts of the office that the brand offers (OFF-26). */
export const getPartitions = defineCall({
  id: 'getPartitions',
  summary: 'The parts of the office that the brand offers the signed-in player.',
  method: 'GET',
  path: '/web-api/list-available-partitions',
  answer: 'account/partitions-answer',
  access: 'authorized',
})

/** The profile with the form that changes it (OFF-21). */
export const getAccountData = defineCall({
  id: 'getAccountData',
  summary: 'The profile of the signed-in player, its form, and what documents lack.',
  method: 'GET',
  path: '/web-api/getaccountdata',
  answer: 'account/account-data-answer',
  content: 'json-api',
  access: 'authorized',
})

/** Changes the profile (OFF-22). */
export const saveAccountFields = defineCall({
  id: 'saveAccountFields',
  summary: 'Changes the profile of the signed-in player.',
  method: 'POST',
  path: '/web-api/saveaccountfields',
  body: 'account/account-fields-body',
  answer: 'account/account-data-answer',
  content: 'json-api',
  access: 'authorized',
})

/** Completes the profile by what a document says (OFF-16). */
export const saveRequiredDocuments = defineCall({
  id: 'saveRequiredDocuments',
  summary: 'Completes the profile of the signed-in player by what a document says.',
  method: 'POST',
  path: '/web-api/saverequireddocuments',
  body: 'account/required-documents-body',
  answer: 'account/account-data-answer',
  content: 'json-api',
  access: 'authorized',
})

/** The inbox (OFF-7). */
export const getMessages = defineCall({
  id: 'getMessages',
  summary: 'The messages to the signed-in player, the latest first.',
  method: 'GET',
  path: '/web-api/officeapi/messages',
  answer: 'account/messages-answer',
  access: 'authorized',
})

/** A message has been opened. */
export const readMessage = defineCall({
  id: 'readMessage',
  summary: 'Marks a message to the signed-in player as read.',
  method: 'POST',
  path: '/web-api/officeapi/messages/read',
  body: 'account/message-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** A message is thrown away. */
export const deleteMessage = defineCall({
  id: 'deleteMessage',
  summary: 'Deletes a message to the signed-in player.',
  method: 'POST',
  path: '/web-api/officeapi/messages/delete',
  body: 'account/message-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** The talk with the support (OFF-27). */
export const getSupportTalk = defineCall({
  id: 'getSupportTalk',
  summary: 'The talk of the signed-in player with the support, and whether somebody is there.',
  method: 'GET',
  path: '/web-api/officeapi/support',
  answer: 'account/support-answer',
  access: 'authorized',
})

/** Writes to the support. */
export const writeToSupport = defineCall({
  id: 'writeToSupport',
  summary: 'Adds a line to the talk of the signed-in player with the support.',
  method: 'POST',
  path: '/web-api/officeapi/support',
  body: 'account/support-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Sends an idea to the brand (OFF-17). */
export const shareIdea = defineCall({
  id: 'shareIdea',
  summary: 'Sends an idea of the signed-in player to the brand, which may answer it in the talk.',
  method: 'POST',
  path: '/web-api/officeapi/idea',
  body: 'account/idea-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** The name by which the player signs in (OFF-16). */
export const getLoginName = defineCall({
  id: 'getLoginName',
  summary: 'The name by which the signed-in player signs in, beside address and account number.',
  method: 'GET',
  path: '/web-api/officeapi/login',
  answer: 'account/login-name-answer',
  access: 'authorized',
})

/** Chooses another one. */
export const changeLoginName = defineCall({
  id: 'changeLoginName',
  summary: 'Gives the signed-in player another name to sign in by.',
  method: 'POST',
  path: '/web-api/officeapi/login',
  body: 'account/login-name-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Shows the support that the player is typing. */
export const tellTyping = defineCall({
  id: 'tellTyping',
  summary: 'Shows the support that the signed-in player is typing; what is typed is not sent.',
  method: 'POST',
  path: '/web-api/officeapi/support/typing',
  answer: 'defs/done-answer',
  access: 'authorized',
})

/** Adds a picture or a PDF to the talk with the support. */
export const sendSupportFile = defineCall({
  id: 'sendSupportFile',
  summary: 'Adds a picture or a PDF, sealed, to the talk of the signed-in player with the support.',
  method: 'POST',
  path: '/web-api/officeapi/support/file',
  form: { fields: 'account/support-file-form', files: 'files' },
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Asks the administration to write to the player (OFF-23). */
export const sendAdminRequest = defineCall({
  id: 'sendAdminRequest',
  summary: 'Asks the administration to write to the signed-in player.',
  method: 'POST',
  path: '/web-api/sendadminrequest',
  body: 'account/admin-request-body',
  answer: 'defs/done-answer',
  access: 'authorized',
})
