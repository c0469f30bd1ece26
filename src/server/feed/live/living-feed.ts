import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import { forFeed } from '#server/db/for-feed.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createChannelWriter } from '../stream/channel-writer.ts'
import type { FeedBus } from '../stream/feed-bus.ts'
import { createFeedPublisher, type FeedPublisher } from './feed-publisher.ts'
import { type Leading, takeTurns } from './leadership.ts'
import { createLiveBook, type LiveBook } from './live-book.ts'

export interface LivingFeedPorts {
  readonly database: Pick<OpenDatabase, 'db' | 'kind'>
  readonly bus: FeedBus
  /** Whether other processes hear this bus: then one of them makes the frames for all. */
  readonly isBusShared: boolean
  readonly now: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** What writes into the book of itself, a simulator: it runs in one process of all. Left out, nothing does. */
  readonly adapter?: ((book: LiveBook) => Promise<Leading>) | undefined
}

/** The book of the feed and the odds stream in one. */
export interface LivingFeed extends LiveBook {
  /** Publishes what is in the book, and follows it from then on. */
  readonly start: () => Promise<void>
  /** Has the adapter begin: what it tells first may take a while. */
  readonly play: () => Promise<void>
  readonly stop: () => Promise<void>
}

const PUBLISHER_LOCK = 7_541_210_235
const ADAPTER_LOCK = 7_541_210_236
const EPOCH_LETTERS = 12

/** Joins the book and the stream: what is taken is committed first, and published after. */
export function createLivingFeed(ports: LivingFeedPorts): LivingFeed {
  const { database, isBusShared, now, log, adapter } = ports
  const book = createLiveBook({ door: forFeed(database.db), now })
  const turns: Leading[] = []
  let publisher: FeedPublisher | null = null

  const publish = async (): Promise<Leading> => {
    const epoch = nanoid(EPOCH_LETTERS)
    const writer = createChannelWriter({ bus: ports.bus, epoch, nowMs: () => now().getTime() })
    const own = createFeedPublisher({ door: forFeed(database.db), writer, now, log })
    writer.start()
    await own.start()
    publisher = own
    return {
      async stop() {
        publisher = null
        await own.stop()
        writer.flush()
        writer.stop()
      },
    }
  }
  const take: LiveBook['take'] = async (batch) => {
    const outcome = await book.take(batch)
    // What cannot be published now is published when the book is looked at next.
    publisher?.catchUp().catch(() => undefined)
    return outcome
  }
  return {
    take,
    async start() {
      turns.push(await (isBusShared ? takeTurns({ database, lock: PUBLISHER_LOCK, begin: publish, log }) : publish()))
    },
    async play() {
      if (adapter) turns.push(await takeTurns({ database, lock: ADAPTER_LOCK, begin: () => adapter({ take }), log }))
    },
    async stop() {
      for (const turn of turns.splice(0).reverse()) await turn.stop()
    },
  }
}
