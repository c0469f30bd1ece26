import type { CallPort } from '#calls/call.ts'
import { addFavoriteGames, getFavorites, migrateFavoriteGames, removeFavoriteGames } from '#calls/favorites.calls.ts'
import type { FeedName } from '#calls/feed.calls.ts'
import { SPORT_KINDS, sportKind, withGame } from '#machines/feed/favorites.rules.ts'
import { FEED_KIND } from '#machines/site/tables.ts'
import type { FavoriteGame } from '#schemas'
import { favoriteStore } from './favorite-stores.ts'
import { keptValue } from './kept.ts'

const FEEDS = ['line', 'live'] as const

/** A game whose star was pressed, and where. */
export interface StarredGame {
  readonly gameId: number
  readonly sportId: number
  readonly feed: FeedName
}

/** What the favourites of a player are joined by. */
export interface PlayerFavoritesPorts {
  readonly call: CallPort
  /** A change was refused and is taken back. */
  readonly onRefused: (error: unknown) => void
  /** The marks could not be had: those of this browser stay. */
  readonly onFailed: (error: unknown) => void
}

/** The games that a signed-in player has marked, in this page. */
export interface PlayerFavorites {
  /** Brings what the server knows, once; what was marked in this browser before the sign-in is carried over (FEED-11). */
  readonly sync: () => Promise<void>
  /** Marks a game or takes its mark away: at once here, then on the server; a refusal is taken back (FEED-9, FEED-10). */
  readonly put: (game: StarredGame, isIn: boolean) => Promise<void>
}

/** Whose marks this browser has carried over; a sign-out wipes it with the rest of the player's. */
const merged = keptValue('favoritesMerged', (stored) => stored === true)

/** Joins the favourites of this browser to those of its player. Changes are sent one after the other, in the order of the presses. */
export function createPlayerFavorites({ call, onRefused, onFailed }: PlayerFavoritesPorts): PlayerFavorites {
  let synced: Promise<void> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let underWay = 0
  /** One after the other; what the server says counts once nothing else is on its way. */
  const send = (ask: () => Promise<{ readonly items: readonly FavoriteGame[] }>): Promise<void> => {
    underWay += 1
    const answered = queue.then(ask).finally(() => {
      underWay -= 1
    })
    queue = answered.catch(() => undefined)
    return answered.then(({ items }) => {
      if (underWay === 0) takeGames(items)
    })
  }
  const read = async () => {
    const games = merged.read() ? [] : keptGames()
    if (games.length === 0) return call(getFavorites, {})
    return call(migrateFavoriteGames, { body: { games } })
  }
  return {
    sync: () => {
      synced ??= send(read).then(
        () => merged.write(true),
        (error: unknown) => {
          synced = null
          onFailed(error)
        },
      )
      return synced
    },
    put: (game, isIn) => {
      putGame(game, isIn)
      const change = isIn ? addFavoriteGames : removeFavoriteGames
      return send(() => call(change, { body: { games: [game.gameId] } })).catch((error: unknown) => {
        putGame(game, !isIn)
        onRefused(error)
      })
    },
  }
}

/** Marks a game in this browser, or takes its mark away: then in both feeds, since a game goes from the one to the other. */
export function putGame({ gameId, sportId, feed }: StarredGame, isIn: boolean): void {
  for (const one of isIn ? [feed] : FEEDS) {
    const store = favoriteStore(sportKind(sportId), one)
    store.write(withGame(store.read(), gameId, isIn))
  }
}

/** What this browser has marked. */
function keptGames() {
  return FEEDS.flatMap((feed) =>
    SPORT_KINDS.flatMap((kind) =>
      favoriteStore(kind, feed)
        .read()
        .games.map((gameId) => ({ gameId, kind: FEED_KIND[feed] })),
    ),
  )
}

/** Lets this browser keep the games that the server tells, and no others; championships stay as they are. */
function takeGames(items: readonly FavoriteGame[]): void {
  for (const feed of FEEDS)
    for (const kind of SPORT_KINDS) {
      const own = items.filter((item) => item.kind === FEED_KIND[feed] && sportKind(item.sportId) === kind)
      const store = favoriteStore(kind, feed)
      store.write({ ...store.read(), games: own.map(({ gameId }) => gameId) })
    }
}
