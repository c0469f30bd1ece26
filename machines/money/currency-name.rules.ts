/** By language: to make one takes longer than to ask it for all currencies. */
const namesIn = new Map<string, Intl.DisplayNames>()

/** The name of a currency in a language, from the Unicode locale data; undefined for one that it does not know, such as most
 *  crypto currencies: `('EUR', 'de')` → `'Euro'`. */
export function currencyName(code: string, language: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  let names = namesIn.get(language)
  if (!names) {
    names = new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' })
    namesIn.set(language, names)
  }
  return names.of(code)
}
