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

/** Begins a check by Smart-ID (KYC-5). */
export const beginSmartId = defineCall({
  id: 'beginSmartId',
  summary: 'Asks the signed-in player on their phone to prove by Smart-ID who they are.',
  method: 'POST',
  path: '/web-api/verification-api/smart-id/authentication',
  alsoAt: '/verification-api/smart-id/authentication',
  body: 'protection/smart-id-body',
  answer: 'protection/identity-challenge',
  access: 'authorized',
  isSecret: true,
})

/** Asks what has come of a check by Smart-ID (KYC-5). */
export const getSmartIdSession = defineCall({
  id: 'getSmartIdSession',
  summary: 'How far a check by Smart-ID has come.',
  method: 'GET',
  path: '/web-api/verification-api/smart-id/session',
  alsoAt: '/verification-api/smart-id/session',
  query: 'protection/identity-check-query',
  answer: 'protection/identity-check',
  access: 'authorized',
  isSecret: true,
})

/** The code of a check by Smart-ID (KYC-5). */
export const getSmartIdCode = defineCall({
  id: 'getSmartIdCode',
  summary: 'The code that the player compares with the one in Smart-ID.',
  method: 'GET',
  path: '/web-api/verification-api/smart-id/verificationCode',
  alsoAt: '/verification-api/smart-id/verificationCode',
  query: 'protection/identity-check-query',
  answer: 'protection/verification-code',
  access: 'authorized',
  isSecret: true,
})

/** Begins a check by Mobile-ID (KYC-5). */
export const beginMobileId = defineCall({
  id: 'beginMobileId',
  summary: 'Asks the signed-in player on their phone to prove by Mobile-ID who they are.',
  method: 'POST',
  path: '/web-api/verification-api/mobile-id/authentication',
  alsoAt: '/verification-api/mobile-id/authentication',
  body: 'protection/mobile-id-body',
  answer: 'protection/identity-challenge',
  access: 'authorized',
  isSecret: true,
})

/** Asks what has come of a check by Mobile-ID (KYC-5). */
export const getMobileIdSession = defineCall({
  id: 'getMobileIdSession',
  summary: 'How far a check by Mobile-ID has come.',
  method: 'GET',
  path: '/web-api/verification-api/mobile-id/session',
  alsoAt: '/verification-api/mobile-id/session',
  query: 'protection/identity-check-query',
  answer: 'protection/identity-check',
  access: 'authorized',
  isSecret: true,
})

/** The code of a check by Mobile-ID (KYC-5). */
export const getMobileIdCode = defineCall({
  id: 'getMobileIdCode',
  summary: 'The code that the player compares with the one of Mobile-ID.',
  method: 'GET',
  path: '/web-api/verification-api/mobile-id/verificationCode',
  alsoAt: '/verification-api/mobile-id/verificationCode',
  query: 'protection/identity-check-query',
  answer: 'protection/verification-code',
  access: 'authorized',
  isSecret: true,
})

/** Makes a token for Sumsub (KYC-6). */
export const getSumsubToken = defineCall({
  id: 'getSumsubToken',
  summary: 'A token that lets the page of Sumsub in.',
  method: 'POST',
  path: '/web-api/verification-api/sumsub/token',
  alsoAt: '/verification-api/sumsub/token',
  answer: 'protection/sumsub-token',
  access: 'authorized',
  isSecret: true,
})

/** Makes a token for the frame of documents and liveness (KYC-1). */
export const getVerigramToken = defineCall({
  id: 'getVerigramToken',
  summary: 'A token that opens the frame of documents and liveness.',
  method: 'GET',
  path: '/web-api/verification-api/verigram/token',
  alsoAt: '/verification-api/verigram/token',
  answer: 'protection/verigram-token',
  access: 'authorized',
  isSecret: true,
})

/** Judges a session of liveness (KYC-4). */
export const verifyFace = defineCall({
  id: 'verifyFace',
  summary: 'Asks whether the face in a session of liveness is that of the signed-in player.',
  method: 'POST',
  path: '/web-api/verification-api/FaceId/verify',
  alsoAt: '/verification-api/FaceId/verify',
  body: 'protection/face-id-body',
  answer: 'protection/identity-check',
  access: 'authorized',
  isSecret: true,
})
