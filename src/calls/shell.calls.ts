import { defineCall } from './call.ts'

/** The visitor and the version of the site, as the server sees them now (calls §7). */
export const getUserConfig = defineCall({
  id: 'getUserConfig',
  summary: 'The signed-in player, if any, and the version of the site configuration.',
  method: 'GET',
  path: '/web-api/user/getuserconfig',
  answer: 'shell/user-config',
})
