import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Opens a game, for money or for fun (CAS-7). */
export const launchGame = defineCall({
  id: 'launchGame',
  summary: 'Opens a session of a game, with the rules that it is played by and the round that waits for the player.',
  method: 'POST',
  path: `${WEB_API}/casino/launch`,
  body: 'casino/launch-body',
  answer: 'casino/launch-answer',
  isSecret: true,
})

/** Plays a round of a game of the engine; sent again with the same guid, it is the same round (CAS-11). */
export const playGame = defineCall({
  id: 'playGame',
  summary: 'Takes the stakes and plays a round; what is over at once is paid.',
  method: 'POST',
  path: `${WEB_API}/casino/play`,
  body: 'casino/play-body',
  answer: 'casino/round-card',
  isSecret: true,
})

/** Does something in an open round; sent again with the same step, it is done once (CAS-11). */
export const actInGame = defineCall({
  id: 'actInGame',
  summary: 'Does what the player chooses in an open round.',
  method: 'POST',
  path: `${WEB_API}/casino/act`,
  body: 'casino/act-body',
  answer: 'casino/round-card',
  isSecret: true,
})

/** How a session stands (CAS-14). */
export const getGameSession = defineCall({
  id: 'getGameSession',
  summary: 'What a session of a game has come to so far, and what its player has.',
  method: 'POST',
  path: `${WEB_API}/casino/session`,
  body: 'casino/session-body',
  answer: 'casino/session-now',
  isSecret: true,
})

/** Ends the session of a game (CAS-7). */
export const closeGame = defineCall({
  id: 'closeGame',
  summary: 'Ends the session of a game and says what it came to.',
  method: 'POST',
  path: `${WEB_API}/casino/close`,
  body: 'casino/session-body',
  answer: 'casino/session-answer',
  isSecret: true,
})

/** Shows the server seed that was used so far and begins with another (CAS-11). */
export const changeGameSeed = defineCall({
  id: 'changeGameSeed',
  summary: 'Shows the server seed of the rounds so far, and begins with another one and with the text of the player.',
  method: 'POST',
  path: `${WEB_API}/casino/seed`,
  body: 'casino/seed-body',
  answer: 'casino/seed-answer',
  isSecret: true,
})

/** The history of rounds (CAS-14, OFF-5). */
export const getCasinoRounds = defineCall({
  id: 'getCasinoRounds',
  summary: 'A page of the rounds that the signed-in player has played for money.',
  path: `${WEB_API}/casino/rounds`,
  query: 'casino/rounds-query',
  answer: 'casino/rounds-answer',
  access: 'authorized',
})

/** A round with all that it follows from (CAS-11, CAS-14). */
export const getCasinoRound = defineCall({
  id: 'getCasinoRound',
  summary: 'A round of the signed-in player with its rules, seeds and acts, by which anybody can play it once more.',
  path: `${WEB_API}/casino/round`,
  query: 'casino/round-query',
  answer: 'casino/round-proof',
  access: 'authorized',
})
