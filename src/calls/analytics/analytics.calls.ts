import { defineCall } from '../call.ts'

/** Takes events of a visit (ANA-1, ANA-4). The headers name language and visitor; the project only where there is one (ANA-2). */
export const sendAnalytics = defineCall({
  id: 'sendAnalytics',
  summary: 'Takes events of a visit.',
  method: 'POST',
  path: '/analytics-api/event.json',
  body: 'analytics/analytics-batch',
  answer: 'analytics/analytics-answer',
})
