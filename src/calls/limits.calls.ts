import { defineCall } from './call.ts'

/** The limits of the player and what is left of them (RG-1). */
export const getLimits = defineCall({
  id: 'getLimits',
  summary: 'The limits of the signed-in player with what is left of them, and the break that holds.',
  method: 'GET',
  path: '/web-api/limit-service-api/limits',
  alsoAt: '/limit-service-api/limits',
  answer: 'protection/limits-answer',
  access: 'authorized',
})

/** What can be limited, and which breaks can be taken (RG-1). */
export const getAvailableLimits = defineCall({
  id: 'getAvailableLimits',
  summary: 'What the signed-in player can limit, how limits are raised, and which breaks can be taken.',
  method: 'GET',
  path: '/web-api/limit-service-api/availablelimits',
  alsoAt: '/limit-service-api/availablelimits',
  answer: 'protection/available-limits-answer',
  access: 'authorized',
})

/** Sets a limit: a lower one holds at once, a higher one waits (RG-3, RG-10). */
export const setLimit = defineCall({
  id: 'setLimit',
  summary: 'Sets a limit of the signed-in player and answers all of them.',
  method: 'POST',
  path: '/web-api/limit-service-api/limits',
  alsoAt: '/limit-service-api/limits',
  body: 'protection/set-limit-body',
  answer: 'protection/limits-answer',
  access: 'authorized',
})

/** Confirms a raise whose wait is over, or gives one up (RG-4, RG-10). */
export const actOnLimit = defineCall({
  id: 'actOnLimit',
  summary: 'Confirms or withdraws a raise of a limit and answers all limits.',
  method: 'POST',
  path: '/web-api/limit-service-api/limitaction',
  alsoAt: '/limit-service-api/limitaction',
  body: 'protection/limit-action-body',
  answer: 'protection/limits-answer',
  access: 'authorized',
})

/** Asks for a limit to be taken away, which waits as a raise does (RG-6). */
export const removeLimit = defineCall({
  id: 'removeLimit',
  summary: 'Asks for a limit to be taken away and answers all of them.',
  method: 'DELETE',
  path: '/web-api/limit-service-api/limit',
  alsoAt: '/limit-service-api/limit',
  body: 'protection/remove-limit-body',
  answer: 'protection/limits-answer',
  access: 'authorized',
})

/** Why players exclude themselves (RG-2). */
export const getExclusionReasons = defineCall({
  id: 'getExclusionReasons',
  summary: 'The reasons that a player can give for an exclusion.',
  method: 'GET',
  path: '/web-api/limit-service-api/reasons/selfexclude',
  alsoAt: '/limit-service-api/reasons/selfexclude',
  answer: 'protection/exclusion-reasons-answer',
  access: 'authorized',
})

/** Takes a break: no stake and no deposit until it ends (RG-5, RG-11). */
export const blockUser = defineCall({
  id: 'blockUser',
  summary: 'Takes a time-out or excludes the signed-in player, ends all sessions, and answers the break.',
  method: 'POST',
  path: '/web-api/limit-service-api/BlockUser',
  alsoAt: '/limit-service-api/BlockUser',
  body: 'protection/block-user-body',
  answer: 'protection/player-break',
  access: 'authorized',
})

/** How long the player has been signed in, and with what result (RG-12). */
export const getPlaySession = defineCall({
  id: 'getPlaySession',
  summary: 'When the session of the signed-in player began, and what they have won or lost since.',
  method: 'GET',
  path: '/web-api/limit-service-api/session',
  alsoAt: '/limit-service-api/session',
  answer: 'protection/play-session-answer',
  access: 'authorized',
})

/** Judges the answers to the self-test, and keeps none (RG-4, RG-18). */
export const sendTestAnswers = defineCall({
  id: 'sendTestAnswers',
  summary: 'What the self-test says of the answers, which are not kept.',
  method: 'POST',
  path: '/web-api/limit-service-api/testanswers',
  alsoAt: '/limit-service-api/testanswers',
  body: 'protection/test-answers-body',
  answer: 'protection/test-answers-answer',
  access: 'authorized',
})

/** Deposits, result and time over a period, all time included (RTS 1B, 1C). */
export const getStatement = defineCall({
  id: 'getStatement',
  summary:
    'What the signed-in player has deposited, withdrawn, staked and won over a period, and for how long they were there.',
  method: 'GET',
  path: '/web-api/limit-service-api/statement',
  alsoAt: '/limit-service-api/statement',
  query: 'protection/statement-query',
  answer: 'protection/statement-answer',
  access: 'authorized',
})

/** Says that the limits were looked over and stay as they are (RTS 12). */
export const reviewLimits = defineCall({
  id: 'reviewLimits',
  summary: 'Says that the signed-in player has looked over their limits, and answers all of them.',
  method: 'POST',
  path: '/web-api/limit-service-api/limitreview',
  alsoAt: '/limit-service-api/limitreview',
  answer: 'protection/limits-answer',
  access: 'authorized',
})

/** Says that the player knows how far their funds are protected (LCCP 4.2.1). */
export const acknowledgeFunds = defineCall({
  id: 'acknowledgeFunds',
  summary: 'Says that the signed-in player has read how far their funds are protected, and answers all limits.',
  method: 'POST',
  path: '/web-api/limit-service-api/fundsprotection',
  alsoAt: '/limit-service-api/fundsprotection',
  body: 'protection/acknowledge-funds-body',
  answer: 'protection/limits-answer',
  access: 'authorized',
})

/** Asks to play again after an exclusion has ended (RG-11). */
export const askReturn = defineCall({
  id: 'askReturn',
  summary:
    'Says that a signed-in player whose exclusion has ended wants to play again, which waits, and answers all limits.',
  method: 'POST',
  path: '/web-api/limit-service-api/return',
  alsoAt: '/limit-service-api/return',
  answer: 'protection/limits-answer',
  access: 'authorized',
})
