/** The name of a currency in a language, from the Unicode locale data; undefined for one that it does not know, such as most
 *  crypto currencies: `('EUR', 'de')` → `'Euro'`. */
export function currencyName(code: string, language: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  return new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' }).of(code)
}
