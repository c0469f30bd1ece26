import type { CatalogueGame } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { CasinoPorts } from '../casino-ports.ts'

/** The catalogue of a brand as a server remembers it. */
export interface Catalogue {
  readonly revision: number
  /** Games by our ids of them. */
  readonly games: ReadonlyMap<string, CatalogueGame>
  /** Those that a later file no longer had: their names are in the history. */
  readonly withdrawn: ReadonlyMap<string, CatalogueGame>
}

/** Gives the catalogue of a brand; to be called outside of transactions. */
export type ReadCatalogueOf = (brandId: string) => Promise<Catalogue>

/** How long the revision that was read last is trusted. */
const TRUSTED_MS = 2000
const EMPTY: Catalogue = { revision: 0, games: new Map(), withdrawn: new Map() }

interface Remembered {
  readonly catalogue: Catalogue
  readonly readAt: number
}

/** Remembers catalogues, and reads one again when an import has changed its revision. */
export function createCatalogueStore({ db, clock }: Pick<CasinoPorts, 'db' | 'clock'>): ReadCatalogueOf {
  const known = new Map<string, Remembered>()
  const asked = new Map<string, Promise<Catalogue>>()
  const readAgain = async (brandId: string, former: Catalogue): Promise<Catalogue> => {
    const catalogue = await forBrand(db, brandId).transaction(async (tx) => {
      const row = await tx.select('casino_catalogue').select('revision').executeTakeFirst()
      const revision = row?.revision ?? 0
      if (revision === former.revision) return former
      const games = await tx.select('casino_catalogue_game').select(['game_id', 'entry', 'withdrawn_at']).execute()
      const entries = (isWithdrawn: boolean) =>
        new Map(
          games.flatMap(({ game_id, entry, withdrawn_at }) =>
            (withdrawn_at !== null) === isWithdrawn ? [[game_id, entry] as const] : [],
          ),
        )
      return { revision, games: entries(false), withdrawn: entries(true) }
    })
    known.set(brandId, { catalogue, readAt: clock().getTime() })
    return catalogue
  }
  return (brandId) => {
    const { catalogue, readAt } = known.get(brandId) ?? { catalogue: EMPTY, readAt: Number.NEGATIVE_INFINITY }
    if (clock().getTime() - readAt < TRUSTED_MS) return Promise.resolve(catalogue)
    const running = asked.get(brandId)
    if (running) return running
    const reading = readAgain(brandId, catalogue).finally(() => asked.delete(brandId))
    asked.set(brandId, reading)
    return reading
  }
}
