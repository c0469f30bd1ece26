import type { WageredProduct } from '#machines/promo/awards/wagering.rules.ts'
import type { CasinoConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Finds the kind of games that a game belongs to, by its id: of the brand's own games, or of the catalogue of providers' games. */
export function productOfGame(configOf: (brandId: string) => Promise<{ readonly casino: CasinoConfig }>) {
  return async (tx: BrandTransaction, gameId: string): Promise<WageredProduct | undefined> => {
    const { games } = (await configOf(tx.brandId)).casino
    const own = Object.hasOwn(games, gameId) ? games[gameId]?.category : undefined
    return own ?? productOfCatalogue(tx, gameId)
  }
}

async function productOfCatalogue(tx: BrandTransaction, gameId: string): Promise<WageredProduct | undefined> {
  const row = await tx.select('casino_catalogue_game').select('entry').where('game_id', '=', gameId).executeTakeFirst()
  const category = row?.entry.category
  return category === 'bingo' ? 'lottery' : category
}
