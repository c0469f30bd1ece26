import { defineCall } from '../call.ts'

/** A game with its results and the bets that wait for them. */
export const getDeskResult = defineCall({
  id: 'getDeskResult',
  summary: 'A game, all versions of its result, and the bets of the brand that a result settles.',
  path: '/studio-api/result',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-result-query',
  answer: 'studio/desk-result-answer',
})

/** Enters a result. */
export const enterDeskResult = defineCall({
  id: 'enterDeskResult',
  summary:
    'Enters the result of a game, corrects it, or says that the game is void; bets are settled by it within seconds.',
  method: 'POST',
  path: '/studio-api/enter-result',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-result-body',
  answer: 'studio/done-answer',
})

/** What the house owes by game. */
export const listDeskExposure = defineCall({
  id: 'listDeskExposure',
  summary: 'Games with open bets and what the house owes for them, the worst first.',
  path: '/studio-api/exposure',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-exposure-query',
  answer: 'studio/desk-exposure-answer',
})

/** What the house owes by outcome of a game. */
export const getDeskExposure = defineCall({
  id: 'getDeskExposure',
  summary: 'A game with what the house owes for each outcome, and the limits that operators have set.',
  path: '/studio-api/exposed-game',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-result-query',
  answer: 'studio/desk-exposed-game-answer',
})

/** Sets a limit. */
export const setDeskLimit = defineCall({
  id: 'setDeskLimit',
  summary: 'Sets what the house may owe for an outcome or each outcome of a game, or leaves it to the brand again.',
  method: 'POST',
  path: '/studio-api/set-limit',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-limit-body',
  answer: 'studio/done-answer',
})
