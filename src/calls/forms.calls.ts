import { defineCall } from './call.ts'

/** Seconds that data of phone numbers may be reused: they change with the brand's configuration and the engine alone. */
const PHONE_DATA_SECONDS = 3600
/** Seconds that lists of places may be reused: they change with the engine alone. */
const PLACES_SECONDS = 86_400

/** The countries of the list of dialling codes (PHC-17). */
export const getPhoneCountries = defineCall({
  id: 'getPhoneCountries',
  summary: 'The countries whose phone numbers the brand takes, named in the language of the request.',
  method: 'GET',
  path: '/web-api/user/getphonecountries',
  answer: 'forms/phone-countries-answer',
  maxAgeSeconds: PHONE_DATA_SECONDS,
})

/** The masks of those countries (PHC-18). */
export const getPhoneMasks = defineCall({
  id: 'getPhoneMasks',
  summary: 'Mask and digits of the phone numbers of each of those countries.',
  method: 'GET',
  path: '/web-api/api/user/phonemasks',
  answer: 'forms/phone-masks-answer',
  maxAgeSeconds: PHONE_DATA_SECONDS,
})

/** What the phone library needs to read numbers of those countries; ours, beside the calls of the specification. */
export const getPhoneMetadata = defineCall({
  id: 'getPhoneMetadata',
  summary: 'How phone numbers of those countries are made, for the phone library.',
  method: 'GET',
  path: '/web-api/api/user/phonemetadata',
  answer: 'forms/phone-metadata-answer',
  maxAgeSeconds: PHONE_DATA_SECONDS,
})

/** The regions of a country, which fill the select of the region (OFF-25). */
export const getRegions = defineCall({
  id: 'getRegions',
  summary: 'The regions of a country, named alike in every language.',
  method: 'GET',
  path: '/web-api/getRegions',
  query: 'forms/regions-query',
  answer: 'forms/regions-answer',
  maxAgeSeconds: PLACES_SECONDS,
})

/** The cities of a region, which fill the select of the city (OFF-25). */
export const getCitiesByRegion = defineCall({
  id: 'getCitiesByRegion',
  summary: 'The cities of a region, named alike in every language.',
  method: 'GET',
  path: '/web-api/getCitiesByRegion',
  query: 'forms/cities-query',
  answer: 'forms/cities-answer',
  maxAgeSeconds: PLACES_SECONDS,
})
