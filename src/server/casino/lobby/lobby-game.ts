import type { CatalogueGame, GamePreview } from '#schemas'
import type { OwnGame } from '../play/game-offers.ts'

/** A game as the lobby lists it, of the engine or of a provider. */
export interface LobbyGame {
  readonly id: string
  readonly name: string
  /** Who has made it, for filters: `pragmatic-play`. */
  readonly providerId: string
  readonly provider: string
  readonly category: GamePreview['category']
  /** Tags of the game with what it has, such as `jackpot`; `new` while it is. */
  readonly tags: readonly string[]
  /** Kind of rules and look of a game of the engine. */
  readonly own: Pick<OwnGame, 'settings' | 'paytable' | 'category' | 'skin' | 'stake' | 'volatility'> | null
  /** A game of a provider, as the catalogue describes it. */
  readonly entry: CatalogueGame | null
  /** Of a game of a provider the address of a picture, of one of the engine a path below the brand's assets; empty where the site draws
   *  one. */
  readonly image: string
  readonly hasDemo: boolean
  /** Name and maker as searches compare them. */
  readonly folded: string
  /** Places among all games: as the brand puts them, by name, and by the day on which it came out. */
  readonly places: Readonly<Record<'featured' | 'name' | 'new', number>>
}

/** A game before its places among all games are known. */
export type UnplacedGame = Omit<LobbyGame, 'places'> & { readonly order: number; readonly releasedOn: string }
