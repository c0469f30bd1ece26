import type { CatalogueGame, ErrorCode } from '#schemas'
import type { CasinoSections } from '../casino-ports.ts'

/** Where and under which rules a game is to be played. */
export interface CatalogueTerms {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** ISO 4217 code. */
  readonly currency: string
  readonly sections: Pick<CasinoSections, 'licence'> & {
    readonly casino: Pick<CasinoSections['casino'], 'lowestReturnE4' | 'highestReturnE4'>
  }
}

/** Why a game of a catalogue is neither listed nor opened (CAS-15): where its country, the licence of the brand, the currency or the
 *  return forbids it; null when it can be played. */
export function catalogueRefusal(
  game: CatalogueGame,
  { country, currency, sections }: CatalogueTerms,
): Extract<ErrorCode, `casino.${string}`> | null {
  const { casino, licence } = sections
  const { certifications = [], blockedCountries = [], restrictedCountries = [], currencies } = game
  const isCertified = certifications.some((certified) => certified === licence.pack)
  if (blockedCountries.includes(country)) return 'casino.not_for_country'
  if (!isCertified && (licence.pack !== 'neutral' || restrictedCountries.includes(country)))
    return 'casino.not_for_country'
  const returnE4 = returnUnder(game, licence.pack)
  if (returnE4 < casino.lowestReturnE4 || returnE4 > casino.highestReturnE4) return 'casino.game_unknown'
  return currencies && !currencies.includes(currency) ? 'casino.not_for_currency' : null
}

/** The stakes that free rounds of a game of a provider can have, in minor units; any where the catalogue says nothing of them. */
export function catalogueStakes({ stakes }: Pick<CatalogueGame, 'stakes'>, currency: string) {
  return { minimumMinor: 1, maximumMinor: Number.MAX_SAFE_INTEGER, ...stakes?.[currency] }
}

/** The return of a game under a licence, in ten-thousandths of the stakes. */
export function returnUnder(
  { returnE4, returnsE4 = {} }: CatalogueGame,
  pack: CasinoSections['licence']['pack'],
): number {
  return (pack === 'neutral' ? undefined : returnsE4[pack]) ?? returnE4
}
