import type { OddsFormat } from './odds-format.rules.ts'

/** Formats by their numbers (`cfview`), as the configuration and the visitor's browser keep them. */
export const ODDS_FORMATS: readonly OddsFormat[] = [
  'decimal',
  'fractional',
  'american',
  'hongkong',
  'indonesian',
  'malay',
]

/** The number of a format. */
export function formatNumber(format: OddsFormat): number {
  return ODDS_FORMATS.indexOf(format)
}

/** The format that prices are written in: the visitor's own choice, else that of the site for their country and language
 *  (CFG-22). A choice that is no format's number counts as none.
 *  @param kept what the browser keeps  @param ofSite the number that the configuration gives this visitor */
export function chosenFormat(kept: unknown, ofSite: number): OddsFormat {
  const own = typeof kept === 'number' ? ODDS_FORMATS[kept] : undefined
  return own ?? ODDS_FORMATS[ofSite] ?? 'decimal'
}

const SCALE = 10_000

/** Decimal text of a price in ten-thousandths, as a stream carries it: 18500 → `'1.85'`, 20000 → `'2'`. */
export function decimalOfUnits(oddsUnits: number): string {
  const whole = Math.floor(oddsUnits / SCALE)
  const places = String(oddsUnits % SCALE)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return places === '' ? String(whole) : `${whole}.${places}`
}
