import { createStreamReader, type StreamReader } from '#machines/feed/stream/stream-reader.ts'
import { createSubscriptions, SUBSCRIPTION_BATCH_MS } from '#machines/feed/stream/stream-subscriptions.rules.ts'
import { createPriceStore, type PriceStore } from '#machines/odds/price-store.ts'
import { backOffMs } from '#machines/shell/stream-back-off.rules.ts'
import type { StreamRequest } from '#schemas'

/** What the stream needs of a socket. */
export interface OddsSocket {
  readonly send: (text: string) => void
  readonly close: () => void
}

/** What a socket tells. `closed` comes once, also when it could never be opened. */
export interface OddsSocketEvents {
  readonly opened: () => void
  readonly received: (text: string) => void
  readonly closed: () => void
}

export interface OddsStreamPorts {
  readonly openSocket: (events: OddsSocketEvents) => OddsSocket
  readonly nowMs: () => number
  /** 0 ≤ n < 1 */
  readonly random: () => number
  /** @returns what calls it off */
  readonly later: (ms: number, work: () => void) => () => void
  /** Does work with the next animation frame, or within a second while the page is hidden. */
  readonly nextFrame: (work: () => void) => void
  /** Tells when the browser came online or the page became visible. @returns what ends the telling */
  readonly onWake: (wake: () => void) => () => void
  /** Polls the feed where no socket can be had (STREAM-9): gives image frames of the channels to `take`, again and again.
   *  @returns what ends the polling */
  readonly poll: (channels: () => readonly string[], take: (texts: readonly string[]) => void) => () => void
}

/** The odds stream of a page. */
export interface OddsStream {
  /** Prices by outcome; they change at most once per animation frame. */
  readonly prices: Pick<PriceStore, 'read' | 'listen'>
  readonly reader: Pick<StreamReader, 'book' | 'sync'>
  /** Watches a channel until what it gives is called. */
  readonly watch: (channel: string) => () => void
  /** Whether prices are stale as a whole and no bet can be sent (STREAM-4). */
  readonly isDegraded: () => boolean
  readonly close: () => void
}

const TICK_MS = 500
/** Attempts after which the feed is polled when none of them opened. */
const ATTEMPTS_BEFORE_POLLING = 3

/** Opens the stream. It connects once something is watched, and again for as long as it is not closed. */
export function openOddsStream(ports: OddsStreamPorts): OddsStream {
  const { nowMs, later, nextFrame } = ports
  const store = createPriceStore()
  const reader = createStreamReader(store)
  const subscriptions = createSubscriptions()
  let isClosed = false
  let isFlushDue = false
  let stopBatch: (() => void) | null = null
  let stopTick = (): void => undefined

  const flushSoon = (): void => {
    if (isFlushDue || isClosed || !store.isDirty()) return
    isFlushDue = true
    nextFrame(() => {
      isFlushDue = false
      if (!isClosed) store.flush()
    })
  }
  const link = createLink(
    ports,
    {
      opened: () => reader.connected(nowMs()),
      received(text) {
        const requests = reader.receive(text, nowMs())
        flushSoon()
        return requests
      },
    },
    subscriptions.watched,
  )
  const tick = (): void => {
    link.send(reader.tick(nowMs()))
    flushSoon()
    stopTick = later(TICK_MS, tick)
  }
  const batch = (): void => {
    stopBatch ??= later(SUBSCRIPTION_BATCH_MS, () => {
      stopBatch = null
      const { add, drop } = subscriptions.takeDiff()
      link.send(reader.watch(add, drop, nowMs()))
      flushSoon()
    })
  }
  tick()
  return {
    prices: store,
    reader,
    watch(channel) {
      let isWatching = true
      subscriptions.acquire(channel)
      link.open()
      batch()
      return () => {
        if (!isWatching) return
        isWatching = false
        subscriptions.release(channel)
        batch()
      }
    },
    isDegraded: () => reader.isDegraded(nowMs()),
    close() {
      isClosed = true
      stopTick()
      stopBatch?.()
      link.close()
    },
  }
}

interface LinkEvents {
  readonly opened: () => readonly StreamRequest[]
  readonly received: (text: string) => readonly StreamRequest[]
}

/** The connection: opened again after every end, at once when the browser wakes (STREAM-5); while it cannot be opened the feed is
 *  polled (STREAM-9). */
function createLink(ports: OddsStreamPorts, events: LinkEvents, watched: () => readonly string[]) {
  let socket: OddsSocket | null = null
  let isOpen = false
  let isClosed = false
  let isWanted = false
  let failures = 0
  let stopWaiting = (): void => undefined
  let stopPolling: (() => void) | null = null

  const send = (requests: readonly StreamRequest[]): void => {
    if (isOpen) for (const request of requests) socket?.send(JSON.stringify(request))
  }
  const endPolling = (): void => {
    stopPolling?.()
    stopPolling = null
  }
  const failed = (): void => {
    socket = null
    isOpen = false
    if (isClosed) return
    stopWaiting = ports.later(backOffMs(failures, ports.random()), connect)
    failures += 1
    if (failures < ATTEMPTS_BEFORE_POLLING) return
    // What comes by polling is an image: no question follows from it that a socket would have to answer.
    stopPolling ??= ports.poll(watched, (texts) => {
      for (const text of texts) events.received(text)
    })
  }
  const connect = (): void => {
    stopWaiting()
    socket = ports.openSocket({
      opened() {
        isOpen = true
        endPolling()
        send(events.opened())
      },
      received(text) {
        // A server that only opens sockets and lets them fall is not tried again at once.
        failures = 0
        send(events.received(text))
      },
      closed: failed,
    })
  }
  const stopWaking = ports.onWake(() => {
    failures = 0
    if (!socket && isWanted && !isClosed) connect()
  })
  return {
    send,
    /** Connects, the first time. */
    open() {
      if (isWanted) return
      isWanted = true
      connect()
    },
    close() {
      isClosed = true
      stopWaking()
      stopWaiting()
      endPolling()
      socket?.close()
    },
  }
}
