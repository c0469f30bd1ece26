import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Favorites, NO_FAVORITES, SPORT_KINDS, type SportKind } from '#machines/feed/board/favorites.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { FavoritesPort } from '#renderers/feed/board/board-view.ts'
import { useApp } from '../../page/app-context.ts'
import { report } from '../../page/report.ts'
import { shellPort } from '../../page/shell-port.ts'
import { favoriteStore } from './favorite-stores.ts'
import { createPlayerFavorites, type Marking, type PlayerFavorites, putMark } from './player-favorites.ts'

/** Before the match, or live. */
export type FeedName = 'line' | 'live'

function useStore(kind: SportKind, feed: FeedName): Favorites {
  const { read, listen } = favoriteStore(kind, feed)
  return useSyncExternalStore(listen, read, () => NO_FAVORITES)
}

let ofPage: PlayerFavorites | null = null

/** Joins the marks of a signed-in player to those on the server; a guest's stay in the browser, and the player of a preview has none. */
function usePlayerFavorites(): void {
  const { call, state } = useApp()
  const isPlayer = state.visitor.player !== null && !state.preview
  useEffect(() => {
    if (!isPlayer) return
    ofPage ??= createPlayerFavorites({
      call,
      onRefused: (error) =>
        shellPort.notify({ id: 'favorites', kind: 'error', text: readFailure(error).code, params: {} }),
      onFailed: (error) => report('favorites.not_synced', { error: String(error) }),
    })
    void ofPage.sync()
  }, [call, isPlayer])
}

/** The favourites of a feed, of every kind of sport. */
export function useFavorites(feed: FeedName): Readonly<Record<SportKind, Favorites>> {
  usePlayerFavorites()
  const sports = useStore('sports', feed)
  const cyber = useStore('cyber', feed)
  return useMemo(() => ({ sports, cyber }), [sports, cyber])
}

/** What boards ask of the favourites of a feed. */
export function useFavoritesPort(feed: FeedName): FavoritesPort {
  const kept = useFavorites(feed)
  const other = useFavorites(feed === 'live' ? 'line' : 'live')
  return useMemo(() => {
    const has = (all: typeof kept, list: keyof Favorites, id: number): boolean =>
      SPORT_KINDS.some((kind) => all[kind][list].includes(id))
    // A game that was marked before it began is the same game when it is played.
    const hasGame = (id: number): boolean => has(kept, 'games', id) || has(other, 'games', id)
    const hasChamp = (id: number): boolean => has(kept, 'champs', id)
    const put = (marking: Marking, isIn: boolean): void => {
      if (ofPage) void ofPage.put(marking, isIn)
      else putMark(marking, isIn)
    }
    return {
      hasGame,
      hasChamp,
      toggleGame: ({ gameId, sportId }) => put({ list: 'games', id: gameId, sportId, feed }, !hasGame(gameId)),
      toggleChamp: ({ champId, sportId }) => put({ list: 'champs', id: champId, sportId, feed }, !hasChamp(champId)),
    }
  }, [kept, other, feed])
}
