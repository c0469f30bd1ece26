import { defineCall } from './call.ts'

/** Names of the registration types, which become the tabs (REG-34). */
export const getRegistrationTypes = defineCall({
  id: 'getRegistrationTypes',
  summary: 'The registration types that the brand offers.',
  method: 'GET',
  path: '/web-api/api/web/registration/v1/types',
  alsoAt: '/api/web/registration/v1/types',
  answer: 'registration/types-answer',
  content: 'json-api',
})

/** The fields of a type (newer call, REG-36). */
export const getRegistrationFields = defineCall({
  id: 'getRegistrationFields',
  summary: 'The field definitions of a registration type, in the language of the request.',
  method: 'GET',
  path: '/web-api/api/web/registration/v1/fields',
  alsoAt: '/api/web/registration/v1/fields',
  segments: ['type'],
  query: 'registration/country-query',
  answer: 'registration/fields-answer-new',
  content: 'json-api',
})

/** The fields of a type (older call, REG-35). */
export const postRegistrationFields = defineCall({
  id: 'postRegistrationFields',
  summary: 'The field definitions and banners of a registration type, as older clients ask for them.',
  method: 'POST',
  path: '/web-api/registration/fields',
  alsoAt: '/registration/fields',
  query: 'registration/fields-query',
  body: 'registration/fields-body',
  answer: 'registration/fields-answer-old',
})

/** Without `fields` the registration data; with `fields` a submission (REG-27, REG-32, decision 66). */
export const postRegistration = defineCall({
  id: 'postRegistration',
  summary: 'Registration data, or, with fields, a registration.',
  method: 'POST',
  path: '/web-api/registration',
  alsoAt: '/registration',
  query: 'registration/registration-query',
  body: 'registration/registration-body',
  answer: 'registration/registration-result',
  readsWithout: 'fields',
  isSecret: true,
  captcha: { action: 'registration', whenBodyHas: 'fields' },
})

/** The bonuses a new player may choose from (REG-37). */
export const getWelcomeBonuses = defineCall({
  id: 'getWelcomeBonuses',
  summary: 'The welcome bonuses of the brand.',
  method: 'GET',
  path: '/web-api/api/v3/bonuses/welcome-bonuses',
  alsoAt: '/api/v3/bonuses/welcome-bonuses',
  query: 'registration/bonuses-query',
  answer: 'registration/welcome-bonuses-answer',
  content: 'json-api',
})
