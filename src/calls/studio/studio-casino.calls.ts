import { defineCall } from '../call.ts'

/** A doubt about the money of games, with its round. */
export const getDeskDoubt = defineCall({
  id: 'getDeskDoubt',
  summary: 'A round or an action of the casino in doubt, its actions, and what was verified of it.',
  path: '/studio-api/doubt',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-doubt-query',
  answer: 'studio/desk-doubt-answer',
})

/** Resolves a doubt: by the game's own outcome, or by a mark that moves nothing. */
export const resolveDeskDoubt = defineCall({
  id: 'resolveDeskDoubt',
  summary: 'Finishes a round of the engine by its own rules, or marks a doubt as looked at, which moves nothing.',
  method: 'POST',
  path: '/studio-api/resolve-doubt',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-doubt-body',
  answer: 'studio/done-answer',
})

/** Rounds by number, name or action. */
export const findDeskRounds = defineCall({
  id: 'findDeskRounds',
  summary: 'The rounds of games that a text may mean.',
  path: '/studio-api/game-rounds',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-rounds-query',
  answer: 'studio/desk-rounds-answer',
})

/** A round with its actions, and what was verified of it. */
export const getDeskRound = defineCall({
  id: 'getDeskRound',
  summary: 'A round of a game, its actions, and whether they agree with the ledger and the game.',
  path: '/studio-api/game-round',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-round-query',
  answer: 'studio/desk-round-answer',
})

/** The providers of games of a brand. */
export const listDeskProviders = defineCall({
  id: 'listDeskProviders',
  summary: 'The providers of games, and which of them are stopped.',
  path: '/studio-api/game-providers',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/desk-providers-answer',
})

/** Stops a provider of games, or lets it continue. */
export const switchDeskProvider = defineCall({
  id: 'switchDeskProvider',
  summary: 'Stops a provider at once for launches and stakes, or lets it continue; what was begun comes to its end.',
  method: 'POST',
  path: '/studio-api/switch-game-provider',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-provider-body',
  answer: 'studio/done-answer',
})

/** The campaigns of free rounds of a brand. */
export const listFreeCampaigns = defineCall({
  id: 'listFreeCampaigns',
  summary: 'The campaigns of free rounds, with how much of them was played.',
  path: '/studio-api/free-rounds',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/free-campaigns-answer',
})

/** Gives free rounds to players. */
export const createFreeCampaign = defineCall({
  id: 'createFreeCampaign',
  summary: 'Gives free rounds of a game to up to a hundred players, all or none of them.',
  method: 'POST',
  path: '/studio-api/create-free-rounds',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/free-campaign-body',
  answer: 'studio/done-answer',
})

/** Ends a campaign of free rounds. */
export const cancelFreeCampaign = defineCall({
  id: 'cancelFreeCampaign',
  summary: 'Ends a campaign of free rounds: no more of them can be played, and what was won stays.',
  method: 'POST',
  path: '/studio-api/cancel-free-rounds',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/free-campaign-cancel-body',
  answer: 'studio/done-answer',
})
