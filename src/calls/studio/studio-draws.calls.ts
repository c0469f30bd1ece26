import { defineCall } from '../call.ts'

/** Draws of lotto and keno, or rounds of bingo. */
export const listDeskDraws = defineCall({
  id: 'listDeskDraws',
  summary: 'Draws of lotto and keno or rounds of bingo of a brand: those ahead, or those that are over.',
  path: '/studio-api/draws',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-draws-query',
  answer: 'studio/desk-draws-answer',
})

/** A draw with its numbers and its money. */
export const getDeskDraw = defineCall({
  id: 'getDeskDraw',
  summary: 'A draw or a round with its numbers, how its money was divided, and whether it can still be cancelled.',
  path: '/studio-api/draw',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-draw-query',
  answer: 'studio/desk-draw-answer',
})

/** Cancels a draw. */
export const cancelDeskDraw = defineCall({
  id: 'cancelDeskDraw',
  summary: 'Cancels a draw or a round whose numbers are not drawn, and pays its tickets back whole.',
  method: 'POST',
  path: '/studio-api/cancel-draw',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-draw-cancel-body',
  answer: 'studio/done-answer',
})
