import type { Shared } from '#machines/account/sessions/service-token-setup.machine.ts'
import type { GameStatusAnswer, GameSubscription } from '#schemas'

/** What a tab of this browser tells the others of the same site about its player. */
export type TabWord =
  /** The player has done something, ms since 1970. */
  | { readonly kind: 'active'; readonly userId: number; readonly atMs: number }
  | { readonly kind: 'signed-out'; readonly userId: number; readonly because: SignOutReason }
  /** A service token has been fetched. */
  | { readonly kind: 'token'; readonly userId: number; readonly shared: Shared }
  /** Games whose bell is on, as the tab that tells their news has seen them. */
  | { readonly kind: 'games'; readonly userId: number; readonly games: readonly GameStatusAnswer[] }
  /** The bell of a game has been set. */
  | { readonly kind: 'bell'; readonly userId: number; readonly wish: GameSubscription }

/** Why a player is signed out: by choice, or because nothing happened for too long. */
export type SignOutReason = 'choice' | 'idle'

const CHANNEL = 'livery.player'

let channel: BroadcastChannel | undefined

/** The one channel of the page: it does not hear its own words. */
function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

/** Tells the other tabs. */
export function tellTabs(word: TabWord): void {
  tabs().postMessage(word)
}

/** Hears what other tabs report about a player; reports about other players are ignored. @returns stops it */
export function hearTabs(userId: number, hear: (word: TabWord) => void): () => void {
  const take = ({ data }: MessageEvent<TabWord>) => {
    if (data.userId === userId) hear(data)
  }
  tabs().addEventListener('message', take)
  return () => tabs().removeEventListener('message', take)
}
