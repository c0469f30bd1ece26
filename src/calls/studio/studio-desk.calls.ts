import { defineCall } from '../call.ts'

/** What waits at the desk, what the operator has taken, or what is done. */
export const listDesk = defineCall({
  id: 'listDesk',
  summary: 'A list of what waits, is taken or is done.',
  path: '/studio-api/desk',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-query',
  answer: 'studio/desk-items-answer',
})

/** Takes an item of the desk for half an hour, or lets it go. */
export const claimDeskItem = defineCall({
  id: 'claimDeskItem',
  summary: 'Takes an item, so that nobody else works on it, or lets it go.',
  method: 'POST',
  path: '/studio-api/desk-claim',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-claim-body',
  answer: 'studio/desk-claim-answer',
})

/** Players by account number, address or name. */
export const searchPlayers = defineCall({
  id: 'searchPlayers',
  summary: 'The players that a text may mean.',
  path: '/studio-api/players',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-players-query',
  answer: 'studio/desk-players-answer',
})

/** A player with sessions, money, bets, events and notes. */
export const getDeskPlayer = defineCall({
  id: 'getDeskPlayer',
  summary: 'Everything that the desk shows of a player.',
  path: '/studio-api/player',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-account-query',
  answer: 'studio/desk-player-answer',
})

/** Blocks a player, whose sessions end. */
export const blockPlayer = defineCall({
  id: 'blockPlayer',
  summary: 'Blocks a player and ends the sessions.',
  method: 'POST',
  path: '/studio-api/block-player',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-player-body',
  answer: 'studio/done-answer',
})

/** Unblocks a player. */
export const unblockPlayer = defineCall({
  id: 'unblockPlayer',
  summary: 'Lets a player sign in again.',
  method: 'POST',
  path: '/studio-api/unblock-player',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-player-body',
  answer: 'studio/done-answer',
})

/** Ends a session of a player. */
export const endPlayerSession = defineCall({
  id: 'endPlayerSession',
  summary: 'Ends a session of a player.',
  method: 'POST',
  path: '/studio-api/end-session',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-session-body',
  answer: 'studio/done-answer',
})

/** Notes something about a player, for colleagues alone. */
export const notePlayer = defineCall({
  id: 'notePlayer',
  summary: 'Adds a note about a player.',
  method: 'POST',
  path: '/studio-api/note-player',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-note-body',
  answer: 'studio/done-answer',
})

/** Writes into the inbox of a player. */
export const messagePlayer = defineCall({
  id: 'messagePlayer',
  summary: 'Puts a message into the inbox of a player.',
  method: 'POST',
  path: '/studio-api/message-player',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-message-body',
  answer: 'studio/done-answer',
})

/** A talk of a player with the support. */
export const getDeskTalk = defineCall({
  id: 'getDeskTalk',
  summary: 'The latest lines of a talk with the support.',
  path: '/studio-api/talk',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-account-query',
  answer: 'studio/desk-talk-answer',
})

/** Answers a player in the talk with the support. */
export const answerDeskTalk = defineCall({
  id: 'answerDeskTalk',
  summary: "Answers a player in the operator's name.",
  method: 'POST',
  path: '/studio-api/answer-talk',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-talk-body',
  answer: 'studio/done-answer',
})

/** Shows a player that an answer is being typed. */
export const tellDeskTyping = defineCall({
  id: 'tellDeskTyping',
  summary: 'Shows a player that the operator is typing an answer; what is typed is not sent.',
  method: 'POST',
  path: '/studio-api/talk-typing',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-typing-body',
  answer: 'studio/done-answer',
})

/** An identification with its documents. */
export const getDeskIdentification = defineCall({
  id: 'getDeskIdentification',
  summary: 'An identification, its answers, documents and steps.',
  path: '/studio-api/identification',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-account-query',
  answer: 'studio/desk-identification-answer',
})

/** Decides on an identification, or asks for documents. */
export const decideDeskIdentification = defineCall({
  id: 'decideDeskIdentification',
  summary: 'Verifies or rejects an identification, or asks for documents; the player is sent the reason.',
  method: 'POST',
  path: '/studio-api/decide-identification',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-identification-body',
  answer: 'studio/done-answer',
})

/** An appeal against a block. */
export const getDeskAppeal = defineCall({
  id: 'getDeskAppeal',
  summary: 'An appeal against a block, and the player that it names.',
  path: '/studio-api/appeal',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-appeal-query',
  answer: 'studio/desk-appeal-answer',
})

/** Decides on an appeal and answers its writer by mail. */
export const decideDeskAppeal = defineCall({
  id: 'decideDeskAppeal',
  summary: 'Accepts an appeal, which unblocks the player, or refuses it; its writer is answered by mail.',
  method: 'POST',
  path: '/studio-api/decide-appeal',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-appeal-body',
  answer: 'studio/done-answer',
})

/** Something that operators speak with a player about. */
export const getDeskProtection = defineCall({
  id: 'getDeskProtection',
  summary: 'A talk that protects a player: what they want, or what was found.',
  path: '/studio-api/protection-talk',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-protection-query',
  answer: 'studio/desk-protection-answer',
})

/** Keeps how a talk with a player went. */
export const decideDeskProtection = defineCall({
  id: 'decideDeskProtection',
  summary: 'Says what came of a talk: the player may set the limit that they want or deposit as before, or may not.',
  method: 'POST',
  path: '/studio-api/decide-protection-talk',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-talk-decision-body',
  answer: 'studio/done-answer',
})

/** A payment with why it waits. */
export const getDeskPayment = defineCall({
  id: 'getDeskPayment',
  summary: 'A payment, the rules that it has hit, who has approved it and what its provider has said.',
  path: '/studio-api/payment',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-payment-query',
  answer: 'studio/desk-payment-answer',
})

/** Approves or refuses a withdrawal that waits. */
export const decideDeskPayment = defineCall({
  id: 'decideDeskPayment',
  summary: 'Approves a withdrawal, or refuses it, which gives its money back and shows the player why.',
  method: 'POST',
  path: '/studio-api/decide-payment',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-payment-body',
  answer: 'studio/done-answer',
})
