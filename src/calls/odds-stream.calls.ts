import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** The images of games for a page that gets no socket (STREAM-9). */
export const getStreamImages = defineCall({
  id: 'getStreamImages',
  summary: 'The prices of games as the odds stream would begin with them.',
  path: `${WEB_API}/odds-stream/images`,
  query: 'feed/stream-images-query',
  answer: 'feed/stream-images-answer',
})
