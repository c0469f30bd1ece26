import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createClient } from 'redis'
import { type BudgetStore, createMemoryBudgetStore } from './budget-store.ts'

export interface RedisBudgetOptions {
  /** `redis://` or `rediss://` address of the server. */
  readonly url: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** How long Redis may take for an answer before this process counts by itself, in milliseconds. */
  readonly timeoutMs?: number
}

/** A budget store with a connection. */
export interface OpenBudgetStore {
  readonly store: BudgetStore
  /** Whether attempts are being counted on Redis. */
  readonly isShared: () => boolean
  /** Lets commands under way finish and closes the connection. */
  readonly close: () => Promise<void>
}

const PREFIX = 'livery:budget:'
const TIMEOUT_MS = 500
const WARN_EVERY_MS = 60_000
/** How long a connection that failed is left alone: a call asks for several budgets, and none is to wait for each. */
const REST_MS = 5000
const MAX_RECONNECT_DELAY_MS = 2000

/** One attempt in a window that slides behind now: the members of a sorted set are the counted attempts, their scores the
 *  times. KEYS: the set. ARGV: now, window and limit, then the name of this attempt. Answers the milliseconds to wait. */
const TAKE = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[2]))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if oldest[2] then return tonumber(oldest[2]) + tonumber(ARGV[2]) - tonumber(ARGV[1]) end
end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0
`

type Client = ReturnType<typeof clientFor>

/** Counts attempts on Redis, so that several server processes share them. While Redis does not answer, this process counts by
 *  itself instead of refusing players: limits are then held by each process alone. */
export async function openRedisBudgetStore(options: RedisBudgetOptions): Promise<OpenBudgetStore> {
  const { timeoutMs = TIMEOUT_MS } = options
  const client = clientFor(options.url, timeoutMs)
  const connection = watchConnection(client, options.log)
  const memory = createMemoryBudgetStore()
  const shared = createRedisCounter(client)
  // The client goes on trying by itself; a server that is away does not keep ours from starting.
  const connected = client.connect().then(() => undefined, connection.failed)
  await Promise.race([connected, delay(timeoutMs).done])

  async function preferShared<T>(onRedis: () => Promise<T>, inMemory: () => Promise<T>): Promise<T> {
    if (!client.isReady || connection.isResting()) return inMemory()
    try {
      const result = await within(timeoutMs, onRedis())
      connection.answered()
      return result
    } catch (error) {
      connection.failed(error)
      return inMemory()
    }
  }
  return {
    store: {
      take: (key, budget, nowMs) =>
        preferShared(
          () => shared.take(key, budget, nowMs),
          () => memory.take(key, budget, nowMs),
        ),
      giveBack: (key) =>
        preferShared(
          () => shared.giveBack(key),
          () => memory.giveBack(key),
        ),
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

/** The budget store of one connection. Keys are hashed: a Redis server is no place for addresses and phone numbers. */
function createRedisCounter(client: Client): BudgetStore {
  const process = randomUUID()
  let attempts = 0
  const keyOf = (key: string) => PREFIX + createHash('sha256').update(key).digest('base64url')
  return {
    async take(key, { limit, windowMs }, nowMs) {
      attempts += 1
      const values = [nowMs, windowMs, limit, `${process}:${attempts}`].map(String)
      return Number(await client.eval(TAKE, { keys: [keyOf(key)], arguments: values }))
    },
    async giveBack(key) {
      await client.zPopMax(keyOf(key))
    },
  }
}

/** Tells the log when Redis is lost, at most once a minute, and when it is back. */
function watchConnection(client: Client, log: RedisBudgetOptions['log']) {
  let isLost = false
  let failedAtMs = Number.NEGATIVE_INFINITY
  let warnedAtMs = Number.NEGATIVE_INFINITY
  const failed = (error: unknown): void => {
    isLost = true
    const nowMs = performance.now()
    failedAtMs = nowMs
    if (nowMs - warnedAtMs < WARN_EVERY_MS) return
    warnedAtMs = nowMs
    log.warn({ err: error }, 'Redis does not answer: this process counts attempts by itself')
  }
  const answered = (): void => {
    if (isLost) log.info('Redis answers again: attempts are counted together')
    isLost = false
  }
  client.on('error', failed)
  client.on('ready', answered)
  const isResting = () => isLost && performance.now() - failedAtMs < REST_MS
  return { failed, answered, isResting, isAnswering: () => !isLost }
}

async function closeClient(client: Client, timeoutMs: number): Promise<void> {
  if (!client.isOpen) return
  if (!client.isReady) return client.destroy()
  try {
    await within(timeoutMs, client.close())
  } catch {
    // Redis did not finish in time: what it still holds are counts that expire.
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
