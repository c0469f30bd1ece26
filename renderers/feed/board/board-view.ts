import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'

/** Which markets boards show: 0 the usual ones, 1 handicaps and totals alone, the Asian view (FEED-6). */
export type BettingView = 0 | 1

/** How a visitor wants boards (STORE-1). */
export interface BoardView {
  readonly format: OddsFormat
  /** Lower rows with smaller names. */
  readonly isCompact: boolean
  /** Without scores by period, statistics and tints of movement: less to draw on a slow device. */
  readonly isLight: boolean
  readonly showsGameId: boolean
  /** Columns of prices in a row, 1 to 9. */
  readonly priceColumns: number
  /** Whether the visitor has chosen their number: then a board makes room for them where it is narrow. */
  readonly hasOwnColumns?: boolean
  /** Whether the page was drawn for a phone: its first look takes fewer rows. */
  readonly isPhone?: boolean
}

/** What is kept in front, and how that changes. */
export interface FavoritesPort {
  readonly hasGame: (gameId: number) => boolean
  readonly hasChamp: (champId: number) => boolean
  readonly toggleGame: (game: { readonly gameId: number; readonly sportId: number }) => void
  readonly toggleChamp: (champ: { readonly champId: number; readonly sportId: number }) => void
}

/** Which games are pinned to the top of their boards, and how that changes (FEED-20). */
export interface PinsPort {
  readonly has: (gameId: number) => boolean
  readonly toggle: (gameId: number) => void
}

/** Which games a player is told the news of, and how that changes (FEED-17). */
export interface BellsPort {
  readonly has: (gameId: number) => boolean
  readonly toggle: (game: { readonly gameId: number; readonly kind: number }) => void
}

/** Where boards lead. */
export interface BoardLinks {
  readonly game: (game: GamePlace) => string
  /** Null where the page is that championship's already. */
  readonly champ: (champ: ChampPlace) => string | null
}

/** What names the page of a championship. */
export interface ChampPlace {
  readonly champId: number
  readonly champName: string
  /** What addresses name it by where it is shown in another script. */
  readonly champSlug?: string | undefined
  readonly sportId: number
}

/** What names the page of a game. */
export interface GamePlace extends ChampPlace {
  readonly gameId: number
  readonly kind: number
  readonly participants: readonly { readonly name: string }[]
}
