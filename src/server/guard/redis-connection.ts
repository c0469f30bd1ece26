import type { Logger } from 'pino'
import { createClient } from 'redis'

export interface RedisOptions {
  /** `redis://` or `rediss://` address of the server. */
  readonly url: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** How long Redis may take for an answer before this process continues on its own, in milliseconds. */
  readonly timeoutMs?: number
  /** What the log says when Redis is lost and when it is back. */
  readonly words: { readonly lost: string; readonly back: string }
}

export type RedisClient = ReturnType<typeof clientFor>

/** A connection that players never wait for: while Redis does not answer, something else answers in its place. */
export interface RedisConnection {
  readonly client: RedisClient
  /** What Redis answers, or, when it does not in time, what the memory of this process does. */
  readonly prefer: <T>(onRedis: () => Promise<T>, inMemory: () => Promise<T>) => Promise<T>
  /** Whether Redis is being asked. */
  readonly isShared: () => boolean
  /** Lets commands under way finish and closes the connection. */
  readonly close: () => Promise<void>
}

const TIMEOUT_MS = 500
const WARN_EVERY_MS = 60_000
/** How long a connection that failed is left alone: a call asks several times, and none is to wait for each. */
const REST_MS = 5000
const MAX_RECONNECT_DELAY_MS = 2000

/** Connects. An unreachable Redis does not keep our server from starting: the client keeps trying by itself. */
export async function openRedis(options: RedisOptions): Promise<RedisConnection> {
  const { timeoutMs = TIMEOUT_MS } = options
  const client = clientFor(options.url, timeoutMs)
  const connection = watchConnection(client, options)
  const connected = client.connect().then(() => undefined, connection.failed)
  await Promise.race([connected, delay(timeoutMs).done])
  return {
    client,
    async prefer(onRedis, inMemory) {
      if (!client.isReady || connection.isResting()) return inMemory()
      try {
        const result = await within(timeoutMs, onRedis())
        connection.answered()
        return result
      } catch (error) {
        connection.failed(error)
        return inMemory()
      }
    },
    isShared: () => client.isReady && connection.isAnswering(),
    close: () => closeClient(client, timeoutMs),
  }
}

function clientFor(url: string, timeoutMs: number) {
  return createClient({
    url,
    // Without a connection a command fails at once: a player does not wait for Redis.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: Math.max(timeoutMs, 1000),
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 10), MAX_RECONNECT_DELAY_MS),
    },
  })
}

/** Tells the log when Redis is lost, at most once a minute, and when it is back. */
function watchConnection(client: RedisClient, { log, words }: RedisOptions) {
  let isLost = false
  let failedAtMs = Number.NEGATIVE_INFINITY
  let warnedAtMs = Number.NEGATIVE_INFINITY
  const failed = (error: unknown): void => {
    isLost = true
    const nowMs = performance.now()
    failedAtMs = nowMs
    if (nowMs - warnedAtMs < WARN_EVERY_MS) return
    warnedAtMs = nowMs
    log.warn({ err: error }, words.lost)
  }
  const answered = (): void => {
    if (isLost) log.info(words.back)
    isLost = false
  }
  client.on('error', failed)
  client.on('ready', answered)
  const isResting = () => isLost && performance.now() - failedAtMs < REST_MS
  return { failed, answered, isResting, isAnswering: () => !isLost }
}

async function closeClient(client: RedisClient, timeoutMs: number): Promise<void> {
  if (!client.isOpen) return
  if (!client.isReady) return client.destroy()
  try {
    await within(timeoutMs, client.close())
  } catch {
    // Redis did not finish in time: what it still holds expires.
    client.destroy()
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { done, cancel } = delay(ms)
  const late = done.then((): never => {
    throw new Error(`Redis did not answer within ${ms} ms`)
  })
  return Promise.race([work, late]).finally(cancel)
}

function delay(ms: number): { readonly done: Promise<void>; readonly cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return { done: promise, cancel: () => clearTimeout(timer) }
}
