import { defineCall } from '../call.ts'

/** Tells in which experiments a visitor is, and with which variant (ANA-5). */
export const getExperiments = defineCall({
  id: 'getExperiments',
  summary: 'The experiments that a visitor is in, each with its variant.',
  method: 'POST',
  path: '/analytics-api/ab.json',
  body: 'analytics/experiments-body',
  answer: 'analytics/experiments-answer',
})

/** The cookie by which pages are made with the variants of their visitor: its name, as a browser takes it from the page itself. */
export const EXPERIMENTS_COOKIE = '__Host-ab'
