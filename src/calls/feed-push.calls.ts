import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** A batch of changes from a provider, signed as Standard Webhooks has it: no page sends it, and it is of no brand. */
export const pushFeedChanges = defineCall({
  id: 'pushFeedChanges',
  summary: 'Tells what has happened to games.',
  method: 'POST',
  path: `${WEB_API}/feed/push`,
  segments: ['provider'],
  body: 'feed/feed-push-body',
  answer: 'feed/feed-push-answer',
  access: 'signed',
})
