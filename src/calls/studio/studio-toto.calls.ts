import { defineCall } from '../call.ts'

/** The draws of toto of a brand. */
export const listDeskToto = defineCall({
  id: 'listDeskToto',
  summary: 'The draws of toto of a brand, the latest first, and the types of which one can be made.',
  path: '/studio-api/toto',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/desk-toto-answer',
})

/** A draw with its games and what operators have done with it. */
export const getDeskToto = defineCall({
  id: 'getDeskToto',
  summary: 'A draw of toto with its games, its settlement, and what operators have done with it.',
  path: '/studio-api/toto-draw',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-toto-draw-query',
  answer: 'studio/desk-toto-draw-answer',
})

/** Makes a draw. */
export const makeDeskToto = defineCall({
  id: 'makeDeskToto',
  summary: 'Makes a draw of toto of games that are named, or of the next ones of the feed.',
  method: 'POST',
  path: '/studio-api/make-toto',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-toto-make-body',
  answer: 'studio/done-answer',
})

/** Enters a result. */
export const enterDeskToto = defineCall({
  id: 'enterDeskToto',
  summary:
    'Enters the result of a game of a draw before the feed, or leaves it to the feed again; a paid draw is corrected.',
  method: 'POST',
  path: '/studio-api/toto-result',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-toto-result-body',
  answer: 'studio/done-answer',
})

/** Cancels a draw. */
export const cancelDeskToto = defineCall({
  id: 'cancelDeskToto',
  summary: 'Cancels a draw of toto whose prizes are not known yet, and gives its stakes back.',
  method: 'POST',
  path: '/studio-api/cancel-toto',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-toto-cancel-body',
  answer: 'studio/done-answer',
})
