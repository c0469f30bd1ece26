import type { StreamBusMessage } from '#schemas'

/** How the processes that make frames reach those that hand them on, in one order for all. */
export interface FeedBus {
  /** Sends a message to every listener, this process included. One that is lost shows as a gap in the sequence. */
  readonly publish: (message: StreamBusMessage) => void
  /** @returns what ends the listening */
  readonly listen: (listener: (message: StreamBusMessage) => void) => () => void
  readonly close: () => Promise<void>
}

/** A bus within this process. */
export function createMemoryFeedBus(): FeedBus {
  const listeners = new Set<(message: StreamBusMessage) => void>()
  return {
    publish(message) {
      for (const listener of [...listeners]) listener(message)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}
