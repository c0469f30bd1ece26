import { defineCall } from './call.ts'

/** Closes the account of the player: sessions end and its addresses are free again. What the law wants kept is kept. */
export const closeOwnAccount = defineCall({
  id: 'closeOwnAccount',
  summary: 'Closes the account of the signed-in player.',
  method: 'POST',
  path: '/web-api/user/close',
  body: 'account/close-account-body',
  answer: 'defs/done-answer',
  access: 'authorized',
  isSecret: true,
})

/** Everything that is kept of the player, as one file. The server writes it table by table. */
export const exportOwnData = defineCall({
  id: 'exportOwnData',
  summary: 'Everything that is kept of the signed-in player.',
  method: 'POST',
  path: '/web-api/user/export',
  body: 'account/own-data-body',
  answer: 'account/own-data-answer',
  access: 'authorized',
  isSecret: true,
})
