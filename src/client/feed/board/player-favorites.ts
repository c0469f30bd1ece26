import type { CallPort } from '#calls/call.ts'
import {
  addFavoriteChamps,
  addFavoriteGames,
  getFavorites,
  migrateFavoriteGames,
  removeFavoriteChamps,
  removeFavoriteGames,
} from '#calls/favorites.calls.ts'
import type { FeedName } from '#calls/feed.calls.ts'
import { type Favorites, SPORT_KINDS, sportKind, withMark } from '#machines/feed/board/favorites.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { FavoritesAnswer } from '#schemas'
import { keptValue } from '../../page/board/kept.ts'
import { favoriteStore } from './favorite-stores.ts'

const FEEDS = ['line', 'live'] as const

/** A game or championship whose star was pressed, and where. */
export interface Marking {
  readonly list: keyof Favorites
  readonly id: number
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

/** What a signed-in player has marked, in this page. */
export interface PlayerFavorites {
  /** Brings what the server knows, once; what was marked in this browser before the sign-in is carried over (FEED-11). */
  readonly sync: () => Promise<void>
  /** Marks something or takes its mark away: at once here, then on the server; a refusal is taken back (FEED-9, FEED-10). */
  readonly put: (marking: Marking, isIn: boolean) => Promise<void>
}

/** Whether this browser has carried its marks over; a sign-out wipes it with the rest of the player's. */
const merged = keptValue('marksMerged', (stored) => stored === true)

/** Joins the favourites of this browser to those of its player. Changes are sent one after the other, in the order of the presses. */
export function createPlayerFavorites({ call, onRefused, onFailed }: PlayerFavoritesPorts): PlayerFavorites {
  let synced: Promise<void> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let underWay = 0
  /** One after the other; what the server says counts once nothing else is on its way. */
  const send = (ask: () => Promise<FavoritesAnswer>): Promise<void> => {
    underWay += 1
    const answered = queue.then(ask).finally(() => {
      underWay -= 1
    })
    queue = answered.catch(() => undefined)
    return answered.then((answer) => {
      if (underWay === 0) takeMarks(answer)
    })
  }
  const read = async () => {
    const [games, champs] = merged.read() ? [[], []] : [keptMarks('games'), keptMarks('champs')]
    if (games.length + champs.length === 0) return call(getFavorites, {})
    const body = {
      games: games.map(({ id, kind }) => ({ gameId: id, kind })),
      champs: champs.map(({ id, kind }) => ({ champId: id, kind })),
    }
    return call(migrateFavoriteGames, { body })
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
    put: (marking, isIn) => {
      putMark(marking, isIn)
      return send(() => tell(call, marking, isIn)).catch((error: unknown) => {
        putMark(marking, !isIn)
        onRefused(error)
      })
    },
  }
}

/** Tells the server of a mark that is made or taken away. */
function tell(call: CallPort, { list, id, feed }: Marking, isIn: boolean): Promise<FavoritesAnswer> {
  if (list === 'games') return call(isIn ? addFavoriteGames : removeFavoriteGames, { body: { games: [id] } })
  const champs = [{ champId: id, kind: FEED_KIND[feed] }]
  return call(isIn ? addFavoriteChamps : removeFavoriteChamps, { body: { champs } })
}

/** Marks something in this browser, or takes its mark away. A game goes from the line to live: it loses its mark in both. */
export function putMark({ list, id, sportId, feed }: Marking, isIn: boolean): void {
  for (const one of isIn || list === 'champs' ? [feed] : FEEDS) {
    const store = favoriteStore(sportKind(sportId), one)
    store.write(withMark(store.read(), list, id, isIn))
  }
}

/** What this browser has marked. */
function keptMarks(list: keyof Favorites) {
  return FEEDS.flatMap((feed) =>
    SPORT_KINDS.flatMap((kind) =>
      favoriteStore(kind, feed)
        .read()
        [list].map((id) => ({ id, kind: FEED_KIND[feed] })),
    ),
  )
}

/** Lets this browser keep what the server tells, and nothing else. */
function takeMarks({ items, champs }: FavoritesAnswer): void {
  for (const feed of FEEDS)
    for (const kind of SPORT_KINDS) {
      const isHere = (mark: { readonly kind: number; readonly sportId: number }): boolean =>
        mark.kind === FEED_KIND[feed] && sportKind(mark.sportId) === kind
      favoriteStore(kind, feed).write({
        games: items.filter(isHere).map(({ gameId }) => gameId),
        champs: champs.filter(isHere).map(({ champId }) => champId),
      })
    }
}
