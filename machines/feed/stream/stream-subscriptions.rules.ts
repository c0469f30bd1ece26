/** How long changes of what is watched are gathered before they are sent, ms (STREAM-7). */
export const SUBSCRIPTION_BATCH_MS = 50

export interface SubscriptionDiff {
  readonly add: readonly string[]
  readonly drop: readonly string[]
}

export interface Subscriptions {
  /** Somebody watches a channel. */
  readonly acquire: (channel: string) => void
  /** Somebody who acquired a channel no longer watches it. @throws Error when nobody did */
  readonly release: (channel: string) => void
  /** What changed since the last time it was taken; a channel that came and went is in neither list. */
  readonly takeDiff: () => SubscriptionDiff
  /** Channels that somebody watches. */
  readonly watched: () => readonly string[]
}

/** Counts who watches which channel, so that a channel is asked for once and dropped after the last one (STREAM-7). */
export function createSubscriptions(): Subscriptions {
  const counts = new Map<string, number>()
  const sent = new Set<string>()
  return {
    acquire(channel) {
      counts.set(channel, (counts.get(channel) ?? 0) + 1)
    },
    release(channel) {
      const count = counts.get(channel)
      if (count === undefined) throw new Error(`the channel ${channel} was released more often than acquired`)
      if (count === 1) counts.delete(channel)
      else counts.set(channel, count - 1)
    },
    takeDiff() {
      const add = [...counts.keys()].filter((channel) => !sent.has(channel))
      const drop = [...sent].filter((channel) => !counts.has(channel))
      for (const channel of add) sent.add(channel)
      for (const channel of drop) sent.delete(channel)
      return { add, drop }
    },
    watched: () => [...counts.keys()],
  }
}
