import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { BettingConfig, GlobalConfig, SiteConfig } from '#schemas'
import { offerFilter } from './feed-filter.ts'

const read = <Section>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../brands/_base/config/${name}.json`, import.meta.url), 'utf8')) as Section
const global = read<GlobalConfig>('global')
const betting = read<BettingConfig>('betting')

/** The countries that a section of a brand shows, by what it says of its games. */
function countriesOf(games: object, country?: number): readonly number[] | undefined {
  const furtherSections = { ...betting.furtherSections, cricket: { order: 10, isAvailable: true, games } }
  // A brand that takes visitors from nowhere else shows the games of other countries all the same.
  const countries = { cy: global.countries.cy }
  const config = { global: { ...global, countries }, betting: { ...betting, furtherSections } } as unknown as SiteConfig
  const visitor = { site: { config }, now: new Date(0), disallowed: { line: [], live: [] } }
  return offerFilter('line', { section: 'cricket', ...(country && { country }) }, visitor).ofCountries
}

test('TABLE-6: a section shows the countries and regions that it names, with their parts, whichever visitors the brand takes', () => {
  expect(countriesOf({ countries: ['gb', '150'] })).toEqual([76, 251, 252, 253, 254, 257])
  expect(countriesOf({ countries: ['gb-sct', 'br'] })).toEqual([252, 31])
  expect(countriesOf({})).toBeUndefined()
})

test("TABLE-6: a section of the visitor's own country has its parts; without a country it has nothing", () => {
  expect(countriesOf({ isVisitorCountry: true }, 76)).toEqual([76, 251, 252, 253, 254])
  expect(countriesOf({ isVisitorCountry: true }, 31)).toEqual([31])
  expect(countriesOf({ isVisitorCountry: true })).toEqual([])
})
