import { LRUCache } from 'lru-cache'
import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { searchFold } from '#machines/forms/kinds/options.rules.ts'
import type { CasinoConfig, CatalogueGame } from '#schemas'
import { type CasinoPorts, type CasinoSections, OWN_PROVIDER } from '../casino-ports.ts'
import { makerName } from '../catalogue/catalogue-check.ts'
import type { Catalogue, ReadCatalogueOf } from '../catalogue/catalogue-store.ts'
import { catalogueRefusal } from '../catalogue/catalogue-terms.ts'
import type { CasinoProvider } from '../providers/casino-provider.ts'
import type { LobbyGame, UnplacedGame } from './lobby-game.ts'

/** Where a visitor is, and what they play with. */
export interface LobbyPlace {
  readonly brandId: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** ISO 4217 code. */
  readonly currency: string
}

/** The games of a place, as the brand puts them. */
export interface VisibleGames {
  readonly list: readonly LobbyGame[]
  readonly byId: ReadonlyMap<string, LobbyGame>
}

/** Name of the maker of the engine's own games. */
export const OWN_NAME = 'Livery'
const NEW_DAYS = 30
const DAY_MS = 86_400_000
/** Games without a place of their own come after those with one. */
const NO_ORDER = 1_000_001
const MOST_PLACES = 300

/** All games of a brand, by what they were made of. */
interface BrandGames {
  readonly revision: number
  readonly casino: CasinoConfig
  readonly providers: string
  readonly day: number
  readonly games: readonly LobbyGame[]
}

/** Remembers the games of each brand, and what is seen of them by country and currency; an import, a change of the brand or of its
 *  providers, and a new day end it. To be called outside of transactions. */
export function createVisibleGames(
  ports: Pick<CasinoPorts, 'clock' | 'sections' | 'providers'>,
  catalogueOf: ReadCatalogueOf,
): (place: LobbyPlace) => Promise<VisibleGames> {
  const brands = new Map<string, BrandGames>()
  const places = new LRUCache<string, { readonly of: BrandGames; readonly pack: string; readonly seen: VisibleGames }>({
    max: MOST_PLACES,
  })
  const gamesOf = async (brandId: string, sections: CasinoSections): Promise<BrandGames> => {
    const [catalogue, joined] = await Promise.all([catalogueOf(brandId), ports.providers(brandId)])
    const { casino } = sections
    const providers = joined.map(({ id, name }) => `${id}\n${name}`).join('\n\n')
    const day = Math.floor(ports.clock().getTime() / DAY_MS)
    const former = brands.get(brandId)
    const { revision } = catalogue
    if (
      former?.revision === revision &&
      former.casino === casino &&
      former.providers === providers &&
      former.day === day
    )
      return former
    const made = {
      revision,
      casino,
      providers,
      day,
      games: placed([...ownGames(casino), ...theirGames({ casino, catalogue, joined, day })]),
    }
    brands.set(brandId, made)
    return made
  }
  return async ({ brandId, country, currency }) => {
    const sections = await ports.sections(brandId)
    const of = await gamesOf(brandId, sections)
    const key = `${brandId} ${country} ${currency}`
    const { pack } = sections.licence
    const known = places.get(key)
    if (known?.of === of && known.pack === pack) return known.seen
    const list = of.games.filter(({ id, own, entry }) =>
      own
        ? !casinoGame(of.casino, id)?.hiddenIn.includes(country)
        : entry && !catalogueRefusal(entry, { country, currency, sections }),
    )
    const seen = { list, byId: new Map(list.map((game) => [game.id, game])) }
    places.set(key, { of, pack, seen })
    return seen
  }
}

function casinoGame({ games }: CasinoConfig, id: string) {
  return Object.hasOwn(games, id) ? games[id] : undefined
}

function ownGames({ games }: CasinoConfig): UnplacedGame[] {
  return Object.entries(games).flatMap(([id, game]) => {
    if (!game.isOffered) return []
    const { name, category, tags, paytable, skin, stake, volatility, order, image = '' } = game
    return {
      ...{ id, name, category, tags, providerId: OWN_PROVIDER, provider: OWN_NAME, image, hasDemo: true, order },
      ...{
        own: { settings: PAYTABLES[paytable], paytable, category, skin, stake, volatility },
        entry: null,
        releasedOn: '',
      },
      folded: searchFold(`${name} ${OWN_NAME}`),
    }
  })
}

function theirGames(of: {
  readonly casino: CasinoConfig
  readonly catalogue: Catalogue
  readonly joined: readonly CasinoProvider[]
  readonly day: number
}): UnplacedGame[] {
  const names = new Map(of.joined.map(({ id, name }) => [id, name]))
  const origins = new Set(of.casino.imageOrigins)
  const newFrom = new Date((of.day - NEW_DAYS) * DAY_MS).toISOString().slice(0, 10)
  return [...of.catalogue.games].flatMap(([id, entry]) => {
    const name = names.get(entry.provider)
    // What the brand has in its own name is never covered by a game of a provider.
    if (name === undefined || Object.hasOwn(of.casino.games, id)) return []
    return theirGame(id, entry, { name, origins, newFrom })
  })
}

function theirGame(
  id: string,
  entry: CatalogueGame,
  of: { readonly name: string; readonly origins: ReadonlySet<string>; readonly newFrom: string },
): UnplacedGame {
  const { category, tags = [], features = [], image, order = NO_ORDER, releasedOn = '' } = entry
  const provider = makerOf(entry, of.name)
  const isNew = releasedOn >= of.newFrom && releasedOn !== ''
  const all = new Set([...tags, ...features.filter((feature) => feature !== 'demo'), ...(isNew ? ['new'] : [])])
  return {
    ...{ id, name: entry.name, providerId: makerId(provider, entry.provider), provider, category, tags: [...all] },
    ...{ own: null, entry, order, releasedOn, hasDemo: features.includes('demo') },
    image: image !== undefined && of.origins.has(new URL(image).origin) ? image : '',
    folded: searchFold(`${entry.name} ${provider}`),
  }
}

/** Who has made a game of a catalogue. @param provider name of the provider that it is opened at */
export function makerOf({ studioId, studio }: Pick<CatalogueGame, 'studioId' | 'studio'>, provider: string): string {
  return (studioId === undefined ? undefined : makerName(studioId)) ?? studio ?? provider
}

/** A maker's id of the lobby: its name in plain letters. */
function makerId(name: string, providerId: string): string {
  const plain = searchFold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return plain.slice(0, 64) || providerId
}

function placed(games: readonly UnplacedGame[]): LobbyGame[] {
  const byName = [...games].sort((one, other) => (one.folded < other.folded ? -1 : 1))
  const names = new Map(byName.map(({ id }, at) => [id, at]))
  const nameAt = ({ id }: UnplacedGame) => names.get(id) ?? 0
  const byDay = [...games].sort((one, other) => {
    if (one.releasedOn === other.releasedOn) return one.order - other.order || nameAt(one) - nameAt(other)
    return one.releasedOn > other.releasedOn ? -1 : 1
  })
  const days = new Map(byDay.map(({ id }, at) => [id, at]))
  return [...games]
    .sort((one, other) => one.order - other.order || nameAt(one) - nameAt(other))
    .map(({ order: _order, releasedOn: _day, ...game }, featured) => ({
      ...game,
      places: { featured, name: names.get(game.id) ?? 0, new: days.get(game.id) ?? 0 },
    }))
}
