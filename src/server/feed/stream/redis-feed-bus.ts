import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createClient } from 'redis'
import type { StreamBusMessage } from '#schemas'
import { isStreamBusMessage as validate } from '#schemas/generated/validators/feed.js'
import { createMemoryFeedBus, type FeedBus } from './feed-bus.ts'

export interface RedisFeedBusOptions {
  /** `redis://` or `rediss://` address of the server. */
  readonly url: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Name of the stream; another one for tests. */
  readonly key?: string
}

const KEY = 'livery:feed'
/** How many messages Redis keeps: a process that was away for longer asks for images. */
const KEPT_MESSAGES = 10_000
const BLOCK_MS = 1000
const READ_AT_ONCE = 500
const RETRY_MS = 500

/** A bus on a Redis stream, so that several processes serve one book. While Redis does not answer no frames come,
 *  and boards degrade; afterwards reading resumes where it stopped. */
export async function openRedisFeedBus(options: RedisFeedBusOptions): Promise<FeedBus> {
  const { url, log, key = KEY } = options
  const writer = clientFor(url)
  const reader = clientFor(url)
  const lost = lossLog(log)
  for (const client of [writer, reader]) client.on('error', lost.failed).on('ready', lost.answered)
  const local = createMemoryFeedBus()
  let isOpen = true
  // An unreachable Redis keeps nobody from starting: the clients keep trying.
  await Promise.race([Promise.all([writer.connect(), reader.connect()]), delay(RETRY_MS)])
  const first = await Promise.race([lastId(reader, key), delay(RETRY_MS, '$')]).catch(() => '$')
  const reading = (async () => {
    let id = first
    while (isOpen) id = await readOn(reader, key, id, local).catch((error) => (isOpen ? pause(error) : id))
    async function pause(error: unknown): Promise<string> {
      lost.failed(error)
      await delay(RETRY_MS)
      return id
    }
  })()
  return {
    publish(message) {
      const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_MESSAGES } } as const
      writer.xAdd(key, '*', { message: JSON.stringify(message) }, trim).catch(lost.failed)
    },
    listen: local.listen,
    async close() {
      isOpen = false
      for (const client of [reader, writer]) if (client.isOpen) client.destroy()
      await reading
      await local.close()
    },
  }
}

type Client = ReturnType<typeof clientFor>

function clientFor(url: string) {
  const reconnectStrategy = (attempts: number) => Math.min(50 * 2 ** Math.min(attempts, 6), 2000)
  // Without a connection a message fails at once: an old price is not sent late.
  return createClient({ url, socket: { reconnectStrategy }, disableOfflineQueue: true })
}

/** Where the stream ends now. */
async function lastId(client: Client, key: string): Promise<string> {
  const last = await client.xRevRange(key, '+', '-', { COUNT: 1 })
  return last?.[0]?.id ?? '0-0'
}

/** Hands on what came after an id. @returns the id to go on with */
async function readOn(client: Client, key: string, id: string, local: FeedBus): Promise<string> {
  const streams = (await client.xRead({ key, id }, { BLOCK: BLOCK_MS, COUNT: READ_AT_ONCE })) as
    | { readonly messages: readonly { readonly id: string; readonly message: Record<string, string> }[] }[]
    | null
  let last = id
  for (const { id: next, message } of streams?.[0]?.messages ?? []) {
    last = next
    const read = readMessage(message.message ?? '')
    if (read) local.publish(read)
  }
  return last
}

/** A message of the stream; null for one of another version of ours. */
function readMessage(text: string): StreamBusMessage | null {
  try {
    const value: unknown = JSON.parse(text)
    return validate(value) ? value : null
  } catch {
    return null
  }
}

/** Tells the log once when Redis is lost, and once when it is back. */
function lossLog(log: RedisFeedBusOptions['log']) {
  let isLost = false
  return {
    failed(error: unknown) {
      if (!isLost) log.warn({ err: error }, 'Redis does not answer: the odds stream stands still')
      isLost = true
    },
    answered() {
      if (isLost) log.info('Redis answers again: the odds stream resumes')
      isLost = false
    },
  }
}
