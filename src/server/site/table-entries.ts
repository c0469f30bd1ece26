import { tableCurrency } from '#machines/money/currency-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#machines/site/merge-patch.rules.ts'
import { countryIdOf } from '#machines/site/tables/country-table.ts'

/** The merged section `global` with what the tables of the engine know about the countries and currencies that it
 *  chooses, where it says nothing itself: a country's id, its currency and language those of the site; a currency's
 *  id, exponent, symbol and name. Entries that no table has get stand-ins: the only fault to report about them is
 *  that they are in no table. Pure. */
export function withTableEntries(global: JsonValue): JsonValue {
  if (!isJsonObject(global)) return global
  const { countries, currencies, defaultCurrency: currency, defaultLanguage: language } = global
  const site: JsonObject = {
    ...(currency !== undefined && { currency }),
    ...(language !== undefined && { language }),
  }
  return {
    ...global,
    ...(isJsonObject(countries) && { countries: filled(countries, (code) => countryFacts(code, site)) }),
    ...(isJsonObject(currencies) && { currencies: filled(currencies, currencyFacts) }),
  }
}

function filled(entries: JsonObject, factsOf: (code: string) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entries).map(([code, entry]) => [
      code,
      isJsonObject(entry) ? { ...factsOf(code), ...entry } : entry,
    ]),
  )
}

function countryFacts(code: string, site: JsonObject): JsonObject {
  return { id: countryIdOf(code) ?? 1, ...site }
}

function currencyFacts(code: string): JsonObject {
  const { id, exponent, symbol, name } = tableCurrency(code) ?? { id: 1, exponent: 0, symbol: code, name: code }
  return { id, exponent, symbol, name }
}
