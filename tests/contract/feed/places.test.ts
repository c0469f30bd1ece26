import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CitiesAnswer, FieldDefinition, Place, RegionsAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { fullAnswers, newVisitor, register } from '../scenes/test-visitor.ts'

const REGIONS = '/web-api/getRegions'
const CITIES = '/web-api/getCitiesByRegion'
const AUSTRIA = 12
const GERMANY = 56

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('pier/registration/full_reg.json', {
        fields: { region_id: { order: 71, required: true }, city_id: { order: 72, required: true } },
      }),
  })
})
afterAll(() => server.close())

const regions = async (countryId: number, language = 'en') => {
  const answer = await server.send(`${REGIONS}?country_id=${countryId}`, { headers: { 'accept-language': language } })
  return answer.json<RegionsAnswer>().regions
}
const cities = async (regionId: string) =>
  (await server.send(`${CITIES}?region_id=${regionId}`)).json<CitiesAnswer>().cities

function expectSound(places: readonly Place[]): void {
  expect(places.length).toBeGreaterThan(0)
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
  expect(new Set(places.map(({ name }) => name)).size).toBe(places.length)
  const names = places.map(({ name }) => name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
}

describe('OFF-25: the calls of regions and cities', () => {
  test('every country in which players may register has regions, and their first and last one has cities', async () => {
    const { fields } = (await server.send('/web-api/api/web/registration/v1/fields/full_reg')).json<{
      data: { attributes: { fields: FieldDefinition[] } }
    }>().data.attributes
    const countries = fields.find(({ id }) => id === 'country_id')?.options ?? []
    expect(countries.length).toBeGreaterThan(50)
    for (const { id } of countries) {
      const found = await regions(Number(id))
      expectSound(found)
      for (const region of [found[0], found.at(-1)]) expectSound(await cities(String(region?.id)))
    }
  })

  test('names are the same in every language, and the answer may be kept for a day', async () => {
    expect(await regions(AUSTRIA, 'de')).toEqual(await regions(AUSTRIA, 'en'))
    expect(await regions(AUSTRIA)).toContainEqual({ id: 'AT.09', name: 'Vienna' })
    for (const url of [`${REGIONS}?country_id=12`, `${CITIES}?region_id=AT.09`]) {
      expect((await server.send(url)).headers['cache-control']).toBe('private, max-age=86400')
    }
  })

  test.each([
    [`${REGIONS}?country_id=100`, 'query/country_id'],
    [`${REGIONS}?country_id=austria`, 'query/country_id'],
    [`${REGIONS}?country_id=12.5`, 'query/country_id'],
    [REGIONS, 'query/country_id'],
    [`${CITIES}?region_id=AT.77`, 'query/region_id'],
    [`${CITIES}?region_id=AT`, 'query/region_id'],
    [`${CITIES}?region_id=..%2F..`, 'query/region_id'],
    [CITIES, 'query/region_id'],
  ])('%s is refused, and the answer says where', async (url, where) => {
    const error = await expectError(await server.send(url), 'request.invalid')
    expect(error.params?.where).toBe(where)
  })
})

describe('OFF-25: the form', () => {
  test('REG-36: leaves the lists to be asked for, and says on what they hang', async () => {
    const answer = await server.send('/web-api/api/web/registration/v1/fields/full_reg')
    const { attributes, relation_fields } = answer.json().data
    const region = attributes.fields.find(({ id }: FieldDefinition) => id === 'region_id')
    expect(region).toMatchObject({ type: 'select', options_from: 'regions', options_of: 'country_id' })
    expect(region).not.toHaveProperty('options')
    expect(relation_fields).toEqual({ country_id: ['region_id'], region_id: ['city_id'] })
  })

  const sent = async (name: string, answers: object) =>
    register(newVisitor(server), 'full_reg', { ...fullAnswers(`${name}@places.example`), ...answers })

  test('a city of a region of the country is taken', async () => {
    const [region] = await regions(GERMANY)
    const [city] = await cities(String(region?.id))
    const answer = await sent('right', { region_id: region?.id, city_id: city?.id })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test.each([
    [
      'a region of another country',
      { region_id: 'AT.09', city_id: 'AT.09.Ottakring' },
      { region_id: 'option.unknown' },
    ],
    ['a city of another region', { region_id: 'DE.02', city_id: 'DE.16.Berlin' }, { city_id: 'option.unknown' }],
    ['a city of no region', { city_id: 'DE.16.Berlin' }, { region_id: 'required', city_id: 'option.unknown' }],
    [
      'places that are none',
      { region_id: '__proto__', city_id: 7 },
      { region_id: 'option.unknown', city_id: 'option.unknown' },
    ],
    ['no places', {}, { region_id: 'required', city_id: 'required' }],
  ])('%s is refused at its field', async (name, answers, expected) => {
    const error = await expectError(await sent(name.replaceAll(' ', '.'), answers), 'registration.invalid')
    const codes = Object.entries(error.validation_errors ?? {}).map(([id, { code }]) => [id, code])
    expect(Object.fromEntries(codes)).toEqual(expected)
  })
})
