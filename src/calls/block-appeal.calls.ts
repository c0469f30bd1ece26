import { defineCall } from './call.ts'

/** Writes to the brand's support about a blocked account, which cannot sign in. It answers alike whether there is such an account. */
export const sendBlockAppeal = defineCall({
  id: 'sendBlockAppeal',
  summary: 'Sends an appeal against the block of an account to the support.',
  method: 'POST',
  path: '/web-api/user/block-appeal',
  body: 'account/block-appeal-body',
  answer: 'defs/done-answer',
  captcha: { action: 'code_sending' },
})
