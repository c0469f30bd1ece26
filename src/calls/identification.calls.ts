import { defineCall } from './call.ts'

/** What the identification asks of the player, and how far it has come (KYC-1). */
export const getIdentificationConfig = defineCall({
  id: 'getIdentificationConfig',
  summary: 'What the identification asks of the signed-in player.',
  method: 'GET',
  path: '/web-api/identification/config',
  answer: 'protection/identification-config',
  access: 'authorized',
})

/** Why the identification has failed, where it has (KYC-1). */
export const getIdentificationFailure = defineCall({
  id: 'getIdentificationFailure',
  summary: 'Why the documents of the signed-in player were refused.',
  method: 'GET',
  path: '/web-api/identification/fail',
  answer: 'protection/identification-failure',
  access: 'authorized',
})

/** The identification form with its documents, sent to be checked (KYC-2). */
export const postIdentification = defineCall({
  id: 'postIdentification',
  summary: 'Sends the identification form with its documents to be checked.',
  method: 'POST',
  path: '/web-api/identification/data',
  form: { fields: 'protection/identification-form', files: 'docFiles' },
  answer: 'protection/identification-state',
  access: 'authorized',
  isSecret: true,
})

/** Objects to a refusal. */
export const appealIdentification = defineCall({
  id: 'appealIdentification',
  summary: 'Objects to the refusal of the documents.',
  method: 'POST',
  path: '/web-api/identification/appeal',
  body: 'protection/appeal-body',
  answer: 'protection/identification-state',
  access: 'authorized',
  isSecret: true,
})

/** The documents that the player has given, without their content (KYC-3). */
export const getDocuments = defineCall({
  id: 'getDocuments',
  summary: 'The documents of the signed-in player, and the state of their identification.',
  method: 'GET',
  path: '/web-api/BackOffice/documents',
  answer: 'protection/documents-answer',
  access: 'authorized',
  isSecret: true,
})

/** Keeps documents until they are sent to be checked (KYC-3). */
export const uploadDocuments = defineCall({
  id: 'uploadDocuments',
  summary: 'Keeps documents of the signed-in player, sealed.',
  method: 'POST',
  path: '/web-api/documents/upload',
  form: { fields: 'protection/document-upload-form', files: 'docFiles' },
  answer: 'protection/documents-answer',
  access: 'authorized',
  isSecret: true,
})

/** Takes back a document that was not sent yet. */
export const removeDocument = defineCall({
  id: 'removeDocument',
  summary: 'Deletes a document that was not sent to be checked yet.',
  method: 'POST',
  path: '/web-api/documents/remove',
  body: 'protection/document-removal-body',
  answer: 'protection/documents-answer',
  access: 'authorized',
  isSecret: true,
})

/** Sends the documents that are kept to be checked (KYC-3). */
export const verifyDocuments = defineCall({
  id: 'verifyDocuments',
  summary: 'Sends the documents that were uploaded to be checked.',
  method: 'POST',
  path: '/web-api/documents/verify',
  answer: 'protection/identification-state',
  access: 'authorized',
  isSecret: true,
})
