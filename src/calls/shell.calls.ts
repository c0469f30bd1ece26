import { defineCall } from './call.ts'

/** The visitor, the version of the site and its captcha, as the server sees them now (calls §7). */
export const getUserConfig = defineCall({
  id: 'getUserConfig',
  summary: 'The signed-in player, if any, the version of the site configuration, and the captcha that it asks for.',
  whenParallel: 'join',
  path: '/web-api/user/getuserconfig',
  answer: 'shell/user-config',
})
