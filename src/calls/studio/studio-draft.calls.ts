import { defineCall } from '../call.ts'

/** The brands that the account may see. */
export const listStudioBrands = defineCall({
  id: 'listStudioBrands',
  summary: 'A page of the brands with their health, revision and unpublished edits.',
  path: '/studio-api/brands',
  access: 'authorized',
  query: 'studio/brands-query',
  answer: 'studio/brands-answer',
})

/** The names of brands. */
export const listStudioBrandNames = defineCall({
  id: 'listStudioBrandNames',
  summary: 'The names of all brands that the account may see.',
  path: '/studio-api/brand-names',
  access: 'authorized',
  answer: 'studio/brand-names-answer',
})

/** Makes a new brand, which is live at once. */
export const createStudioBrand = defineCall({
  id: 'createStudioBrand',
  summary: 'Makes a brand from a preset, a market and one colour.',
  method: 'POST',
  path: '/studio-api/new-brand',
  access: 'authorized',
  body: 'studio/new-brand-body',
  answer: 'studio/new-brand-answer',
})

/** What can be edited in a brand. */
export const getStudioCatalogue = defineCall({
  id: 'getStudioCatalogue',
  summary: 'The files of a brand, what pickers offer, and the address of its preview.',
  path: '/studio-api/catalogue',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/catalogue-answer',
})

/** A file of the draft with its schema, values and their origins. */
export const getStudioDocument = defineCall({
  id: 'getStudioDocument',
  summary: 'A file of the draft with its schema, its values and where each comes from.',
  path: '/studio-api/document',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/document-query',
  answer: 'studio/document-answer',
})

/** Edits the draft. The first edit opens it. */
export const editStudioDraft = defineCall({
  id: 'editStudioDraft',
  summary: 'Writes values at pointers of the files of a draft, all or none, and says what its check finds.',
  method: 'POST',
  path: '/studio-api/edits',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/edits-body',
  answer: 'studio/draft-answer',
})

/** Puts a picture or a font into the draft, or takes it out. */
export const writeStudioAsset = defineCall({
  id: 'writeStudioAsset',
  summary: 'Puts a picture or a font into the draft after a look at its bytes, or takes it out.',
  method: 'POST',
  path: '/studio-api/assets',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/asset-body',
  answer: 'studio/asset-answer',
})

/** The state of a draft: what others edited, who has it open, what its check finds. */
export const getStudioDraft = defineCall({
  id: 'getStudioDraft',
  summary: 'The edits since a number, the people who have the draft open, and the findings of its check.',
  path: '/studio-api/draft',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/draft-query',
  answer: 'studio/draft-answer',
})

/** Throws the draft away. */
export const discardStudioDraft = defineCall({
  id: 'discardStudioDraft',
  summary: 'Throws the draft away; the live brand stays as it is.',
  method: 'POST',
  path: '/studio-api/discard',
  segments: ['brand'],
  access: 'authorized',
  answer: 'studio/done-answer',
})

/** Finds keys and texts. */
export const searchStudio = defineCall({
  id: 'searchStudio',
  summary: 'The keys, values and texts of the draft that have the words.',
  path: '/studio-api/search',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/search-query',
  answer: 'studio/search-answer',
})

/** Tries a registration form of the draft. */
export const checkStudioRegistration = defineCall({
  id: 'checkStudioRegistration',
  summary: 'What the rules say of answers to a registration form of the draft, which are examples when there are none.',
  method: 'POST',
  path: '/studio-api/registration-check',
  segments: ['brand'],
  access: 'authorized',
  body: 'studio/registration-check-body',
  answer: 'studio/registration-check-answer',
})

/** Looks at a mail of the draft. */
export const previewStudioMail = defineCall({
  id: 'previewStudioMail',
  summary: 'A mail of the draft with example values: who sends it, its subject, its text, and where its HTML is shown.',
  path: '/studio-api/mail',
  segments: ['brand'],
  access: 'authorized',
  query: 'studio/mail-query',
  answer: 'studio/mail-answer',
})
