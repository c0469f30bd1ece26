import type { CallPort } from '#calls/call.ts'
import { getGameSubscription, saveGameSubscription } from '#calls/favorites.calls.ts'
import type { GameSubscription } from '#schemas'
import { hearTabs, tellTabs } from '../../page/tabs.ts'

/** Which news of games a player wants to hear, in this page (FEED-17). */
export interface GameWishes {
  /** The same object until it changes; null until the server has answered. */
  readonly read: () => ReadonlyMap<number, GameSubscription['eventTypes']> | null
  readonly listen: (listener: () => void) => () => void
  /** Asks the server once; a later call asks again only when that failed. */
  readonly load: () => Promise<void>
  /** Keeps what is wanted of a game: at once here, then on the server. A refusal is taken back.
   *  @throws what the call throws */
  readonly save: (wish: GameSubscription) => Promise<void>
  /** Takes what another tab has kept on the server. */
  readonly take: (wish: GameSubscription) => void
}

/** Joins the bells of a page to those of its player on the server. @param tell lets other tabs know what is kept */
export function createGameWishes(call: CallPort, tell: (wish: GameSubscription) => void): GameWishes {
  const listeners = new Set<() => void>()
  let wishes: ReadonlyMap<number, GameSubscription['eventTypes']> | null = null
  let loading: Promise<void> | null = null
  const change = (next: ReadonlyMap<number, GameSubscription['eventTypes']>): void => {
    wishes = next
    for (const listener of listeners) listener()
  }
  const put = ({ gameId, eventTypes }: GameSubscription): void => {
    const next = new Map(wishes)
    if (eventTypes.length > 0) next.set(gameId, eventTypes)
    else next.delete(gameId)
    change(next)
  }
  return {
    read: () => wishes,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load: () => {
      loading ??= call(getGameSubscription, { query: {} }).then(
        ({ items }) => change(new Map(items.map(({ gameId, eventTypes }) => [gameId, eventTypes]))),
        (error: unknown) => {
          loading = null
          throw error
        },
      )
      return loading
    },
    save: async (wish) => {
      const before = wishes?.get(wish.gameId) ?? []
      put(wish)
      try {
        await call(saveGameSubscription, { body: wish })
      } catch (error) {
        put({ gameId: wish.gameId, eventTypes: before })
        throw error
      }
      tell(wish)
    },
    // What is not loaded yet will be loaded with it.
    take: (wish) => wishes && put(wish),
  }
}

let ofPage: GameWishes | null = null

/** The wishes of this page's player, the same in all tabs; what the server draws knows of none. */
export function pageWishes(call: CallPort, userId: number): GameWishes {
  if (typeof window === 'undefined') return createGameWishes(call, () => undefined)
  ofPage ??= joinedWishes(call, userId)
  return ofPage
}

function joinedWishes(call: CallPort, userId: number): GameWishes {
  const wishes = createGameWishes(call, (wish) => tellTabs({ kind: 'bell', userId, wish }))
  hearTabs(userId, (word) => {
    if (word.kind === 'bell') wishes.take(word.wish)
  })
  return wishes
}
