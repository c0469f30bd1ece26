import { defineCall } from './call.ts'

/** A proof of work: the engine's own captcha `custom`, and the way through the puzzle for those who cannot see it. */
export const createCaptchaChallenge = defineCall({
  id: 'createCaptchaChallenge',
  summary: 'A proof of work for an action.',
  method: 'POST',
  path: '/web-api/captcha/challenge',
  body: 'guard/captcha-challenge-body',
  answer: 'guard/captcha-challenge',
  isSecret: true,
})

/** A puzzle: the engine's own captcha `puzzle` (CAP-12). */
export const createPuzzle = defineCall({
  id: 'createPuzzle',
  summary: 'A puzzle for an action.',
  method: 'POST',
  path: '/puzzle-api/challenge',
  body: 'guard/captcha-challenge-body',
  answer: 'guard/puzzle-challenge',
  isSecret: true,
})

/** Gives the token of a solved puzzle; a wrong answer uses the puzzle up. */
export const answerPuzzle = defineCall({
  id: 'answerPuzzle',
  summary: 'Answers a puzzle, once.',
  method: 'POST',
  path: '/puzzle-api/answer',
  body: 'guard/puzzle-answer-body',
  answer: 'guard/captcha-pass',
  isSecret: true,
})
