import type { Place } from '#schemas'
import type { CityRow, ReadCities } from './city-file.ts'

/** A division of a country as the data has it: `{ code: 'AT.09', name: 'Vienna' }`. */
export interface DivisionRow {
  readonly code: string
  readonly name: string
}

export interface PlacePorts {
  readonly readCities: ReadCities
  readonly readDivisions: () => Promise<readonly DivisionRow[]>
  /** Shown as the region of a country whose places have none: the country's own name. */
  readonly countryName: (country: string) => string
  /** How many countries are kept in memory; the one that nobody has asked for longest goes first. */
  readonly keptCountries?: number
}

/** The regions of countries and their cities (OFF-25). Names are the same in every language. */
export interface PlaceDirectory {
  /** The regions that have a city, by name; none for an unknown country.
   *  @param country ISO 3166-1 alpha-2, in either case */
  readonly regions: (country: string) => Promise<readonly Place[]>
  /** The cities of a region, each name once, by name; null for an id that is no region. */
  readonly cities: (regionId: string) => Promise<readonly Place[] | null>
}

interface Country {
  readonly regions: readonly Place[]
  /** Region id → the names of its cities, in no order. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  /** Region id → its cities, of the regions that have been asked for. */
  readonly cities: Map<string, readonly Place[]>
}

const KEPT_COUNTRIES = 8
/** Places without a region are offered under the country's name when they are at least this share of all: a city state has
 *  many, other countries some hamlets. */
const STRAY_SHARE = 0.1
/** Division code of the data for places that lie in none. */
const NO_DIVISION = '00'
const REGION_ID = /^([A-Z]{2})\.[A-Z0-9]{1,10}$/

/** Places by country, read when they are first asked for and kept for a while. A city has no number of its own in the data, so
 *  its id is its region's with its name: the same as long as the city is called so, whatever comes and goes around it. */
export function createPlaceDirectory(ports: PlacePorts): PlaceDirectory {
  const { keptCountries = KEPT_COUNTRIES } = ports
  const countries = new Map<string, Promise<Country>>()
  let divisions: Promise<ReadonlyMap<string, string>> | null = null

  async function readCountry(code: string): Promise<Country> {
    divisions ??= ports.readDivisions().then((rows) => new Map(rows.map((row) => [row.code, row.name])))
    return countryOf(code, await ports.readCities(code), await divisions, ports.countryName)
  }
  function countryNow(code: string): Promise<Country> {
    const country = countries.get(code) ?? readCountry(code)
    countries.delete(code)
    countries.set(code, country)
    for (const oldest of [...countries.keys()].slice(0, -keptCountries)) countries.delete(oldest)
    country.catch(() => {
      divisions = null
      if (countries.get(code) === country) countries.delete(code)
    })
    return country
  }
  return {
    regions: async (country) => (await countryNow(country.toUpperCase())).regions,
    cities: async (regionId) => {
      const [, code] = REGION_ID.exec(regionId) ?? []
      if (code === undefined) return null
      return citiesOf(await countryNow(code), regionId)
    },
  }
}

const collator = new Intl.Collator('en')
const byName = (left: Place, right: Place) => collator.compare(left.name, right.name)

function countryOf(
  code: string,
  rows: readonly CityRow[],
  divisions: ReadonlyMap<string, string>,
  countryName: PlacePorts['countryName'],
): Country {
  const whole = `${code}.${NO_DIVISION}`
  const names = new Map<string, Set<string>>()
  let strays = 0
  for (const { admin1, name } of rows) {
    const known = divisions.has(`${code}.${admin1}`)
    const id = known ? `${code}.${admin1}` : whole
    if (!known) strays += 1
    const ofRegion = names.get(id) ?? new Set()
    names.set(id, ofRegion.add(name.normalize('NFC')))
  }
  if (strays > 0 && strays < rows.length * STRAY_SHARE && !divisions.has(whole)) names.delete(whole)
  const regions = [...names.keys()].map((id) => ({ id, name: divisions.get(id) ?? countryName(code) }))
  return { regions: regions.sort(byName), names, cities: new Map() }
}

function citiesOf({ names, cities }: Country, regionId: string): readonly Place[] | null {
  const ofRegion = names.get(regionId)
  if (ofRegion === undefined) return null
  const known = cities.get(regionId)
  if (known !== undefined) return known
  const sorted = [...ofRegion].map((name) => ({ id: `${regionId}.${name}`, name })).sort(byName)
  cities.set(regionId, sorted)
  return sorted
}
