import { defineCall } from '../call.ts'

/** What visitors of a brand have done (ANA-33). */
export const getEventReport = defineCall({
  id: 'getEventReport',
  summary: 'Visitors and events by day and kind beside as many days before.',
  path: '/studio-api/events',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/event-report-query',
  answer: 'studio/event-report-answer',
})

/** How far visitors of a brand come (ANA-33). */
export const getFunnelReport = defineCall({
  id: 'getFunnelReport',
  summary: 'Visitors by steps that they took one after another; of a funnel that was asked for before, from kept sums.',
  path: '/studio-api/funnel',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/funnel-report-query',
  answer: 'studio/funnel-report-answer',
})

/** How pages feel to visitors of a brand (ANA-30). */
export const getVitalReport = defineCall({
  id: 'getVitalReport',
  summary: 'Measures of web vitals by page and by week, and the elements at fault.',
  path: '/studio-api/vitals',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/vital-report-query',
  answer: 'studio/vital-report-answer',
})

/** How the variants of a brand's experiments do (ANA-32). */
export const getExperimentsReport = defineCall({
  id: 'getExperimentsReport',
  summary: 'Visitors and gains of the variants of experiments, with intervals that hold at every look.',
  path: '/studio-api/experiments',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/experiments-query',
  answer: 'studio/experiments-report',
})

/** Who comes again, by which pages visitors go, and who they are (ANA-33). */
export const getVisitorReport = defineCall({
  id: 'getVisitorReport',
  summary:
    'Visitors by the week in which they came first, steps from page to page, and visitors by language, source, referrer or screen.',
  path: '/studio-api/visitors',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/visitor-report-query',
  answer: 'studio/visitor-report-answer',
})

/** What visitors do at present (ANA-33). */
export const getLiveReport = defineCall({
  id: 'getLiveReport',
  summary: 'Visitors of the last five minutes, and the events of the last thirty by minute and kind.',
  path: '/studio-api/live-visitors',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/live-answer',
})
