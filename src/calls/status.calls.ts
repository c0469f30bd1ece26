import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** What the status page shows; anybody may ask. */
export const getSiteStatus = defineCall({
  id: 'getSiteStatus',
  summary: 'Which parts of the site work, as its status page shows them.',
  path: `${WEB_API}/site-status`,
  answer: 'site/site-status',
})
