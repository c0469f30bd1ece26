import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type BudgetStore, createMemoryBudgetStore } from './budget-store.ts'
import { openRedis, type RedisClient } from './redis-connection.ts'

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
const WORDS = {
  lost: 'Redis does not answer: this process counts attempts by itself',
  back: 'Redis answers again: attempts are counted together',
}

/** One attempt in a window that slides behind now: the members of a sorted set are the counted attempts, their scores the
 *  times. KEYS: the set. ARGV: now, window and attempts, then the name of this attempt. Answers the milliseconds to wait. */
const TAKE = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[2]))
local last = redis.call('ZRANGE', KEYS[1], -tonumber(ARGV[3]), -tonumber(ARGV[3]), 'WITHSCORES')
if last[2] then return tonumber(last[2]) + tonumber(ARGV[2]) - tonumber(ARGV[1]) end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0
`

/** Counts attempts on Redis, so that several server processes share them. While Redis does not answer, this process counts by
 *  itself instead of refusing players: limits are then held by each process alone. */
export async function openRedisBudgetStore(options: RedisBudgetOptions): Promise<OpenBudgetStore> {
  const { client, prefer, isShared, close } = await openRedis({ ...options, words: WORDS })
  const memory = createMemoryBudgetStore()
  const shared = createRedisCounter(client)
  return {
    store: {
      take: (key, limit, nowMs) =>
        prefer(
          () => shared.take(key, limit, nowMs),
          () => memory.take(key, limit, nowMs),
        ),
      left: (key, limit, nowMs) =>
        prefer(
          () => shared.left(key, limit, nowMs),
          () => memory.left(key, limit, nowMs),
        ),
      giveBack: (key) =>
        prefer(
          () => shared.giveBack(key),
          () => memory.giveBack(key),
        ),
    },
    isShared,
    close,
  }
}

/** The budget store of one connection. Keys are hashed: a Redis server is no place for addresses and phone numbers. */
function createRedisCounter(client: RedisClient): BudgetStore {
  const process = randomUUID()
  let count = 0
  const keyOf = (key: string) => PREFIX + createHash('sha256').update(key).digest('base64url')
  return {
    async take(key, { attempts, windowMs }, nowMs) {
      count += 1
      const values = [nowMs, windowMs, attempts, `${process}:${count}`].map(String)
      return Number(await client.eval(TAKE, { keys: [keyOf(key)], arguments: values }))
    },
    async left(key, { attempts, windowMs }, nowMs) {
      return Math.max(0, attempts - (await client.zCount(keyOf(key), `(${nowMs - windowMs}`, '+inf')))
    },
    async giveBack(key) {
      await client.zPopMax(keyOf(key))
    },
  }
}
