import { describe, expect, test } from 'vitest'
import type { CityRow } from './city-file.ts'
import { createPlaceDirectory, type PlacePorts } from './place-directory.ts'

const DIVISIONS = [
  { code: 'AT.09', name: 'Vienna' },
  { code: 'AT.01', name: 'Burgenland' },
  { code: 'AT.99', name: 'Nowhere' },
]
const city = (country: string, admin1: string, name: string): CityRow => ({ country, admin1, name })
const CITIES = [
  city('AT', '09', 'Ottakring'),
  city('AT', '09', 'Älserdorf'),
  city('AT', '09', 'Zwischenbrücken'),
  city('AT', '09', 'Ottakring'),
  city('AT', '01', 'Eisenstadt'),
  ...Array.from({ length: 6 }, (_, index) => city('AT', '01', `Village ${index}`)),
]

function directory(cities: readonly CityRow[], more: Partial<PlacePorts> = {}) {
  const read: string[] = []
  const places = createPlaceDirectory({
    readCities: async (country) => {
      read.push(country)
      return cities.filter((one) => one.country === country)
    },
    readDivisions: async () => DIVISIONS,
    countryName: (country) => `Land ${country}`,
    ...more,
  })
  return { ...places, read }
}

describe('OFF-25: the regions of a country', () => {
  test('are those with a city, by name', async () => {
    const expected = [
      { id: 'AT.01', name: 'Burgenland' },
      { id: 'AT.09', name: 'Vienna' },
    ]
    expect(await directory(CITIES).regions('at')).toEqual(expected)
    expect(await directory(CITIES).regions('XX')).toEqual([])
  })

  test('leave out the place of a hamlet that lies in none, and stand for the country where many do', async () => {
    const hamlet = [...CITIES, city('AT', '', 'Stray')]
    expect((await directory(hamlet).regions('at')).map(({ id }) => id)).toEqual(['AT.01', 'AT.09'])
    const state = [city('SG', '00', 'Tampines'), city('SG', '', 'Bedok')]
    const { regions, cities } = directory(state)
    expect(await regions('sg')).toEqual([{ id: 'SG.00', name: 'Land SG' }])
    expect((await cities('SG.00'))?.map(({ name }) => name)).toEqual(['Bedok', 'Tampines'])
  })
})

describe('OFF-25: the cities of a region', () => {
  test('are each there once, by name, with an id made of region and name', async () => {
    expect(await directory(CITIES).cities('AT.09')).toEqual([
      { id: 'AT.09.Älserdorf', name: 'Älserdorf' },
      { id: 'AT.09.Ottakring', name: 'Ottakring' },
      { id: 'AT.09.Zwischenbrücken', name: 'Zwischenbrücken' },
    ])
  })

  test('keep their ids when others come and go', async () => {
    const before = (await directory(CITIES).cities('AT.09')) ?? []
    const after = await directory([city('AT', '09', 'Aspern'), ...CITIES.toReversed()]).cities('AT.09')
    expect(after).toEqual(expect.arrayContaining([...before]))
  })

  test.each(['AT.99', 'AT.02', 'XX.01', 'AT', 'at.09', '', 'AT.09.Ottakring', '__proto__', '../AT.09'])(
    'are not there for %j',
    async (id) => {
      expect(await directory(CITIES).cities(id)).toBeNull()
    },
  )
})

describe('what is kept', () => {
  test('a country is read once, also when it is asked for several times at once', async () => {
    const { regions, cities, read } = directory(CITIES)
    await Promise.all([regions('at'), regions('AT'), cities('AT.09')])
    await cities('AT.01')
    expect(read).toEqual(['AT'])
  })

  test('of more countries than are kept, the one that was not asked for longest is read again', async () => {
    const { regions, read } = directory(CITIES, { keptCountries: 2 })
    for (const country of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb']) await regions(country)
    expect(read).toEqual(['AA', 'BB', 'CC', 'BB'])
  })

  test('a failure is not', async () => {
    let tries = 0
    const failing = directory(CITIES, {
      readDivisions: async () => {
        tries += 1
        if (tries === 1) throw new Error('busy')
        return DIVISIONS
      },
    })
    await expect(failing.regions('at')).rejects.toThrow('busy')
    expect(await failing.regions('at')).toHaveLength(2)
  })
})
