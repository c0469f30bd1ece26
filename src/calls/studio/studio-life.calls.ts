import { defineCall } from '../call.ts'

/** The history of a brand. */
export const listRevisions = defineCall({
  id: 'listRevisions',
  summary: 'The revisions of a brand, the latest first, and the publications that wait.',
  path: '/studio-api/revisions',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/revisions-answer',
})

/** Publishes the draft, now or at a time. */
export const publishDraft = defineCall({
  id: 'publishDraft',
  summary: 'Makes the draft a revision that is served within a second, or plans to.',
  method: 'POST',
  path: '/studio-api/publish',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/publish-body',
  answer: 'studio/publish-answer',
})

/** Withdraws a planned publication. */
export const withdrawPublication = defineCall({
  id: 'withdrawPublication',
  summary: 'Withdraws a publication that waits.',
  method: 'POST',
  path: '/studio-api/withdraw',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/unschedule-body',
  answer: 'studio/done-answer',
})

/** Serves an earlier revision again, as a new revision. */
export const rollBackBrand = defineCall({
  id: 'rollBackBrand',
  summary: 'Serves the files of an earlier revision again, as a new revision.',
  method: 'POST',
  path: '/studio-api/roll-back',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/revision-body',
  answer: 'studio/publish-answer',
})

/** Makes a draft of an earlier revision and publishes nothing. */
export const restoreRevision = defineCall({
  id: 'restoreRevision',
  summary: 'Makes the files of an earlier revision the draft; the live brand stays as it is.',
  method: 'POST',
  path: '/studio-api/restore',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/revision-body',
  answer: 'studio/done-answer',
})

/** What differs between two states of a brand. */
export const diffBrand = defineCall({
  id: 'diffBrand',
  summary: 'The differences between two revisions, the live folder and the draft.',
  path: '/studio-api/diff',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/diff-query',
  answer: 'studio/diff-answer',
})

/** The pages that look different in two states of a brand. */
export const listPictures = defineCall({
  id: 'listPictures',
  summary: 'The pages that two states of a brand draw differently.',
  path: '/studio-api/pictures',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/picture-list-query',
  answer: 'studio/picture-list',
})

/** A page in two states of a brand, with what changed marked. */
export const comparePicture = defineCall({
  id: 'comparePicture',
  summary: 'Pictures of a page before and after, and of what changed.',
  path: '/studio-api/picture',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/picture-query',
  answer: 'studio/picture',
})
