import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PhoneCountriesAnswer, PhoneMasksAnswer, PhoneMetadataAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor, register } from '../scenes/test-visitor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const get = async <Answer>(path: string, language = 'en') => {
  const answer = await server.send(path, { headers: { 'accept-language': language } })
  expect(answer.statusCode).toBe(200)
  return { body: answer.json<Answer>(), headers: answer.headers }
}

test('PHC-17: the countries are named in the language of the request, and the answer may be kept for it', async () => {
  const { body, headers } = await get<PhoneCountriesAnswer>('/web-api/user/getphonecountries', 'de')
  expect(body.countries.find(({ code }) => code === 'at')).toMatchObject({ phoneCode: '+43', name: 'Österreich' })
  expect(headers['cache-control']).toBe('private, max-age=3600')
  expect(headers.vary).toMatch(/accept-language/)
  const english = await get<PhoneCountriesAnswer>('/web-api/user/getphonecountries', 'en')
  expect(english.body.countries.find(({ code }) => code === 'at')?.name).toBe('Austria')
})

test('PHC-18: every country of the list has a mask', async () => {
  const { countries } = (await get<PhoneCountriesAnswer>('/web-api/user/getphonecountries')).body
  const { masks } = (await get<PhoneMasksAnswer>('/web-api/api/user/phonemasks')).body
  expect(masks.map(({ CountryId }) => CountryId).sort()).toEqual(countries.map(({ id }) => id).sort())
})

test('the metadata holds those countries and no others', async () => {
  const { countries } = (await get<PhoneCountriesAnswer>('/web-api/user/getphonecountries')).body
  const { metadata } = (await get<PhoneMetadataAnswer>('/web-api/api/user/phonemetadata')).body
  expect(Object.keys(metadata.countries).sort()).toEqual(countries.map(({ code }) => code.toUpperCase()).sort())
  expect(metadata.countries.AT?.length).toBeGreaterThan(10)
})

const faultOf = async (phone: unknown): Promise<unknown> => {
  const error = await expectError(await register(newVisitor(server), 'phone_reg', { phone }), 'registration.invalid')
  return error.validation_errors?.phone
}

test.each([
  ['PHONE-9', '+43 664 12', 'phone_min_length'],
  ['PHONE-9', '0043 664 1234567890123456', 'equal_length'],
  ['PHONE-8', { fullPhone: '', phoneCode: '+43', phoneNum: '', countryId: 12, countryCode: 'at' }, 'required'],
  ['PHC-9', { fullPhone: '+9991234567', phoneCode: '+999', phoneNum: '1234567' }, 'phone.country_unknown'],
  ['PHC-3', { fullPhone: '+436641', phoneCode: '+43', phoneNum: '6641234567' }, 'value.refused'],
  ['RULE-17', '+43 664 123456', 'phone.not_confirmed'],
])('%s: the server judges %j as the page does: %s', async (_id, phone, code) => {
  expect(await faultOf(phone)).toMatchObject({ code })
})
