import { defineCall } from './call.ts'

/** The player's secret question (ACC-13). */
export const getUserSecureQuestion = defineCall({
  id: 'getUserSecureQuestion',
  summary: 'The secret question of the signed-in player.',
  method: 'POST',
  path: '/web-api/getUserSecureQuestion',
  answer: 'account/secure-question-answer',
  access: 'authorized',
})

/** The same beside the player's phone (ACC-14), as a change of the phone asks for it. It is for players alone: the
 *  answer to a guest who gives a phone would reveal whether it has an account (SEC-4). */
export const getUserSecureQuestionWithPhone = defineCall({
  id: 'getUserSecureQuestionWithPhone',
  summary: 'The secret question and the hidden phone of the signed-in player.',
  method: 'POST',
  path: '/web-api/getusersecurequestion-with-phone',
  answer: 'account/phone-secure-question-answer',
  access: 'authorized',
})

/** The questions to choose from (ACC-14). */
export const getSecureQuestions = defineCall({
  id: 'getSecureQuestions',
  summary: 'The secret questions that the brand offers.',
  method: 'GET',
  path: '/web-api/getsecurequestions',
  answer: 'account/secure-questions-answer',
  access: 'authorized',
})

/** Sets the answer to a question of the list (ACC-15). */
export const setAnswerToSecureQuestion = defineCall({
  id: 'setAnswerToSecureQuestion',
  summary: 'Sets a secret question of the list and its answer.',
  method: 'POST',
  path: '/web-api/setanswertosecurequestion',
  body: 'account/secure-answer-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Sets the answer to a question in the player's own words (ACC-15). */
export const setAnswerToCustomSecureQuestion = defineCall({
  id: 'setAnswerToCustomSecureQuestion',
  summary: "Sets a secret question in the player's own words and its answer.",
  method: 'POST',
  path: '/web-api/setanswertocustomsecurequestion',
  body: 'account/custom-secure-answer-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})
