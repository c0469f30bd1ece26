import { defineCall } from '../call.ts'

/** Recordings of visits of a brand, the newest first (REC-11). */
export const listRecordings = defineCall({
  id: 'listRecordings',
  summary: 'Recordings of visits, and what was refused by reason.',
  path: '/studio-api/recordings',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/recordings-query',
  answer: 'studio/recordings-answer',
})

/** A recording with its timeline; who looks at it is logged. */
export const watchRecording = defineCall({
  id: 'watchRecording',
  summary: 'A recording with the pages, presses and steps of machines in one order.',
  path: '/studio-api/recording',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/recording-query',
  answer: 'studio/recording-answer',
})
