import type { FeedKind } from '#schemas'

/** A game that a player has marked. */
export interface FavoriteGameTable {
  brand_id: string
  account_id: number
  game_id: number
  kind: FeedKind
  sport_id: number
  marked_at: Date
}

/** A championship that a player has marked in a feed. */
export interface FavoriteChampTable {
  brand_id: string
  account_id: number
  champ_id: number
  kind: FeedKind
  sport_id: number
  marked_at: Date
}

/** A kind of event in a game that a player wants to be notified of. */
export interface GameSubscriptionTable {
  brand_id: string
  account_id: number
  game_id: number
  event_type: number
}
