import type { ChampEntry } from '#schemas'
import { isDuelChamp } from './duel-offer.ts'
import type { OfferFilter } from './offer-ports.ts'

/** A championship as it is listed. */
export function champEntry(
  row: {
    readonly champ_id: number
    readonly sport_id: number
    readonly country_id: number | null
    readonly name: string
    readonly code: string
    readonly line_games: number
    readonly live_games: number
  },
  { topChamps }: Pick<OfferFilter, 'topChamps'>,
): ChampEntry {
  return {
    champId: row.champ_id,
    sportId: row.sport_id,
    ...(row.country_id !== null && { countryId: row.country_id }),
    name: row.name,
    lineGames: Number(row.line_games),
    liveGames: Number(row.live_games),
    ...(isDuelChamp(row.code) && { isDuels: true }),
    ...(topChamps.includes(row.champ_id) && { isTop: true }),
  }
}
