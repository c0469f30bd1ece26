import type { CatalogueGame, ErrorCode } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CasinoSections } from '../casino-ports.ts'
import { type StakeSections, slotCeilingMinor } from '../play/game-offers.ts'

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

/** The stakes that rounds of a game of a provider can have, in minor units; any where neither the catalogue nor the brand bounds them. */
export function catalogueStakes(
  { stakes, category }: Pick<CatalogueGame, 'stakes' | 'category'>,
  currency: string,
  sections: StakeSections,
) {
  const bounds = { minimumMinor: 1, maximumMinor: Number.MAX_SAFE_INTEGER, ...stakes?.[currency] }
  if (category !== 'slots') return bounds
  return { ...bounds, maximumMinor: Math.min(bounds.maximumMinor, slotCeilingMinor(sections, currency)) }
}

/** The most minor units that a round of a game of a provider may be staked in a currency. It reads in the transaction of the stake, and only
 *  where the brand bounds its slots. */
export function createRoundCeiling(sections: (brandId: string) => Promise<StakeSections>) {
  return async (
    tx: BrandTransaction,
    { gameId, currency }: { readonly gameId: string; readonly currency: string },
  ): Promise<number> => {
    const of = await sections(tx.brandId)
    if (of.casino.slotStakeMaximumMinor === 0) return Number.MAX_SAFE_INTEGER
    const row = await tx
      .select('casino_catalogue_game')
      .select('entry')
      .where('game_id', '=', gameId)
      .executeTakeFirst()
    return row?.entry.category === 'slots' ? slotCeilingMinor(of, currency) : Number.MAX_SAFE_INTEGER
  }
}

/** The return of a game under a licence, in ten-thousandths of the stakes. */
export function returnUnder(
  { returnE4, returnsE4 = {} }: CatalogueGame,
  pack: CasinoSections['licence']['pack'],
): number {
  return (pack === 'neutral' ? undefined : returnsE4[pack]) ?? returnE4
}
