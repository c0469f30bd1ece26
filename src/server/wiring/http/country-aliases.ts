const english = new Intl.DisplayNames('en', { type: 'region' })
const known = new Map<string, readonly string[]>()

/** Other names by which people look for a country: in English and in its own language (FIELD-16).
 *  `countryAliases('de', 'Германия')` → `['Germany', 'Deutschland']`
 *  @param code ISO 3166-1 alpha-2
 *  @param name what the country is called in the list; it is left out */
export function countryAliases(code: string, name: string): string[] {
  const names = known.get(code) ?? namesOf(code.toUpperCase())
  known.set(code, names)
  return names.filter((alias) => alias !== name)
}

function namesOf(region: string): readonly string[] {
  const { language } = new Intl.Locale('und', { region }).maximize()
  const own = new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(region)
  return [...new Set([english.of(region) ?? region, own ?? region])]
}
