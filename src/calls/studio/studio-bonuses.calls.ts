import { defineCall } from '../call.ts'

/** The campaigns of a brand with what they have given, and grants. */
export const listDeskBonuses = defineCall({
  id: 'listDeskBonuses',
  summary: 'The campaigns of a brand with what they have given and used of their budget, and the latest grants.',
  path: '/studio-api/bonuses',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/desk-bonuses-answer',
})

/** A campaign with its codes and what should be looked at. */
export const getDeskCampaign = defineCall({
  id: 'getDeskCampaign',
  summary: 'The codes of a campaign that were made in bulk, and signs of abuse with what they go by.',
  path: '/studio-api/bonus-campaign',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-campaign-query',
  answer: 'studio/desk-campaign-answer',
})

/** What a campaign of a draft would have cost. */
export const previewCampaign = defineCall({
  id: 'previewCampaign',
  summary: 'What a campaign that is not published yet would have cost in the days before; nothing is kept of it.',
  method: 'POST',
  path: '/studio-api/preview-campaign',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-preview-body',
  answer: 'studio/desk-preview-answer',
})

/** Makes promo codes in bulk. */
export const makeBonusCodes = defineCall({
  id: 'makeBonusCodes',
  summary: 'Makes up to ten thousand codes for a campaign, each for one player.',
  method: 'POST',
  path: '/studio-api/make-bonus-codes',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-codes-body',
  answer: 'studio/desk-batch-answer',
})

/** The codes of a batch, to be written into a file. */
export const getBonusCodes = defineCall({
  id: 'getBonusCodes',
  summary: 'The codes of a batch, with who has used them.',
  path: '/studio-api/bonus-codes',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/desk-batch-query',
  answer: 'studio/desk-batch-answer',
})

/** Revokes promo codes. */
export const revokeBonusCodes = defineCall({
  id: 'revokeBonusCodes',
  summary: 'Revokes the codes of a batch that were not used; what was given stays.',
  method: 'POST',
  path: '/studio-api/revoke-bonus-codes',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-batch-body',
  answer: 'studio/done-answer',
})

/** Gives a bonus at the desk. */
export const grantBonus = defineCall({
  id: 'grantBonus',
  summary: 'Gives a bonus to up to a hundred players, all or none of them; above a limit it waits for a second person.',
  method: 'POST',
  path: '/studio-api/grant-bonus',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-grant-body',
  answer: 'studio/desk-grant-answer',
})

/** Decides on a grant that waits. */
export const decideGrant = defineCall({
  id: 'decideGrant',
  summary: 'Approves a grant that somebody else has asked for, which gives its bonuses, or refuses it.',
  method: 'POST',
  path: '/studio-api/decide-grant',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/desk-grant-decision-body',
  answer: 'studio/done-answer',
})
